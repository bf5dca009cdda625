import { expect, test } from 'bun:test';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dir, '..');
const documents = [
  ...['README.md', 'ARCHITECTURE.md', 'CONTRIBUTING.md', 'SECURITY.md', 'CHANGELOG.md'],
  'clickhouse/README.md',
  ...[
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
    'three-in-the-morning',
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
