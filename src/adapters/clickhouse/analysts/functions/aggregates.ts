/** Aggregate and window functions of an account's own statements, without combinators such as `If`. */
export const aggregateFunctions: Readonly<Record<string, string>> = {
  Aggregates: `
    analysisOfVariance any any_respect_nulls anyHeavy anyLast anyLast_respect_nulls approx_top_k
    approx_top_sum argAndMax argAndMin argMax argMin avg avgWeighted boundingRatio
    categoricalInformationValue contingency corr corrMatrix corrStable count covarPop
    covarPopMatrix covarPopStable covarSamp covarSampMatrix covarSampStable cramersV
    cramersVBiasCorrected cume_dist deltaSum deltaSumTimestamp denseRank entropy
    exponentialMovingAverage exponentialTimeDecayedAvg exponentialTimeDecayedCount
    exponentialTimeDecayedMax exponentialTimeDecayedSum groupArray groupArrayInsertAt
    groupArrayIntersect groupArrayLast groupArrayMovingAvg groupArrayMovingSum groupArraySample
    groupArraySorted groupBitAnd groupBitmap groupBitmapAnd groupBitmapOr groupBitmapXor
    groupBitOr groupBitXor groupConcat groupUniqArray histogram intervalLengthSum
    kolmogorovSmirnovTest kurtPop kurtSamp lag lagInFrame largestTriangleThreeBuckets lead
    leadInFrame mannWhitneyUTest max maxIntersections maxIntersectionsPosition maxMappedArrays
    meanZTest min minMappedArrays nonNegativeDerivative nth_value ntile percentRank quantile
    quantileBFloat16 quantileBFloat16Weighted quantileDD quantileDeterministic quantileExact
    quantileExactExclusive quantileExactHigh quantileExactInclusive quantileExactLow
    quantileExactWeighted quantileExactWeightedInterpolated quantileGK
    quantileInterpolatedWeighted quantiles quantilesBFloat16 quantilesBFloat16Weighted
    quantilesDD quantilesDeterministic quantilesExact quantilesExactExclusive quantilesExactHigh
    quantilesExactInclusive quantilesExactLow quantilesExactWeighted
    quantilesExactWeightedInterpolated quantilesGK quantilesInterpolatedWeighted
    quantilesTDigest quantilesTDigestWeighted quantilesTiming quantilesTimingWeighted
    quantileTDigest quantileTDigestWeighted quantileTiming quantileTimingWeighted rank rankCorr
    retention row_number sequenceCount sequenceMatch sequenceMatchEvents simpleLinearRegression
    singleValueOrNull skewPop skewSamp sparkbar stddevPop stddevPopStable stddevSamp
    stddevSampStable studentTTest studentTTestOneSample sum sumCount sumKahan sumMapFiltered
    sumMapFilteredWithOverflow sumMappedArrays sumMapWithOverflow sumWithOverflow theilsU topK
    topKWeighted uniq uniqCombined uniqCombined64 uniqExact uniqHLL12 uniqUpTo varPop
    varPopStable varSamp varSampStable welchTTest windowFunnel`,
  'Other names': `
    anova any_value any_value_respect_nulls anyLastRespectNulls anyRespectNulls
    anyValueRespectNulls approx_top_count array_agg BIT_AND BIT_OR BIT_XOR COVAR_POP COVAR_SAMP
    dense_rank first_value first_value_respect_nulls firstValueRespectNulls group_concat
    last_value last_value_respect_nulls lastValueRespectNulls lttb max_by median medianBFloat16
    medianBFloat16Weighted medianDD medianDeterministic medianExact medianExactHigh
    medianExactLow medianExactWeighted medianExactWeightedInterpolated medianGK
    medianInterpolatedWeighted medianTDigest medianTDigestWeighted medianTiming
    medianTimingWeighted min_by percent_rank sparkBar STD STDDEV STDDEV_POP STDDEV_SAMP
    string_agg VAR_POP VAR_SAMP`,
};
