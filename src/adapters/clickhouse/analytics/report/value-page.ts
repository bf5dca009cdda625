import type { Dimension } from '#core/analytics/report/dimensions';
import type {
  ListedPlace,
  ReportScope,
  ReportValues,
  ValueSearch,
} from '#core/analytics/report/report-reading';
import { reading } from '#adapters/clickhouse/analytics/statement-limits';
import { withTenths } from '#adapters/clickhouse/analytics/tenths-sql';
import type { ClickHouse } from '#adapters/clickhouse/connect';
import { filterParams, isUnfiltered } from './filters-sql.ts';
import { daysParams, spanDays, spanParams } from './spans.ts';
import { countedValues, type ValuesShape } from './values-sql.ts';

type Row = readonly [
  name: string,
  detail: string,
  clicks: number,
  conversions: number,
  compared: number,
  count: number,
  total: number,
  tenths: number,
];

/** One list of the report, page by page. */
export function clickhouseValues(client: ClickHouse): ReportValues {
  return {
    async page(scope, asked) {
      const { period, compared, search, after, limit } = asked;
      const days = isUnfiltered(scope) ? spanDays(period, compared) : null;
      const answer = await client.query({
        query: pageOfValues(scope, { ...asked, isCompared: compared !== null, days }),
        query_params: {
          ...filterParams(scope),
          ...spanParams('asked', period),
          ...(compared && spanParams('compared', compared)),
          ...daysParams('asked', days?.asked ?? null),
          ...daysParams('compared', days?.compared ?? null),
          ...searchParams(search),
          ...positionParams(after),
          rowLimit: limit,
        },
        format: 'JSONCompactEachRow',
        ...reading(),
      });
      const rows = await answer.json<Row>();
      const [, , , , , count = 0, clicks = 0] = rows[0] ?? [];
      return { rows: rows.map(valueFrom), count, clicks };
    },
  };
}

type Asked = ValuesShape & {
  readonly dimension: Dimension;
  readonly search: ValueSearch | null;
  readonly after: ListedPlace | null;
};

/** The numbers over all values are counted before the page is cut out. */
function pageOfValues(scope: ReportScope, asked: Asked): string {
  const { dimension, search, after } = asked;
  const beyond = `(-clicks, -conversions, -compared, name, detail)
    > (-{positionClicks:Int64}, -{positionConversions:Int64}, -{positionCompared:Int64}, {positionName:String},
      {positionDetail:String})`;
  return `
    SELECT name, detail, clicks, conversions, compared, found, total, tenths FROM (
      SELECT name, detail, clicks, conversions, compared, tenths, is_found,
        toInt64(countIf(is_found) OVER ()) AS found, sum(clicks) OVER () AS total
      FROM (
        SELECT *, clicks + conversions + compared > 0 AND ${isFound(search)} AS is_found
        FROM (${withTenths(countedValues(scope, [dimension], asked))})))
    WHERE is_found AND ${after ? beyond : 'true'}
    ORDER BY clicks DESC, conversions DESC, compared DESC, name, detail
    LIMIT {rowLimit:UInt32}`;
}

function isFound(search: ValueSearch | null): string {
  if (search === null) return 'true';
  const isNamed = 'has({searchNames:Array(String)}, name)';
  if (search.text === null) return isNamed;
  const contains = (text: string) => `positionCaseInsensitiveUTF8(${text}, {search:String}) > 0`;
  return `(${contains('name')} OR ${contains('detail')} OR ${isNamed})`;
}

function searchParams(search: ValueSearch | null) {
  return search && { search: search.text ?? '', searchNames: search.names };
}

function positionParams(position: ListedPlace | null) {
  return (
    position && {
      positionClicks: position.clicks,
      positionConversions: position.conversions,
      positionCompared: position.comparedClicks,
      positionName: position.name,
      positionDetail: position.detail,
    }
  );
}

function valueFrom([name, detail, clicks, conversions, comparedClicks, , , tenths]: Row) {
  return { name, detail, clicks, conversions, comparedClicks, tenths };
}
