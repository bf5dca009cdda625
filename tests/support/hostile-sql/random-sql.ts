import { isAllowedFunction } from '#adapters/clickhouse/analysts/allowed-functions';
import type { ClickHouse } from '#adapters/clickhouse/connect';

/** What the engine itself says it has: the words of which the statements are made. */
export type Vocabulary = {
  readonly functions: readonly string[];
  readonly tableFunctions: readonly string[];
  readonly settings: readonly string[];
  readonly formats: readonly string[];
};

export async function vocabularyOf(client: ClickHouse): Promise<Vocabulary> {
  const names = async (table: string): Promise<string[]> => {
    const query = `SELECT DISTINCT name FROM system.${table} ORDER BY name`;
    const answer = await client.query({ query, format: 'JSONCompactEachRow' });
    return (await answer.json<[string]>()).map(([name]) => name);
  };
  return {
    functions: await names('functions'),
    tableFunctions: await names('table_functions'),
    settings: await names('settings'),
    formats: await names('formats'),
  };
}

const tables = [
  ...['clicks', 'conversions', 'links', 'daily', 'analyst.clicks', 'waypost.clicks'],
  ...['waypost.conversions', 'waypost.clicks_archive', 'waypost.analyst_links', 'system.tables'],
  ...['split_tests', 'split_destinations', 'waypost.analyst_split_tests'],
  ...['system.parts', 'system.processes', 'system.one', 'system.numbers', 'default.clicks'],
  ...['analyst_catalog.tables', 'information_schema.tables', '`waypost`.`clicks`', '"clicks"'],
];
const columns = [
  'city',
  'user_id',
  'link_id',
  'clicked_at',
  'n',
  '*',
  'name',
  'a',
  'count()',
  '_part',
];
const values = [
  ...['1', '0', '-1', "'x'", "'/etc/passwd'", 'NULL', '[1, 2]', '(1, 2)', "map('a', 1)", 'now()'],
  ...[
    "'waypost'",
    "'clicks'",
    "'http://127.0.0.1:1/'",
    '1e9',
    "toUUID('7b1f0c52-9d0e-4e7a-8f21-c0ffee00000b')",
  ],
  ...["'CSV'", "'SELECT * FROM waypost.clicks'", '18446744073709551615', "''", "'.*'", 'x -> x'],
];

/** A name in quotes, in the engine's escapes, or in quotes of Unicode. */
function disguised(name: string, way: number): string {
  const code = name.charCodeAt(0).toString(16).padStart(2, '0');
  const escaped = `\\x${code}${name.slice(1)}`;
  return [`\`${name}\``, `\`${escaped}\``, `"${escaped}"`, `\u201c${name}\u201d`][way] ?? name;
}

/** Writes statements from the vocabulary; the same seed writes the same ones. */
export function randomSql(words: Vocabulary, seed: number) {
  let state = seed >>> 0 || 1;
  const below = (count: number): number => {
    // xorshift32
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    state >>>= 0;
    return state % count;
  };
  const one = (from: readonly string[]): string => from[below(from.length)] ?? '';
  const chance = (percent: number): boolean => below(100) < percent;

  // Most statements would end at an unknown function, if all were drawn alike.
  const known = words.functions.filter(isAllowedFunction);
  const name = (): string => one(chance(80) ? known : words.functions);
  const table = (): string => one(chance(60) ? tables.slice(0, 5) : tables);

  const expression = (depth: number): string => {
    if (depth <= 0) return chance(50) ? one(values) : one(columns);
    switch (below(9)) {
      case 0:
        return `(${select(depth - 1)})`;
      case 1:
        return `${expression(depth - 1)} IN (${chance(50) ? select(depth - 1) : table()})`;
      case 2:
        return `${expression(depth - 1)} ${one(['+', '=', '<', 'AND', '||', 'LIKE', 'IN', '.'])} ${expression(depth - 1)}`;
      case 3:
        return `CAST(${expression(depth - 1)}, '${one(['String', 'UInt8', 'Array(String)', 'UUID'])}')`;
      default: {
        const count = 1 + below(3) - (chance(15) ? 1 : 0);
        const given = Array.from({ length: count }, () => expression(depth - 1)).join(', ');
        const quoted = chance(4) ? disguised(name(), below(4)) : name();
        return `${quoted}${chance(3) ? '(0.5)' : ''}(${given})`;
      }
    }
  };

  const source = (depth: number): string => {
    const picked = below(10);
    if (picked < 7) return table();
    if (picked < 9 && depth > 0) return `(${select(depth - 1)})`;
    const given = Array.from({ length: below(4) }, () => one([...values, ...tables])).join(', ');
    const called = one(words.tableFunctions);
    return `${chance(10) ? disguised(called, below(4)) : called}(${given})`;
  };

  const select = (depth: number): string => {
    const parts = [
      chance(15)
        ? `WITH ${chance(50) ? `a AS (${select(depth - 1)})` : `${expression(1)} AS a`}`
        : '',
      `SELECT ${expression(depth)}${chance(4) ? ` APPLY(${one(words.functions)})` : ''}`,
      chance(80) ? `FROM ${source(depth)}${chance(10) ? ' FINAL' : ''}` : '',
      chance(15)
        ? `${one(['LEFT JOIN', 'JOIN', 'CROSS JOIN', ','])} ${source(depth)} ON 1 = 1`
        : '',
      chance(25) ? `WHERE ${expression(depth - 1)}` : '',
      chance(15) ? `GROUP BY ${expression(depth - 1)}` : '',
      chance(15) ? `ORDER BY ${expression(depth - 1)}` : '',
      chance(30) ? `LIMIT ${below(5)}` : '',
      chance(4) ? `SETTINGS log_comment = 'sql:7b1f0c52-9d0e-4e7a-8f21-c0ffee00000b:x'` : '',
      chance(10) ? `UNION ALL ${select(depth - 1)}` : '',
    ];
    return parts.filter((part) => part !== '').join(chance(3) ? ' /* ; */ ' : ' ');
  };

  return (): string => {
    const ending = [
      chance(6) ? `SETTINGS ${one(words.settings)} = ${one(values)}` : '',
      chance(8) ? `FORMAT ${one(words.formats)}` : '',
      chance(3) ? `INTO OUTFILE '/tmp/waypost-hostile-out'` : '',
      chance(2) ? `; ${select(1)}` : '',
    ];
    const beginning = chance(5)
      ? one(['EXPLAIN ', 'DESCRIBE ', 'SHOW TABLES FROM ', 'INSERT INTO '])
      : '';
    return [beginning + select(below(3)), ...ending].filter((part) => part !== '').join(' ');
  };
}
