import { expect, test } from 'bun:test';
import { readStatement } from '#adapters/embedded/clickhouse/statement';

test.each([
  ['SELECT 1', 'SELECT'],
  ['  -- a remark\n/* and another */ with x AS (SELECT 1) SELECT 1', 'WITH'],
  ['#! shell\ninsert into t values (1)', 'INSERT'],
  [' ; ', ''],
  ['', ''],
])('the verb of %p is %p', (sql, verb) => {
  expect(readStatement(sql).verb).toBe(verb);
});

test.each([
  ['SELECT 1 FORMAT JSON', 'JSON'],
  ['select 1 format JSONEachRow ;  -- done', 'JSONEachRow'],
  ['SELECT 1 FORMAT CSV SETTINGS max_threads = 1', 'CSV'],
  ['SELECT format FROM t', undefined],
  ["SELECT 'FORMAT JSON'", undefined],
  ['SELECT 1 -- FORMAT JSON', undefined],
  ['SELECT a AS format FROM x', undefined],
  ["SELECT format('{}', 1)", undefined],
  ['INSERT INTO t (format) FORMAT RowBinary', 'RowBinary'],
  ['INSERT INTO t SELECT 1 FORMAT JSON', undefined],
  ['INSERT INTO t VALUES (1)', undefined],
])('the format of %p is %p', (sql, format) => {
  expect(readStatement(sql).format?.name).toBe(format);
});

test('offsets locate the clause, so that head and rows can be separated', () => {
  const sql = 'INSERT INTO t (a) FORMAT TSV\n1\tFORMAT CSV\n';

  const { format } = readStatement(sql);

  expect(sql.slice(format?.at, format?.end)).toBe('FORMAT TSV');
});

test.each([
  ['SELECT 1; SELECT 2', true],
  ['SELECT 1;;;', false],
  ['SELECT 1; -- SELECT 2', false],
  ['SELECT 1 /* ; */ , 2', false],
  ["SELECT ';DROP TABLE t'", false],
  [String.raw`SELECT '\';DROP TABLE t'`, false],
  [String.raw`SELECT '\\'; DROP TABLE t`, true],
  ["SELECT ''';'; DROP TABLE t", true],
  ['SELECT `;x`, ";y"', false],
  ['SELECT $a$;DROP$a$', false],
  ["INSERT INTO t VALUES ('a;b'); DROP TABLE t", true],
  ['INSERT INTO t FORMAT CSV\n1;2\n', false],
])('whether %p holds a second statement: %p', (sql, isStacked) => {
  expect(readStatement(sql).isStacked).toBe(isStacked);
});

test.each([
  ["SELECT 1 INTO OUTFILE '/tmp/x'", 'INTO OUTFILE'],
  ["INSERT INTO t FROM INFILE 'x' FORMAT CSV", 'FROM INFILE'],
  ["SELECT file('/etc/passwd')", 'FILE ('],
  ["SELECT `file` ('/etc/passwd')", 'FILE ('],
  ["SELECT * FROM sqlite('x', 't')", 'SQLITE ('],
  ["SELECT * FROM `\\x73qlite`('x', 't')", 'an escaped name of a function'],
  [String.raw`SELECT "\x66ile" /* . */ ('/etc/passwd')`, 'an escaped name of a function'],
  ['SELECT * APPLY `\\x66ile` FROM t', 'an escaped name of a function'],
  ['SELECT 1 AS "a\\tb" FROM t WHERE `c\\`` = (1)', undefined],
  ["INSERT INTO t SELECT * FROM input('a Int8') FORMAT CSV", 'INPUT ('],
  ["SELECT 'file(' AS file", undefined],
  ['SELECT input FROM t', undefined],
  ["BACKUP DATABASE d TO File('x')", undefined],
])('what is refused in %p: %p', (sql, refused) => {
  expect(readStatement(sql).refused).toBe(refused);
});

test.each([
  [
    String.raw`SELECT 'a\'b -- ; $$', "c""d", 1.5e3 FROM x.y WHERE {p:Map(String, Int8)} != [1]`,
    true,
  ],
  ['SELECT \'\u2018é\', "\u201c"\nFROM t', true],
  ['SELECT 1 -- remark', false],
  ['SELECT 1 /* remark */', false],
  ['SELECT 1 # remark', false],
  ['SELECT 1;', false],
  ['SELECT $$a$$', false],
  ['SELECT $x$a$x$', false],
  ['SELECT 1 AS a$', false],
  ['SELECT \u2018a\u2019', false],
  ['SELECT \u201ca\u201d', false],
  ['SELECT é', false],
  ['SELECT 1\0', false],
  ["SELECT 'open", false],
  ['SELECT "open', false],
  ['SELECT `open', false],
])('whether %p is read as the engine reads it: %p', (sql, isPlain) => {
  expect(readStatement(sql).isPlain).toBe(isPlain);
});

test('a statement of several megabytes is parsed in linear time without deep recursion', () => {
  const text = `SELECT '${"it''s \\' ".repeat(300_000)}' FORMAT JSON`;

  expect(readStatement(text)).toMatchObject({ verb: 'SELECT', format: { name: 'JSON' } });
});
