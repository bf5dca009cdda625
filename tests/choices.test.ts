import { expect, test } from 'bun:test';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';

const root = join(import.meta.dir, '..');
const names = z.record(z.string(), z.string()).transform((versions) => Object.keys(versions));
const { dependencies, optionalDependencies, devDependencies } = z
  .object({ dependencies: names, optionalDependencies: names, devDependencies: names })
  .parse(JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')));

/** The names before the colon of each item, by the heading above the list. */
function chosenIn(text: string): Map<string, string[]> {
  return new Map(
    text.split(/^## /m).map((section): [string, string[]] => {
      const [heading = '', ...lines] = section.split('\n');
      const items = lines.filter((line) => line.startsWith('- ')).map((line) => line.split(':')[0]);
      return [heading, items.flatMap((item = '') => item.match(/(?<=`)[^`, ]+(?=`)/g) ?? [])];
    }),
  );
}

const chosen = chosenIn(readFileSync(join(root, 'docs/choices.md'), 'utf8'));
const itemsOf = (heading: string): string[] => chosen.get(heading) ?? [];
/** `@types/*` stands for each package with that prefix. */
const isNamed = (item: string, name: string): boolean =>
  item.endsWith('*') ? name.startsWith(item.slice(0, -1)) : item === name;

const lists: [heading: string, packages: string[]][] = [
  ['Packages that run in production', [...dependencies, ...optionalDependencies]],
  ['Packages for building and testing', devDependencies],
];

test.each(lists)(
  'docs/choices.md, %s: each package has an item, and each item a package',
  (heading, packages) => {
    const items = itemsOf(heading);

    expect(
      packages.filter((name) => items.filter((item) => isNamed(item, name)).length !== 1),
    ).toEqual([]);
    expect(items.filter((item) => !packages.some((name) => isNamed(item, name)))).toEqual([]);
  },
);

test('docs/choices.md: packages listed as unused are not installed', () => {
  const installed = lists.flatMap(([, packages]) => packages);
  const unused = itemsOf('Packages of the stack that are not used');

  expect(unused.length).toBeGreaterThan(3);
  expect(unused.filter((name) => installed.includes(name))).toEqual([]);
});
