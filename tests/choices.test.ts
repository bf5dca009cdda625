import { expect, test } from 'bun:test';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';

const root = join(import.meta.dir, '..');
const names = z.record(z.string(), z.string()).transform((versions) => Object.keys(versions));
const { dependencies, optionalDependencies, devDependencies } = z
  .object({ dependencies: names, optionalDependencies: names, devDependencies: names })
  .parse(JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')));

/** The names in the first column of each table, by the heading above the table. */
function chosenIn(text: string): Map<string, string[]> {
  return new Map(
    text.split(/^## /m).map((section): [string, string[]] => {
      const [heading = '', ...lines] = section.split('\n');
      const cells = lines.filter((line) => line.startsWith('|')).map((line) => line.split('|')[1]);
      return [heading, cells.flatMap((cell = '') => cell.match(/(?<=`)[^`, ]+(?=`)/g) ?? [])];
    }),
  );
}

const chosen = chosenIn(readFileSync(join(root, 'docs/choices.md'), 'utf8'));
const rowsOf = (heading: string): string[] => chosen.get(heading) ?? [];
/** `@types/*` stands for each package with that prefix. */
const isNamed = (row: string, name: string): boolean =>
  row.endsWith('*') ? name.startsWith(row.slice(0, -1)) : row === name;

const tables: [heading: string, packages: string[]][] = [
  ['Packages that run in production', [...dependencies, ...optionalDependencies]],
  ['Packages for building and testing', devDependencies],
];

test.each(tables)(
  'docs/choices.md, %s: each package has a row, and each row a package',
  (heading, packages) => {
    const rows = rowsOf(heading);

    expect(
      packages.filter((name) => rows.filter((row) => isNamed(row, name)).length !== 1),
    ).toEqual([]);
    expect(rows.filter((row) => !packages.some((name) => isNamed(row, name)))).toEqual([]);
  },
);

test('docs/choices.md: packages listed as unused are not installed', () => {
  const installed = tables.flatMap(([, packages]) => packages);
  const unused = rowsOf('Packages of the stack that are not used');

  expect(unused.length).toBeGreaterThan(3);
  expect(unused.filter((name) => installed.includes(name))).toEqual([]);
});
