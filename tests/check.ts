// The one test command. It imports only what Bun itself contains, so that it runs on a fresh clone.
import {
  existsSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  rmSync,
  statfsSync,
  statSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { installPackages } from '#install';

const root = join(import.meta.dir, '..');
const bun = process.execPath;
/** An extended check takes longer, and is not part of the main command. */
const extended = process.argv[2];

/**
 * Where tests keep their files. In memory where that is large enough: there, writes to a disk took a
 * fifth of the time. Tests kill processes, and never the machine, so none needs a disk.
 */
const memory = '/dev/shm';
const memoryBytes = 6 * 2 ** 30;
const scratch = join(hasMemory() ? memory : tmpdir(), `waypost-check-${process.pid}`);

/** A tool, counted as one check, or a run of `bun test`, counted by its tests. */
interface Suite {
  name: string;
  command: string[];
  limitSeconds: number;
  env?: Record<string, string>;
}

interface Outcome {
  passed: number;
  failed: number;
  said: string;
}

const tool = (name: string, ...command: string[]): Suite => ({
  name,
  command: [bun, ...command],
  limitSeconds: 320,
});

/**
 * `lanes`: how many of its files run concurrently. Each lane has its own engines. Files that took long
 * (`tests/timings.json`, in milliseconds) start first, so that no lane ends long after the others.
 */
const tests = (name: string, paths: string[], { rounds = 3, lanes = 1 } = {}): Suite => ({
  name,
  command: [
    ...[bun, 'test'],
    // Real processes start and die in these tests; speed is measured in tests/bench.
    ...['--timeout', '60000'],
    ...(lanes === 1 ? [] : [`--parallel=${lanes}`, '--no-isolate', '--timings=tests/timings.json']),
    ...paths.map((path) => `./tests/${path}`),
  ],
  limitSeconds: extended === undefined ? 1500 : 4800,
  env: { WAYPOST_FAULT_ROUNDS: String(rounds) },
});

const oxlint = 'node_modules/oxlint/bin/oxlint';
const knip = 'node_modules/knip/bin/knip-bun.js';
const tools = [
  tool('format', 'fmt', '--check'),
  tool('types', 'check', '--no-script'),
  tool('lint', oxlint, '--type-aware', '--deny-warnings', '--format=unix'),
  tool('dead code', knip),
  tool('dead code in production', knip, '--production'),
];

/** Journeys in a real Chromium. Playwright prints `34 passed` and, for failures, `1 failed`. */
const browser = (...options: string[]): Suite => ({
  name: 'browser',
  command: [bun, 'tests/e2e/run.ts', ...options],
  limitSeconds: extended === undefined ? 1280 : 4800,
});

/** Folders of `tests` that belong to neither the integration tests nor the faults. */
const others = ['core', 'e2e', 'bench', 'security', 'extended'];
/** Integration tests wait for engines about as much as they compute. */
const integrationLanes = 3;
/** In the title of a test that only `check:more` runs. */
const onlyInMore = '@more';
/** Files of the main command with such tests, or with more cases in the extended checks. */
const withMore = () =>
  [...new Bun.Glob('**/*.test.ts').scanSync({ cwd: join(root, 'tests') })]
    .filter((path) => !others.includes(path.split('/')[0] ?? ''))
    .filter((path) => hasMore(readFileSync(join(root, 'tests', path), 'utf8')))
    .toSorted();
const hasMore = (text: string) =>
  text.includes(onlyInMore) || text.includes('#tests/support/extent');
/** Tests of ClickHouse that `check:more` also runs with a cluster's tables and statements. */
const onACluster = [
  ...['analytics', 'conversions', 'limited-clicks', 'link-totals', 'live-numbers'].map(
    (name) => `adapters/clickhouse/analytics/${name}.test.ts`,
  ),
  ...['conversion-store', 'erasures'].map((name) => `adapters/clickhouse/events/${name}.test.ts`),
];
/** Faults mostly wait. More lanes would delay effects that these tests expect within seconds. */
const faultLanes = 2;

/** People's days are not UTC's days: here a day begins later than there, and some have 23 hours. */
const elsewhere = 'America/New_York';

/** The suites, in order. */
function suites(): Suite[] {
  if (extended !== undefined) return extendedSuites(extended);
  const present = readdirSync(join(root, 'tests')).filter(holdsTests);
  const integration = present.filter((name) => ![...others, 'faults', 'web'].includes(name));
  return [
    ...tools,
    // Every start needs it, and several lanes must not build it at once.
    tool('web app', 'src/launch/build.ts'),
    tests('unit', ['core']),
    { ...tests('web', ['web']), env: { TZ: elsewhere } },
    withoutMore(tests('integration', integration, { lanes: integrationLanes })),
    withoutMore(tests('faults', ['faults'], { lanes: faultLanes })),
    browser('--grep-invert', onlyInMore),
  ];
}

/** Without rare cases, and without cases that another test also covers. */
const withoutMore = (suite: Suite): Suite => ({
  ...suite,
  command: [...suite.command, `--test-name-pattern=^(?!.*${onlyInMore})`],
});

/** The stages of `check:faults`, `check:security` and `check:more`. */
function extendedSuites(name: string): Suite[] {
  if (name === 'faults') return [tests('faults', ['faults'], { rounds: 10 })];
  if (name === 'security') return [tests('security', ['security'])];
  if (name !== 'more') {
    console.error(`There is no check '${name}': it is faults, security or more`);
    process.exit(2);
  }
  const cluster = tests('cluster', onACluster);
  return [
    tests('extended', ['extended', ...withMore()]),
    { ...cluster, env: { ...cluster.env, WAYPOST_CLICKHOUSE: 'cluster' } },
    browser(),
  ].map((suite) => ({
    ...suite,
    env: { ...suite.env, WAYPOST_EXTENT: 'extended' },
  }));
}

function holdsTests(name: string): boolean {
  const folder = join(root, 'tests', name);
  if (!statSync(folder).isDirectory()) return name.endsWith('.test.ts');
  return !new Bun.Glob('**/*.test.ts').scanSync({ cwd: folder }).next().done;
}

function hasMemory(): boolean {
  if (!existsSync(memory)) return false;
  const { bavail, bsize } = statfsSync(memory);
  return bavail * bsize >= memoryBytes;
}

/** With retries, because engines that are ending remove files of these folders at the same time. */
const firmly = { recursive: true, force: true, maxRetries: 10, retryDelay: 100 };

/** Removes what a killed check of the same user has left behind. */
function removeOld(folder: string): void {
  for (const name of readdirSync(folder)) {
    const [, pid] = /^waypost-check-(\d+)$/.exec(name) ?? [];
    if (pid === undefined || existsSync(`/proc/${pid}`)) continue;
    const path = join(folder, name);
    if (statSync(path).uid === process.getuid?.()) rmSync(path, firmly);
  }
}

async function run(suite: Suite): Promise<Outcome> {
  const child = Bun.spawn(suite.command, {
    cwd: root,
    detached: true,
    env: { ...process.env, TMPDIR: scratch, ...suite.env, CI: 'true', NO_COLOR: '1' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const late = setTimeout(() => process.kill(-child.pid, 'SIGKILL'), suite.limitSeconds * 1000);
  const [out, err] = await Promise.all([
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
  ]);
  const exitCode = await child.exited;
  clearTimeout(late);
  const said = `${out}${err}`;
  if (suite.name === 'browser') return countJourneys(said, exitCode);
  return suite.command[1] === 'test' ? countTests(said, exitCode) : countTool(said, exitCode);
}

const countTool = (said: string, exitCode: number): Outcome => ({
  passed: exitCode === 0 ? 1 : 0,
  failed: exitCode === 0 ? 0 : 1,
  said,
});

/** `bun test` ends with ` 12 pass`, ` 1 fail` and, for files that did not load, ` 1 error`. */
function countTests(said: string, exitCode: number): Outcome {
  const count = (word: string) => Number(new RegExp(`^ (\\d+) ${word}$`, 'm').exec(said)?.[1] ?? 0);
  const failed = count('fail') + count('errors?');
  const isSilentFailure = exitCode !== 0 && failed === 0;
  return { passed: count('pass'), failed: failed + (isSilentFailure ? 1 : 0), said };
}

function countJourneys(said: string, exitCode: number): Outcome {
  const count = (word: string) =>
    Number(new RegExp(`^  (\\d+) ${word}\\b`, 'm').exec(said)?.[1] ?? 0);
  const failed = count('failed') + count('flaky') + count('interrupted') + count('did not run');
  const isSilentFailure = exitCode !== 0 && failed === 0;
  return { passed: count('passed'), failed: failed + (isSilentFailure ? 1 : 0), said };
}

async function timed(name: string, work: () => Promise<Outcome>): Promise<Outcome> {
  const started = performance.now();
  const outcome = await work();
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  const { passed, failed, said } = outcome;
  if (failed > 0) console.log(said.trimEnd());
  const skipped = [...said.matchAll(/^(?:\((?:skip|todo)\)|skipped:) (.*)$/gm)].map(
    ([, what]) => what,
  );
  for (const what of new Set(skipped)) console.log(`  skipped here: ${what}`);
  const mark = failed > 0 ? 'FAILED' : 'ok';
  console.log(
    `${name.padEnd(26)}${mark.padEnd(8)}${passed} passed, ${failed} failed, ${seconds} s`,
  );
  return outcome;
}

async function install(): Promise<Outcome> {
  await installPackages();
  return { passed: 1, failed: 0, said: '' };
}

const outcomes = [await timed('install', install)];
if (process.platform === 'linux') removeOld(join(scratch, '..'));
// Engines that run as another user go through it.
mkdirSync(scratch, { mode: 0o755 });
for (const suite of suites()) outcomes.push(await timed(suite.name, () => run(suite)));
rmSync(scratch, firmly);

const sum = (key: 'passed' | 'failed') => outcomes.reduce((total, each) => total + each[key], 0);
console.log(`${sum('passed')} passed, ${sum('failed')} failed`);
process.exitCode = sum('failed') === 0 ? 0 : 1;
