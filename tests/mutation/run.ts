// `bun run check:mutants`: makes small mistakes in the rules that must never be wrong, one at a time,
// and runs their tests. A mistake that no test notices has survived. At least 85 % of each subject's
// must be noticed, and each sync that is left out. An argument selects a subject: `lines`, `spool`,
// `syncs`, `attribution`, `billing`, `archive`, `split`, `verdict`.
import { cpSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { mutantsOf, withoutSyncs, type Mutant } from './mutants.ts';

const leastNoticed = 0.85;
const limitMs = 60_000;
const root = join(import.meta.dir, '../..');

type Subject = {
  readonly name: string;
  readonly sources: string[];
  readonly tests: string[];
  /** The mistakes; without it, those of `mutantsOf`. */
  readonly mutants?: typeof mutantsOf;
  /** The part that must be noticed; without it, `leastNoticed`. */
  readonly least?: number;
};

const subjects: readonly Subject[] = [
  {
    name: 'lines',
    sources: ['line', 'conversion-line'].map((name) => `src/adapters/spool/${name}.ts`),
    tests: ['line', 'conversion-line', 'segments'].map(
      (name) => `tests/adapters/spool/${name}.test.ts`,
    ),
  },
  {
    name: 'spool',
    sources: ['read-segment', 'split-segment', 'sealed-segments'].map(
      (name) => `src/adapters/spool/${name}.ts`,
    ),
    // The fast ones first: the simulation runs only for mistakes that they do not notice.
    tests: [
      ...['segments', 'read-segment', 'split-segment', 'segment-queue', 'sealed-segments'],
      'drain-simulation',
    ].map((name) => `tests/adapters/spool/${name}.test.ts`),
  },
  {
    name: 'syncs',
    sources: [
      ...['writer', 'spool', 'current-segment', 'open-segment', 'segment-io', 'disk'],
      ...['seal-segment', 'split-segment', 'drain/dead-letters', 'conversion-spool'],
      ...['split-counters', 'counter-chunk', 'own-salts', 'instance-id', 'reserve/tend-reserve'],
    ]
      .map((name) => `src/adapters/spool/${name}.ts`)
      .concat(
        ['disk/durable', 'snapshot/snapshot-file', 'backups/data-folder'].map(
          (path) => `src/adapters/${path}.ts`,
        ),
      ),
    tests: [
      'disk/durable',
      ...['synced', 'split-segment', 'own-salts', 'current-segment', 'drain-simulation'].map(
        (name) => `spool/${name}`,
      ),
    ].map((name) => `tests/adapters/${name}.test.ts`),
    mutants: withoutSyncs,
    least: 1,
  },
  {
    name: 'attribution',
    sources: ['attribute', 'judge-click', 'raw-conversion', 'repeat', 'version'].map(
      (name) => `src/core/conversions/${name}.ts`,
    ),
    tests: ['tests/core/conversions'],
  },
  {
    name: 'billing',
    sources: ['plan', 'entitlement', 'maintain-billing'].map(
      (name) => `src/core/billing/${name}.ts`,
    ),
    tests: ['tests/core/billing'],
  },
  {
    name: 'archive',
    sources: ['src/core/clicks/fold-expired-months.ts'],
    tests: ['tests/core/clicks/fold-expired-months.test.ts'],
  },
  {
    name: 'split',
    sources: ['src/core/redirect/split-test.ts', 'src/adapters/spool/split-counters.ts'],
    tests: ['tests/core/redirect', 'tests/adapters/spool/split-counters.test.ts'],
  },
  {
    name: 'verdict',
    sources: ['evidence', 'counts', 'checks', 'revenue', 'shares', 'plan', 'judge', 'state'].map(
      (name) => `src/core/split-tests/${name}.ts`,
    ),
    tests: ['tests/core/split-tests'],
  },
];

/** Changes without an effect, so that no test can notice them: where, and what is written instead. */
const equivalents: readonly {
  readonly path: string;
  readonly at: RegExp;
  readonly is: string;
  readonly why: string;
}[] = [
  {
    path: 'src/adapters/spool/split-counters.ts',
    at: /at \+ versionAt/,
    is: '-',
    why: 'versionAt is 0',
  },
  {
    path: 'src/adapters/spool/read-segment.ts',
    at: /MsField \+ 2\)/,
    is: '3',
    why: 'only whether a fourth field exists is asked; a fifth one changes nothing',
  },
  {
    path: 'src/adapters/spool/read-segment.ts',
    at: /start < bytes/,
    is: '<=',
    why: 'adds an empty line at the end, and both readers ignore empty lines',
  },
  {
    path: 'src/adapters/spool/split-segment.ts',
    at: /ash\[[68]\] \?\? 0\)/,
    is: '1',
    why: 'a SHA-256 hash has 32 bytes, so the alternative is never taken',
  },
  {
    path: 'src/adapters/spool/sealed-segments.ts',
    at: /length \?\? 0 \}\)/,
    is: '1',
    why: 'a split makes one segment for each part, so the alternative is never taken',
  },
  {
    path: 'src/adapters/spool/sealed-segments.ts',
    at: /itMs \?\? 0\)/,
    is: '1',
    why: 'the age of a file without a segment is not used',
  },
];

const isEquivalent = (path: string, { text, is }: Mutant): boolean =>
  equivalents.some((one) => one.path === path && one.is === is && one.at.test(text));

/** A copy of the sources and tests, in which one mutant at a time is written. */
function workshop() {
  const folder = mkdtempSync(join(tmpdir(), 'waypost-mutants-'));
  for (const part of ['src', 'tests', 'migrations', 'clickhouse']) {
    cpSync(join(root, part), join(folder, part), { recursive: true });
  }
  for (const file of ['package.json', 'tsconfig.json', 'bunfig.toml']) {
    cpSync(join(root, file), join(folder, file));
  }
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
  const pass = async (tests: readonly string[]): Promise<boolean> => {
    const paths = tests.map((path) => `./${path}`);
    const child = Bun.spawn([process.execPath, 'test', '--bail', '--timeout=10000', ...paths], {
      cwd: folder,
      detached: true,
      stdio: ['ignore', 'ignore', 'ignore'],
    });
    const late = setTimeout(() => process.kill(-child.pid, 'SIGKILL'), limitMs);
    const code = await child.exited;
    clearTimeout(late);
    return code === 0;
  };
  return {
    pass,
    /** Whether the tests pass although the source has this mistake. */
    async survives(path: string, { source }: Mutant, tests: readonly string[]): Promise<boolean> {
      writeFileSync(join(folder, path), source);
      const survived = await pass(tests);
      cpSync(join(root, path), join(folder, path));
      return survived;
    },
    remove: () => rmSync(folder, { recursive: true }),
  };
}

async function tryAll({
  name,
  sources,
  tests,
  mutants = mutantsOf,
  least = leastNoticed,
}: Subject): Promise<boolean> {
  const waiting: { path: string; mutant: Mutant }[] = [];
  for (const path of sources) {
    const source = await Bun.file(join(root, path)).text();
    for (const mutant of mutants(path, source)) {
      if (!isEquivalent(path, mutant)) waiting.push({ path, mutant });
    }
  }
  const all = waiting.length;
  const survivors: string[] = [];
  const work = async (): Promise<void> => {
    const place = workshop();
    try {
      if (!(await place.pass(tests)))
        throw new Error(`The tests of ${name} fail without a mistake`);
      for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
        const { path, mutant } = next;
        if (!(await place.survives(path, mutant, tests))) continue;
        survivors.push(`${path}:${mutant.line}: ${mutant.was} → ${mutant.is}`);
      }
    } finally {
      place.remove();
    }
  };
  await Promise.all(Array.from({ length: availableParallelism() }, work));
  const noticed = (all - survivors.length) / all;
  for (const one of survivors.toSorted()) console.log(`  survived ${one}`);
  console.log(
    `${name}: ${all - survivors.length} of ${all} noticed, ${Math.round(noticed * 100)} %`,
  );
  return noticed >= least;
}

const only = process.argv[2];
let isEnough = true;
for (const subject of subjects.filter(({ name }) => only === undefined || name === only)) {
  isEnough = (await tryAll(subject)) && isEnough;
}
process.exitCode = isEnough ? 0 : 1;
