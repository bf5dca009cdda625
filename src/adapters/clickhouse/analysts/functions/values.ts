/**
 * Functions of an account's own statements that compute one value from others: numbers, dates, arrays.
 * Each depends on its arguments alone: none reads a file, a dictionary, a model, a host, a setting or
 * another table, none sleeps, and none takes the name of another function as text.
 */
export const valueFunctions: Readonly<Record<string, string>> = {
  Arithmetic: `
    abs acos acosh asin asinh atan atan2 atanh avg2 bitAnd bitCount bitHammingDistance bitNot
    bitOr bitRotateLeft bitRotateRight bitShiftLeft bitShiftRight bitSlice bitTest bitTestAll
    bitTestAny bitXor byteSwap cbrt ceil cos cosh degrees divide divideDecimal divideOrNull e
    erf erfc exp exp10 exp2 factorial floor gcd hypot ifNotFinite intDiv intDivOrNull
    intDivOrZero intExp10 intExp2 isFinite isInfinite isNaN isPrime isProbablePrime lcm lgamma
    log log10 log1p log2 max2 midpoint min2 minus modulo moduloOrNull moduloOrZero multiply
    multiplyDecimal negate pi plus positiveModulo positiveModuloOrNull pow proportionsZTest
    radians rand rand64 randBernoulli randBinomial randCanonical randChiSquared randConstant
    randExponential randFisherF randLogNormal randNegativeBinomial randNormal randomFixedString
    randomPrintableASCII randomString randomStringUTF8 randPoisson randStudentT randUniform
    round roundAge roundBankers roundDown roundDuration roundToExp2 sigmoid sign sin sinh sqr
    sqrt tan tanh tgamma trunc`,
  Logic: `
    and assumeNotNull clamp coalesce equals firstNonDefault greater greaterOrEquals greatest if
    ifNull in isDistinctFrom isNotDistinctFrom isNotNull isNull isNullable isZeroOrNull least
    less lessOrEquals multiIf not notEquals notIn notNullIn nullIf nullIn or toNullable xor`,
  Arrays: `
    array arrayAll arrayAutocorrelation arrayAvg arrayBottomK arrayCompact arrayConcat
    arrayCount arrayCumSum arrayCumSumNonNegative arrayDifference arrayDistinct arrayDotProduct
    arrayElement arrayElementOrNull arrayEnumerate arrayEnumerateDense arrayEnumerateDenseRanked
    arrayEnumerateUniq arrayEnumerateUniqRanked arrayExcept arrayExists arrayFill arrayFilter
    arrayFirst arrayFirstIndex arrayFirstOrNull arrayFlatten arrayFold arrayIntersect
    arrayJaccardIndex arrayJoin arrayLast arrayLastIndex arrayLastOrNull
    arrayMap arrayMax arrayMin
    arrayNormalizedGini arrayPartialReverseSort arrayPartialShuffle arrayPartialSort
    arrayPopBack arrayPopFront arrayProduct arrayPushBack arrayPushFront arrayRandomSample
    arrayRemove arrayResize arrayReverse arrayReverseFill arrayReverseSort arrayReverseSplit
    arrayROCAUC arrayRotateLeft arrayRotateRight arrayShiftLeft arrayShiftRight arrayShingles
    arrayShuffle arraySlice arraySort arraySplit arraySum
    arraySymmetricDifference arrayTopK arrayTranspose arrayUnion arrayUniq arrayWithConstant
    arrayZip arrayZipUnaligned countEqual empty emptyArrayString has hasAll hasAny hasSubstr
    indexOf indexOfAssumeSorted length notEmpty range replicate reverse`,
  'Maps and tuples': `
    dotProduct extractKeyValuePairs extractKeyValuePairsWithEscaping flattenTuple map mapAdd
    mapAll mapApply mapConcat mapContainsKey mapContainsKeyLike mapContainsValue
    mapContainsValueLike mapExists mapExtractKeyLike mapExtractValueLike mapFilter mapFromArrays
    mapKeys mapPartialReverseSort mapPartialSort mapPopulateSeries mapReverseSort mapSort
    mapSubtract mapUpdate mapValues tuple tupleConcat tupleDivide tupleDivideByNumber
    tupleElement tupleHammingDistance tupleIntDiv tupleIntDivByNumber tupleIntDivOrZero
    tupleIntDivOrZeroByNumber tupleMinus tupleModulo tupleModuloByNumber tupleMultiply
    tupleMultiplyByNumber tupleNames tupleNegate tuplePlus tuplePositiveModuloByNumber
    tupleToNameValuePairs`,
  Bitmaps: `
    bitmapAnd bitmapAndCardinality bitmapAndnot bitmapAndnotCardinality bitmapBuild
    bitmapCardinality bitmapContains bitmapHasAll bitmapHasAny bitmapMax bitmapMin bitmapOr
    bitmapOrCardinality bitmapSubsetInRange bitmapSubsetLimit bitmapToArray bitmapTransform
    bitmapXor bitmapXorCardinality subBitmap`,
  'Dates and times': `
    addDate addDays addHours addInterval addMicroseconds addMilliseconds addMinutes addMonths
    addNanoseconds addQuarters addSeconds addTupleOfIntervals addWeeks addYears age changeDay
    changeHour changeMinute changeMonth changeSecond changeYear dateDiff dateName dateTrunc
    formatDateTime formatDateTimeInJodaSyntax fromDaysSinceYearZero fromDaysSinceYearZero32
    fromModifiedJulianDay fromModifiedJulianDayOrNull fromUnixTimestamp
    fromUnixTimestampInJodaSyntax fromUTCTimestamp hop hopEnd hopStart makeDate makeDate32
    makeDateTime makeDateTime64 monthName now now64 subDate subtractDays subtractHours
    subtractInterval subtractMicroseconds subtractMilliseconds subtractMinutes subtractMonths
    subtractNanoseconds subtractQuarters subtractSeconds subtractTupleOfIntervals subtractWeeks
    subtractYears timeDiff timeSlot timeSlots timestamp timezone timezoneOf timezoneOffset today
    toDayOfMonth toDayOfWeek toDayOfYear toDaysInMonth toDaysSinceYearZero toHour toISOWeek
    toISOYear toLastDayOfMonth toLastDayOfWeek toMicrosecond toMillisecond toMinute
    toModifiedJulianDay toModifiedJulianDayOrNull toMonday toMonth toMonthNumSinceEpoch
    toNanosecond toQuarter toRelativeDayNum toRelativeHourNum toRelativeMinuteNum
    toRelativeMonthNum toRelativeQuarterNum toRelativeSecondNum toRelativeWeekNum
    toRelativeYearNum toSecond toStartOfDay toStartOfFifteenMinutes toStartOfFiveMinutes
    toStartOfHour toStartOfInterval toStartOfISOYear toStartOfMicrosecond toStartOfMillisecond
    toStartOfMinute toStartOfMonth toStartOfNanosecond toStartOfQuarter toStartOfSecond
    toStartOfTenMinutes toStartOfWeek toStartOfYear toTimeWithFixedDate toTimezone
    toUnixTimestamp toUTCTimestamp toWeek toYear toYearNumSinceEpoch toYearWeek toYYYYMM
    toYYYYMMDD toYYYYMMDDhhmmss tumble tumbleEnd tumbleStart UTCTimestamp windowID yesterday
    YYYYMMDDhhmmssToDateTime YYYYMMDDhhmmssToDateTime64 YYYYMMDDToDate YYYYMMDDToDate32`,
  Vectors: `
    cosineDistance cosineDistanceTransposed cosineDistanceTransposedQuantized
    dotProductTransposed dotProductTransposedQuantized L1Distance L1Norm L1Normalize L2Distance
    L2DistanceTransposed L2DistanceTransposedQuantized L2Norm L2Normalize L2SquaredDistance
    L2SquaredNorm LinfDistance LinfNorm LinfNormalize LpDistance LpNorm LpNormalize`,
  Geography: `
    geoDistance geohashDecode geohashEncode greatCircleAngle greatCircleDistance pointInEllipses
    pointInPolygon`,
};
