import type { QueryAsked, QueryRow, Sorting } from '#core/analytics/query/reading';

type Asked = Pick<QueryAsked, 'sorting' | 'groupings'>;

/** What rows are sorted by: an expression, its direction, and the type of its values. */
type Key = {
  readonly sql: string;
  readonly isFalling: boolean;
  readonly type: 'Float64' | 'String';
};

const ratios = {
  conversionRate: ['asked_conversions', 'asked_clicks'],
  earningsPerClick: ['asked_revenue', 'asked_clicks'],
} as const;

/** The chosen order, and then the keys, so that no two rows have the same place. */
function sortKeysOf({ sorting, groupings }: Asked): readonly Key[] {
  const chosen = sorting.flatMap(({ by, isFalling }): Key[] => {
    if (typeof by !== 'string') {
      return by.key === 'time'
        ? [{ sql: 'toFloat64(unit)', isFalling, type: 'Float64' }]
        : names(groupings.indexOf(by.key)).map((sql) => ({ sql, isFalling, type: 'String' }));
    }
    return [{ sql: `toFloat64(${numberSql(by)})`, isFalling, type: 'Float64' }];
  });
  const keys = groupings.flatMap((_, index) => names(index));
  return [
    ...chosen,
    { sql: 'toFloat64(unit)', isFalling: false, type: 'Float64' },
    ...keys.map((sql): Key => ({ sql, isFalling: false, type: 'String' })),
  ];
}

function names(index: number): readonly string[] {
  return [`name${index}`, `detail${index}`];
}

function numberSql(by: Extract<Sorting['by'], string>): string {
  if (by === 'percentage') return 'tenths';
  if (by !== 'conversionRate' && by !== 'earningsPerClick') return `asked_${by}`;
  const [part, whole] = ratios[by];
  return `if(${whole} = 0, -1e18, ${part} / ${whole})`;
}

export function orderOf(asked: Asked): string {
  return sortKeysOf(asked)
    .map(({ sql, isFalling }) => `${sql} ${isFalling ? 'DESC' : 'ASC'}`)
    .join(', ');
}

/** True for the rows after the place; the parameters are `placeParams`. */
export function beyondPlace(asked: Pick<QueryAsked, 'sorting' | 'groupings' | 'after'>): string {
  if (asked.after === null) return 'true';
  const keys = sortKeysOf(asked);
  const bound = (index: number) => `{place${index}:${keys[index]?.type ?? 'String'}}`;
  const beyond = keys.map(({ sql, isFalling }, index) =>
    [
      ...keys.slice(0, index).map((key, before) => `${key.sql} = ${bound(before)}`),
      `${sql} ${isFalling ? '<' : '>'} ${bound(index)}`,
    ].join(' AND '),
  );
  return `(${beyond.map((each) => `(${each})`).join(' OR ')})`;
}

export function placeParams(after: QueryAsked['after']): Record<string, unknown> {
  if (after === null) return {};
  const values = [...after.sorted, after.unit, ...after.keys];
  return Object.fromEntries(values.map((value, index) => [`place${index}`, value]));
}

/** A row's place, as the keys give it. */
export function placeOf(
  { sorting, groupings }: Asked,
  row: Pick<QueryRow, 'unit' | 'counts' | 'tenths'> & { readonly keys: readonly string[] },
): QueryRow['place'] {
  const { unit, counts, tenths, keys } = row;
  const sorted = sorting.flatMap(({ by }): (number | string)[] => {
    if (typeof by !== 'string') {
      if (by.key === 'time') return [unit];
      const at = groupings.indexOf(by.key) * 2;
      return keys.slice(at, at + 2);
    }
    if (by === 'percentage') return [tenths];
    if (by !== 'conversionRate' && by !== 'earningsPerClick') return [counts[by]];
    const part = by === 'conversionRate' ? counts.conversions : counts.revenue;
    return [counts.clicks === 0 ? -1e18 : part / counts.clicks];
  });
  return { sorted, unit, keys };
}

/** True for rows that the search finds. Its parameters are `search` and `searchNames`. */
export function foundBy({ search }: Pick<QueryAsked, 'search'>): string {
  if (search === null) return 'true';
  const isNamed = 'has({searchNames:Array(String)}, name0)';
  if (search.text === null) return isNamed;
  const contains = (text: string) => `positionCaseInsensitiveUTF8(${text}, {search:String}) > 0`;
  return `(${contains('name0')} OR ${contains('detail0')} OR ${isNamed})`;
}
