import type { Reports } from '#core/analytics/ports';
import type { VariantReading } from '#core/analytics/reading';
import type { ClickHouse } from '#adapters/clickhouse/connect';
import { isConversion } from './scope-sql.ts';
import { reading } from './statement-limits.ts';
import { timeParams, within } from './times.ts';

/** The variants of a split test. */
export function clickhouseVariants(client: ClickHouse): Reports['variants'] {
  return async (test, period) => {
    const answer = await client.query({
      query: numbersOfVariants,
      query_params: { ...test, ...timeParams(new Map([['asked', period]])) },
      format: 'JSONCompactEachRow',
      ...reading(),
    });
    return variantsFrom(await answer.json<VariantRow>());
  };
}

const ofTheLink = 'user_id = {userId:UUID} AND link_id = {linkId:UUID}';

/** Rows of a variant (0: not assigned), a currency (empty for its clicks), and numbers. */
const numbersOfVariants = `
  SELECT 'clicks' AS part, variant AS place, '' AS code, [toInt64(count())] AS numbers
  FROM clicks
  WHERE ${ofTheLink} AND variant > 0 AND class = 'human' AND split_version = {version:UInt32}
    AND ${within('asked', 'clicked_at')}
  GROUP BY place
  UNION ALL
  SELECT 'money' AS part,
    if(split_version IN (0, {version:UInt32}), variant, 0) AS place, toString(currency) AS code,
    [toInt64(countIf(${isConversion})), sum(value_cents), sum(profit_cents)] AS numbers
  FROM conversions FINAL
  WHERE ${ofTheLink} AND NOT removed AND ${within('asked', 'converted_at')}
  GROUP BY place, code`;

type VariantRow = readonly ['clicks' | 'money', number, string, readonly number[]];

function variantsFrom(rows: readonly VariantRow[]): readonly VariantReading[] {
  return [...Map.groupBy(rows, ([, variant]) => variant)].map(([variant, ofIt]) => ({
    variant,
    clicks: ofIt.find(([part]) => part === 'clicks')?.[3][0] ?? 0,
    money: ofIt.filter(([part]) => part === 'money').map(moneyFrom),
  }));
}

function moneyFrom([, , currency, numbers]: VariantRow): VariantReading['money'][number] {
  const [conversions = 0, revenueCents = 0, profitCents = 0] = numbers;
  return { currency, conversions, revenueCents, profitCents };
}
