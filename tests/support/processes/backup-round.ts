import { readdirSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { type Person, personAt, signUp } from '#tests/support/person';
import { everythingKept } from '#tests/support/databases/everything-kept';
import { eventually } from '#tests/support/waiting';
import { operate } from './operate.ts';
import { startedDataDir } from './started-data-dir.ts';
import { newDataDir, startWaypost, type Waypost } from './waypost.ts';
import { visit } from '#tests/support/visitor';

export type BackupRound = {
  /** Visits whose 302 had arrived when the backup began. */
  readonly acceptedBefore: number;
  /** Visits that were begun at all. */
  readonly begun: number;
  readonly links: readonly string[];
  /** The restored Waypost, with the session of before. */
  readonly restored: Waypost;
  readonly owner: Person;
  /** Once every restored line is stored: all clicks, and how many different ones they are. */
  stored(): Promise<{ clicks: number; different: number }>;
};

type Options = {
  /** Where the backup goes: a folder, or a bucket. */
  readonly target: string;
  readonly env?: Readonly<Record<string, string>>;
  /** How many visits are answered before the backup begins. */
  readonly visitsBefore: number;
  /** Between a visitor's visits; with 0 the drain falls behind, and all waits in the spool. */
  readonly pauseMs: number;
  readonly addCleanUp: (cleanUp: () => unknown) => void;
};

/**
 * A Waypost under load is backed up, killed, and its folder removed; then the backup is restored
 * into another folder and started.
 */
export async function backupRound(options: Options): Promise<BackupRound> {
  const { target, env = {}, visitsBefore, pauseMs, addCleanUp } = options;
  const before = await startedDataDir();
  addCleanUp(before.remove);
  const waypost = await startWaypost({ dataDir: before.path, env });
  addCleanUp(waypost.killTree);
  const { cookie, ...owner } = await signUp(waypost.url);
  const links = [];
  for (const name of ['one', 'two', 'three']) {
    links.push(await owner.createLink({ originalUrl: `https://shop.example/${name}` }));
  }
  const codes = links.map(({ shortCode }) => shortCode);
  const load = visitsTo(waypost, codes, pauseMs);
  await load.until(visitsBefore);
  const backedUp = await operate(['backup', target], { ...env, DATA_DIR: before.path });
  await waypost.killTree();
  const begun = await load.end();
  await rm(before.path, { recursive: true, force: true });
  expectCode(backedUp, 0);
  const acceptedBefore = load.acceptedBy(beginOf(backedUp.out));

  const after = await newDataDir();
  addCleanUp(after.remove);
  expectCode(await operate(['restore', target], { ...env, DATA_DIR: join(after.path, 'data') }), 0);
  const dataDir = join(after.path, 'data');
  const restored = await startWaypost({ dataDir, env });
  addCleanUp(restored.killTree);
  return {
    acceptedBefore,
    begun,
    links: links.map(({ id }) => id),
    restored,
    owner: personAt(restored.url, cookie),
    stored: () => storedClicks(dataDir),
  };
}

async function storedClicks(dataDir: string): Promise<{ clicks: number; different: number }> {
  await eventually(
    () => readdirSync(join(dataDir, 'spool')),
    (names) => !names.some((name) => /^(clicks|conversions)\./.test(name)),
  );
  await using kept = await everythingKept(dataDir);
  const answer = await kept.events.query({
    query:
      'SELECT toUInt32(count()) AS clicks, toUInt32(uniqExact(click_id)) AS different FROM clicks',
    format: 'JSONEachRow',
  });
  const [row] = await answer.json<{ clicks: number; different: number }>();
  return row ?? { clicks: 0, different: 0 };
}

/** When the backup began, to the second below: its id says so. Epoch milliseconds. */
function beginOf(said: string): number {
  const [, ...parts] = /^Backup (\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z/.exec(said) ?? [];
  const [year = Number.NaN, month = 0, ...rest] = parts.map(Number);
  const atMs = Date.UTC(year, month - 1, ...rest);
  if (Number.isNaN(atMs)) throw new Error(`this is not the output of a backup: ${said}`);
  return atMs;
}

function expectCode({ code, out, err }: Awaited<ReturnType<typeof operate>>, wanted: number): void {
  if (code !== wanted) throw new Error(`the command ended with ${code}: ${out}${err}`);
}

/** Visits the links, ten visitors at a time, until the server is gone or `end` is called. */
function visitsTo(waypost: Waypost, codes: readonly string[], pauseMs: number) {
  let [begun, isOver] = [0, false];
  const acceptedAtMs: number[] = [];
  let waiting: { count: number; reached: () => void } | null = null;
  const lane = async (): Promise<void> => {
    while (!isOver) {
      begun += 1;
      const code = codes[begun % codes.length];
      const status = await visit(`${waypost.url}/${code}`).then(
        (answer) => answer.status,
        () => null,
      );
      if (status === 302) acceptedAtMs.push(Date.now());
      if (status === null) isOver = true;
      if (pauseMs > 0) await Bun.sleep(pauseMs);
      if (waiting !== null && acceptedAtMs.length >= waiting.count) waiting.reached();
    }
  };
  const lanes = Array.from({ length: 10 }, lane);
  return {
    acceptedBy: (atMs: number) => acceptedAtMs.filter((each) => each < atMs).length,
    until: (count: number) =>
      new Promise<void>((reached) => {
        waiting = { count, reached };
      }),
    async end(): Promise<number> {
      isOver = true;
      await Promise.all(lanes);
      return begun;
    },
  };
}
