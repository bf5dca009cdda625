import { expect, test } from 'bun:test';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readConfig } from '#config';
import { environment } from '#roots/config/environment';

const configuration = readFileSync(join(import.meta.dir, '../docs/configuration.md'), 'utf8');
const variables = Object.keys(environment.shape);

/** The table's rows: a variable, or the common prefix of several, such as `S3_…`. */
const rows = [...configuration.matchAll(/^\| `([A-Z\d_]+…?)` +\| (.*?) +\|/gm)].map(
  ([, name = '', byDefault = '']) => ({ name, byDefault: byDefault.replaceAll('`', '') }),
);

const isMeant = (variable: string, row: string) =>
  row.endsWith('…') ? variable.startsWith(row.slice(0, -1)) : variable === row;

test('the table of configuration.md lists every variable that is read, and no other', () => {
  const missing = variables.filter((variable) => !rows.some(({ name }) => isMeant(variable, name)));
  const unread = rows.filter(({ name }) => !variables.some((variable) => isMeant(variable, name)));

  expect(rows.length).toBeGreaterThan(20);
  expect(missing).toEqual([]);
  expect(unread).toEqual([]);
});

test('variables that share a row are each named in it or below it', () => {
  expect(variables.filter((variable) => !configuration.includes(`\`${variable}\``))).toEqual([]);
});

test('every default in the table is the actual default', () => {
  const literal = rows.filter(
    ({ byDefault }) => /^[\w./]+$/.test(byDefault) && !variables.includes(byDefault),
  );
  const set = literal.filter(({ byDefault }) => byDefault !== 'generated');

  expect(set.length).toBeGreaterThan(8);
  for (const { name, byDefault } of set) {
    expect([name, readConfig({ [name]: byDefault })]).toEqual([name, readConfig({})]);
  }
});
