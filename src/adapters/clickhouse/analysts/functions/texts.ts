/**
 * Functions of an account's own statements for texts, hashes, addresses, JSON and conversions, and
 * the aliases of all allowed functions. The rules of `valueFunctions` hold.
 */
export const textFunctions: Readonly<Record<string, string>> = {
  Conversion: `
    accurateCast accurateCastOrDefault accurateCastOrNull CAST DATE fromUnixTimestamp64Micro
    fromUnixTimestamp64Milli fromUnixTimestamp64Nano fromUnixTimestamp64Second parseDateTime
    parseDateTime32BestEffort parseDateTime32BestEffortOrNull parseDateTime32BestEffortOrZero
    parseDateTime64 parseDateTime64BestEffort parseDateTime64BestEffortOrNull
    parseDateTime64BestEffortOrZero parseDateTime64BestEffortUS
    parseDateTime64BestEffortUSOrNull parseDateTime64BestEffortUSOrZero
    parseDateTime64InJodaSyntax parseDateTime64InJodaSyntaxOrNull
    parseDateTime64InJodaSyntaxOrZero parseDateTime64OrNull parseDateTime64OrZero
    parseDateTimeBestEffort parseDateTimeBestEffortOrNull parseDateTimeBestEffortOrZero
    parseDateTimeBestEffortUS parseDateTimeBestEffortUSOrNull parseDateTimeBestEffortUSOrZero
    parseDateTimeInJodaSyntax parseDateTimeInJodaSyntaxOrNull parseDateTimeInJodaSyntaxOrZero
    parseDateTimeOrNull parseDateTimeOrZero reinterpret reinterpretAsDate reinterpretAsDateTime
    reinterpretAsFixedString reinterpretAsFloat32 reinterpretAsFloat64 reinterpretAsInt128
    reinterpretAsInt16 reinterpretAsInt256 reinterpretAsInt32 reinterpretAsInt64
    reinterpretAsInt8 reinterpretAsString reinterpretAsUInt128 reinterpretAsUInt16
    reinterpretAsUInt256 reinterpretAsUInt32 reinterpretAsUInt64 reinterpretAsUInt8
    reinterpretAsUUID toBFloat16 toBFloat16OrNull toBFloat16OrZero toBool toDate toDate32
    toDate32OrDefault toDate32OrNull toDate32OrZero toDateOrDefault toDateOrNull toDateOrZero
    toDateTime toDateTime32 toDateTime64 toDateTime64OrDefault toDateTime64OrNull
    toDateTime64OrZero toDateTimeOrDefault toDateTimeOrNull toDateTimeOrZero toDecimal128
    toDecimal128OrDefault toDecimal128OrNull toDecimal128OrZero toDecimal256
    toDecimal256OrDefault toDecimal256OrNull toDecimal256OrZero toDecimal32 toDecimal32OrDefault
    toDecimal32OrNull toDecimal32OrZero toDecimal64 toDecimal64OrDefault toDecimal64OrNull
    toDecimal64OrZero toDecimalString toFixedString toFloat32 toFloat32OrDefault toFloat32OrNull
    toFloat32OrZero toFloat64 toFloat64OrDefault toFloat64OrNull toFloat64OrZero toInt128
    toInt128OrDefault toInt128OrNull toInt128OrZero toInt16 toInt16OrDefault toInt16OrNull
    toInt16OrZero toInt256 toInt256OrDefault toInt256OrNull toInt256OrZero toInt32
    toInt32OrDefault toInt32OrNull toInt32OrZero toInt64 toInt64OrDefault toInt64OrNull
    toInt64OrZero toInt8 toInt8OrDefault toInt8OrNull toInt8OrZero toInterval toIntervalDay
    toIntervalHour toIntervalMicrosecond toIntervalMillisecond toIntervalMinute toIntervalMonth
    toIntervalNanosecond toIntervalQuarter toIntervalSecond toIntervalWeek toIntervalYear
    toLowCardinality toString toStringCutToZero toTime toTime64 toTime64OrNull toTime64OrZero
    toTimeOrNull toTimeOrZero toUInt128 toUInt128OrDefault toUInt128OrNull toUInt128OrZero
    toUInt16 toUInt16OrDefault toUInt16OrNull toUInt16OrZero toUInt256 toUInt256OrDefault
    toUInt256OrNull toUInt256OrZero toUInt32 toUInt32OrDefault toUInt32OrNull toUInt32OrZero
    toUInt64 toUInt64OrDefault toUInt64OrNull toUInt64OrZero toUInt8 toUInt8OrDefault
    toUInt8OrNull toUInt8OrZero toUnixTimestamp64Micro toUnixTimestamp64Milli
    toUnixTimestamp64Nano toUnixTimestamp64Second toUUID toUUIDOrZero`,
  Strings: `
    alphaTokens appendTrailingCharIfAbsent arrayStringConcat ascii base32Decode base32Encode
    base58Decode base58Encode base64Decode base64Encode base64URLDecode base64URLEncode basename
    bin bitmaskToArray bitmaskToList bitPositionsToArray byteHammingDistance caseFoldUTF8 char
    concat concatAssumeInjective concatWithSeparator concatWithSeparatorAssumeInjective conv
    countMatches countMatchesCaseInsensitive countSubstrings countSubstringsCaseInsensitive
    countSubstringsCaseInsensitiveUTF8 CRC32 CRC32IEEE CRC64 damerauLevenshteinDistance
    decodeHTMLComponent decodeXMLComponent editDistance editDistanceUTF8 encodeXMLComponent
    endsWith endsWithCaseInsensitive endsWithCaseInsensitiveUTF8 endsWithUTF8 extract extractAll
    extractAllGroupsHorizontal extractAllGroupsVertical extractGroups extractTextFromHTML
    firstLine format hasSubsequence hasSubsequenceCaseInsensitive
    hasSubsequenceCaseInsensitiveUTF8 hasSubsequenceUTF8 hasToken hasTokenCaseInsensitive
    hasTokenCaseInsensitiveOrNull hasTokenOrNull hex hilbertDecode hilbertEncode ilike initcap
    initcapUTF8 isValidASCII isValidUTF8 jaroSimilarity jaroWinklerSimilarity left leftPad
    leftPadUTF8 leftUTF8 lengthUTF8 like locate lower lowerUTF8 match mortonDecode mortonEncode
    multiSearchAllPositions multiSearchAllPositionsCaseInsensitive
    multiSearchAllPositionsCaseInsensitiveUTF8 multiSearchAllPositionsUTF8 multiSearchAny
    multiSearchAnyCaseInsensitive multiSearchAnyCaseInsensitiveUTF8 multiSearchAnyUTF8
    multiSearchFirstIndex multiSearchFirstIndexCaseInsensitive
    multiSearchFirstIndexCaseInsensitiveUTF8 multiSearchFirstIndexUTF8 multiSearchFirstPosition
    multiSearchFirstPositionCaseInsensitive multiSearchFirstPositionCaseInsensitiveUTF8
    multiSearchFirstPositionUTF8 naturalSortKey ngramDistance ngramDistanceCaseInsensitive
    ngramDistanceCaseInsensitiveUTF8 ngramDistanceUTF8 ngrams ngramSearch
    ngramSearchCaseInsensitive ngramSearchCaseInsensitiveUTF8 ngramSearchUTF8 normalizeUTF8NFC
    normalizeUTF8NFD normalizeUTF8NFKC normalizeUTF8NFKCCasefold normalizeUTF8NFKD notILike
    notLike overlay overlayUTF8 position positionCaseInsensitive positionCaseInsensitiveUTF8
    positionUTF8 regexpExtract regexpPosition regexpQuoteMeta removeDiacriticsUTF8 repeat
    replaceAll replaceOne replaceRegexpAll replaceRegexpOne reverseBySeparator reverseUTF8 right
    rightPad rightPadUTF8 rightUTF8 soundex space splitByChar splitByNonAlpha splitByRegexp
    splitByString splitByWhitespace startsWith startsWithCaseInsensitive
    startsWithCaseInsensitiveUTF8 startsWithUTF8 stringBytesEntropy stringBytesUniq
    stringJaccardIndex stringJaccardIndexUTF8 substring substringIndex substringIndexUTF8
    substringUTF8 tokens toValidUTF8 translate translateUTF8 trimBoth trimLeft trimRight
    tryBase32Decode tryBase58Decode tryBase64Decode tryBase64URLDecode unbin unhex upper
    upperUTF8`,
  Addresses: `
    cutFragment cutIPv6 cutQueryString cutQueryStringAndFragment cutToFirstSignificantSubdomain
    cutToFirstSignificantSubdomainRFC cutToFirstSignificantSubdomainWithWWW
    cutToFirstSignificantSubdomainWithWWWRFC cutURLParameter cutWWW decodeURLComponent
    decodeURLFormComponent domain domainRFC domainWithoutWWW domainWithoutWWWRFC
    encodeURLComponent encodeURLFormComponent extractURLParameter extractURLParameterNames
    extractURLParameters firstSignificantSubdomain firstSignificantSubdomainRFC fragment
    IPv4CIDRToRange IPv4NumToString IPv4NumToStringClassC IPv4StringToNum
    IPv4StringToNumOrDefault IPv4StringToNumOrNull IPv4ToIPv6 IPv6CIDRToRange IPv6NumToString
    IPv6StringToNum IPv6StringToNumOrDefault IPv6StringToNumOrNull isIPAddressInRange
    isIPv4String isIPv6String netloc path pathFull port portRFC protocol queryString
    queryStringAndFragment toIPv4 toIPv4OrDefault toIPv4OrNull toIPv4OrZero toIPv6
    toIPv6OrDefault toIPv6OrNull toIPv6OrZero topLevelDomain topLevelDomainRFC URLHierarchy
    URLPathHierarchy`,
  JSON: `
    dynamicElement dynamicType isValidJSON JSON_EXISTS JSON_QUERY JSON_VALUE JSONAllPaths
    JSONAllPathsWithTypes JSONAllValues JSONArrayLength JSONDynamicPaths
    JSONDynamicPathsWithTypes JSONExtract JSONExtractArrayRaw JSONExtractArrayRawCaseInsensitive
    JSONExtractBool JSONExtractBoolCaseInsensitive JSONExtractCaseInsensitive JSONExtractFloat
    JSONExtractFloatCaseInsensitive JSONExtractInt JSONExtractIntCaseInsensitive JSONExtractKeys
    JSONExtractKeysAndValues JSONExtractKeysAndValuesCaseInsensitive JSONExtractKeysAndValuesRaw
    JSONExtractKeysAndValuesRawCaseInsensitive JSONExtractKeysCaseInsensitive JSONExtractRaw
    JSONExtractRawCaseInsensitive JSONExtractString JSONExtractStringCaseInsensitive
    JSONExtractUInt JSONExtractUIntCaseInsensitive JSONHas JSONKey JSONLength JSONMergePatch
    JSONType prettyPrintJSON simpleJSONExtractBool simpleJSONExtractFloat simpleJSONExtractInt
    simpleJSONExtractRaw simpleJSONExtractString simpleJSONExtractUInt simpleJSONHas
    toJSONString`,
  Hashes: `
    cityHash64 farmFingerprint64 farmHash64 gccMurmurHash halfMD5 hiveHash intHash32 intHash64
    javaHash javaHashUTF16LE jumpConsistentHash keccak256 MD4 MD5 metroHash64 murmurHash2_32
    murmurHash2_64 murmurHash3_128 murmurHash3_32 murmurHash3_64 ngramMinHash ngramMinHashArg
    ngramMinHashArgCaseInsensitive ngramMinHashArgCaseInsensitiveUTF8 ngramMinHashArgUTF8
    ngramMinHashCaseInsensitive ngramMinHashCaseInsensitiveUTF8 ngramMinHashUTF8 ngramSimHash
    ngramSimHashCaseInsensitive ngramSimHashCaseInsensitiveUTF8 ngramSimHashUTF8 RIPEMD160 SHA1
    SHA224 SHA256 SHA384 SHA512 SHA512_256 sipHash128 sipHash128Keyed sipHash128Reference
    sipHash128ReferenceKeyed sipHash64 sipHash64Keyed URLHash wordShingleMinHash
    wordShingleMinHashArg wordShingleMinHashArgCaseInsensitive
    wordShingleMinHashArgCaseInsensitiveUTF8 wordShingleMinHashArgUTF8
    wordShingleMinHashCaseInsensitive wordShingleMinHashCaseInsensitiveUTF8
    wordShingleMinHashUTF8 wordShingleSimHash wordShingleSimHashCaseInsensitive
    wordShingleSimHashCaseInsensitiveUTF8 wordShingleSimHashUTF8 wyHash64 xxh3 xxh3_128 xxHash32
    xxHash64 xxHash64Spark`,
  Identifiers: `
    dateTime64ToSnowflakeID dateTimeToSnowflakeID dateTimeToUUIDv7 generateSnowflakeID
    generateUUIDv4 generateUUIDv7 snowflakeIDToDateTime snowflakeIDToDateTime64 toUUIDOrDefault
    toUUIDOrNull UUIDNumToString UUIDStringToNum UUIDToNum UUIDv7ToDateTime`,
  Others: `
    bar byteSize caseWithExpression countDigits currentDatabase currentUser digits
    formatReadableDecimalSize formatReadableQuantity formatReadableSize
    formatReadableTimeDelta identity ignore isConstant isDecimalOverflow lowCardinalityKeys
    materialize minSampleSizeContinuous minSampleSizeConversion neighbor parseReadableSize
    parseReadableSizeOrNull parseReadableSizeOrZero parseTimeDelta rowNumberInAllBlocks
    rowNumberInBlock runningDifference runningDifferenceStartingWithFirstValue
    toColumnTypeName toTypeName transform variantElement variantType version visibleWidth`,
  'Other names of the functions above': `
    array_remove array_to_string arrayAUC byteSlice CARDINALITY ceiling CHAR_LENGTH
    CHARACTER_LENGTH concat_ws curdate current_database current_date current_timestamp DATABASE
    date_bin DATE_DIFF date_diff DATE_FORMAT DATE_TRUNC DAY DAYOFMONTH DAYOFWEEK DAYOFYEAR
    distanceCosine distanceCosineTransposed distanceL1 distanceL2 distanceL2Squared
    distanceL2Transposed distanceLinf distanceLp extractAllGroups flatten FORMAT_BYTES
    FROM_BASE64 FROM_DAYS FROM_UNIXTIME from_utc_timestamp HOUR INET6_ATON INET6_NTOA INET_ATON
    INET_NTOA instr isASCII JSON_ARRAY_LENGTH jsonMergePatch LAST_DAY lcase levenshteinDistance
    levenshteinDistanceUTF8 ln lpad ltrim MAP_FROM_ARRAYS mapContains mapFromString MICROSECOND
    mid MILLISECOND minSampleSizeContinous MINUTE mismatches mod modOrNull MONTH NANOSECOND
    NATURAL_SORT_KEY normalizeL1 normalizeL2 normalizeLinf normalizeLp normL1 normL2
    normL2Squared normLinf normLp OCTET_LENGTH pmod pmodOrNull positive_modulo
    positive_modulo_or_null power QUARTER rand32 REGEXP_EXTRACT regexp_instr REGEXP_MATCHES
    REGEXP_REPLACE REGEXP_SUBSTR regexpInstr removeAccentsUTF8 replace rpad rtrim scalarProduct
    scalarProductTransposed SECOND splitByAlpha str_to_date str_to_map substr SUBSTRING_INDEX
    time_bucket TIMESTAMP_DIFF timestamp_diff timestampDiff timeZone timeZoneOf timeZoneOffset
    TO_BASE64 TO_DAYS TO_UNIXTIME to_utc_timestamp toStartOfFiveMinute toTimeZone trim truncate
    ucase user UTC_timestamp vectorDifference vectorSum visitParamExtractBool visitParamExtractFloat
    visitParamExtractInt visitParamExtractRaw visitParamExtractString visitParamExtractUInt
    visitParamHas week YEAR yearweek`,
};
