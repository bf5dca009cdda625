import { expect, test } from 'bun:test';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { plannedVisits } from '#core/split-tests/plan';

const root = join(import.meta.dir, '..');
const documents = [
  ...['README.md', 'ARCHITECTURE.md', 'CONTRIBUTING.md', 'SECURITY.md', 'CHANGELOG.md'],
  'clickhouse/README.md',
  ...[
    'analytics-query',
    'backup',
    'choices',
    'configuration',
    'conversions',
    'evidence',
    'guarantees',
    'install',
    'limits',
    'links',
    'operate',
    'scale',
    'sizing',
    'split-tests',
    'three-in-the-morning',
    'guides/webhooks',
  ].map((name) => `docs/${name}.md`),
];

/** Paths in backticks that begin with one of the repository's folders. */
function namedPaths(text: string): string[] {
  const named = text.matchAll(
    /`((?:src|web|tests|migrations|clickhouse|deploy|docs|patches)\/[\w./-]*)`/g,
  );
  return [...named].map(([, path = '']) => path);
}

test('every file and folder that a document names exists', () => {
  const missing = documents.flatMap((document) =>
    namedPaths(readFileSync(join(root, document), 'utf8'))
      .filter((path) => !existsSync(join(root, path)))
      .map((path) => `${document} names ${path}`),
  );

  expect(missing).toEqual([]);
  expect(namedPaths('`src/core/nowhere.ts` and `web/`')).toEqual(['src/core/nowhere.ts', 'web/']);
});

test('ARCHITECTURE.md is short, tells each journey by at most ten files, and names every folder', () => {
  const text = readFileSync(join(root, 'ARCHITECTURE.md'), 'utf8');
  const [, journeys = ''] = text.split(/^## /m).filter((part) => !part.startsWith('Entry'));
  const steps = journeys
    .split('\n\n')
    .slice(1)
    .map((journey) => journey.match(/`[^`\s]+\.tsx?`/g)?.length ?? 0)
    .filter((files) => files > 0);
  const folders = ['src/core', 'src/adapters', 'src'].flatMap((folder) =>
    readdirSync(join(root, folder), { withFileTypes: true })
      .filter((entry) => entry.isDirectory())
      .map(({ name }) => name),
  );

  expect(text.split('\n').length).toBeLessThanOrEqual(151);
  expect(steps.length).toBe(4);
  expect(steps.filter((files) => files > 10)).toEqual([]);
  expect(folders.filter((name) => !new RegExp(`\\b${name}\\b`).test(text))).toEqual([]);
});

test('the table of docs/split-tests.md is what Waypost plans', () => {
  const manual = readFileSync(join(root, 'docs/split-tests.md'), 'utf8');
  const [, table = ''] = /(\| Rate  \|[^\n]*\n(?:\|[^\n]*\n)+)/.exec(manual) ?? [];
  const [head = [], , ...rows] = table
    .trim()
    .split('\n')
    .map((line) => line.split('|').slice(2, -1));
  const rates = [...table.matchAll(/^\| ([\d.]+) % /gm)].map(
    ([, percent]) => Number(percent) / 100,
  );
  const [numbers, planned] = [
    rows.map((row) => row.map((cell) => cell.trim())),
    rates.map((rate) =>
      head.map((cell) => {
        const [, destinations, percent] = /(\d), \+(\d+) %/.exec(cell) ?? [];
        const lift = Number(percent) / 100;
        const visits = plannedVisits({ rate, lift, destinations: Number(destinations) });
        return Number(visits.toPrecision(2)).toLocaleString('en-US');
      }),
    ),
  ];

  expect(numbers.length).toBe(5);
  expect(numbers).toEqual(planned);
});
