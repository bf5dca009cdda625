import { isErrno } from '#core/shared/errno';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Person, personAt, signUp } from '#tests/support/person';
import { everythingKept, type Kept } from '#tests/support/databases/everything-kept';
import { noSmallDisk, smallDisk, type SmallDisk } from '#tests/support/processes/small-disk';
import { newDataDir, startWaypost, type Waypost } from '#tests/support/processes/waypost';
import { descendantRunning } from '#tests/support/processes/processes';
import { eventually } from '#tests/support/waiting';
import { numbersNow, sumOfClicks } from '#tests/support/readers/numbers';
import type { Outcome, Total } from './history.ts';

/** How a Waypost is started for a nemesis. */
export type Setting = {
  readonly env?: Readonly<Record<string, string>>;
  /** A prefix command. */
  readonly inside?: readonly string[];
  /** Puts DATA_DIR on a disk of this many MB. */
  readonly diskMegabytes?: number;
  /** The folder of a changed copy of the product. */
  readonly root?: string;
};

/** A started Waypost with one person's links. */
export type Scene = {
  readonly port: number;
  readonly codes: readonly string[];
  readonly dataDir: string;
  /** The small disk, when the setting has one. */
  readonly disk: SmallDisk | null;
  waypost(): Waypost;
  /** The process of an engine, as soon as there is one. */
  engine(name: Engine): Promise<number>;
  /** Starts it again on the same data and port; resolves when it redirects. */
  restart(): Promise<void>;
  /** Waits until nothing waits in the spool, then reads the store and all totals. */
  settled(): Promise<Settled>;
  end(): Promise<void>;
};

type Settled = Outcome & {
  readonly clickedAtMs: readonly number[];
  /** Visits that Waypost's own account misses. */
  readonly unaccounted: number;
};

export type Engine = 'clickhouse' | 'postgres';
const commandOf = { clickhouse: 'clickhouse/child.ts', postgres: '/bin/postgres\0-D' } as const;
const linkCount = 5;

export async function openScene(setting: Setting): Promise<Scene> {
  const disk = setting.diskMegabytes === undefined ? null : await diskOf(setting.diskMegabytes);
  const folder = disk === null ? await newDataDir() : { path: disk.path, remove: disk.remove };
  const inside = [...(disk?.inside ?? []), ...(setting.inside ?? [])];
  const started = {
    dataDir: folder.path,
    inside,
    env: setting.env ?? {},
    ...(setting.root === undefined ? {} : { root: setting.root }),
  };
  const given = { ...started, withinSeconds: 120 };
  const port = quietPort();
  let waypost = await startWaypost({ ...given, port });
  const { cookie, createLink } = await signUp(waypost.url);
  const links = [];
  for (let each = 0; each < linkCount; each += 1) {
    links.push(await createLink({ originalUrl: `https://shop.example/${each}` }));
  }
  // The first segment waits until the drain has loaded the table of places. It is a bot's, so that it
  // is in no total.
  await fetch(`${waypost.url}/${links[0]?.shortCode}?utm_content=first`, { redirect: 'manual' });
  const dataDir = disk === null ? folder.path : disk.at('.');
  await nothingWaits(waypost.url, dataDir);
  await inSnapshot(
    dataDir,
    links.map(({ shortCode }) => shortCode),
  );

  return {
    port,
    codes: links.map(({ shortCode }) => shortCode),
    dataDir,
    disk,
    waypost: () => waypost,
    engine: (name) =>
      eventually(
        () => descendantRunning(waypost.pid, commandOf[name]),
        () => true,
      ),
    async restart() {
      waypost = await startWaypost({ ...given, port, until: 'redirects' });
    },
    async settled() {
      await nothingWaits(waypost.url, dataDir);
      await using kept = await everythingKept(dataDir);
      const person = personAt(waypost.url, cookie);
      const rows = await clicksIn(kept);
      return {
        stored: rows.map(({ mark }) => mark),
        clickedAtMs: rows.map(({ atMs }) => atMs),
        totals: await totalsFor(person, rows),
        reportedLost: await reportedLost(waypost.url),
        unaccounted: await unaccounted(waypost.url),
      };
    },
    async end() {
      await waypost.killTree();
      await folder.remove();
    },
  };
}

/** Waits until a start without Postgres would know the links: the snapshot gets them within a second. */
async function inSnapshot(dataDir: string, codes: readonly string[]): Promise<void> {
  await eventually(
    () => readFileSync(join(dataDir, 'links.snapshot'), 'utf8'),
    (text) => codes.every((code) => text.includes(code)),
  );
}

/**
 * A free port outside of those that the system gives to outgoing connections: while Waypost is dead, a
 * visitor who connects again and again could otherwise get this very port, and keep it from Waypost.
 */
function quietPort(): number {
  for (;;) {
    const port = 10_000 + Math.floor(Math.random() * 20_000);
    try {
      const probe = Bun.listen({ hostname: '127.0.0.1', port, socket: { data() {} } });
      probe.stop(true);
      return port;
    } catch (error) {
      if (!isErrno(error, 'EADDRINUSE')) throw error;
    }
  }
}

function diskOf(megabytes: number): Promise<SmallDisk> {
  const why = noSmallDisk();
  if (why !== null) throw new Error(`no small disk: ${why}`);
  return smallDisk(megabytes);
}

type Row = { readonly mark: string; readonly link: string; readonly atMs: number };

async function clicksIn({ events }: Kept): Promise<Row[]> {
  const answer = await events.query({
    query: `SELECT utm_content AS mark, toString(link_id) AS link,
                   toFloat64(toUnixTimestamp64Milli(clicked_at)) AS atMs
            FROM clicks WHERE utm_content != 'first'`,
    format: 'JSONEachRow',
  });
  return answer.json<Row>();
}

/** The totals of the list of links and of analytics, beside the recount. */
async function totalsFor(person: Person, rows: readonly Row[]): Promise<Total[]> {
  const answer = await person.get('/api/links');
  if (!answer.ok) throw new Error(`the list of links answered ${answer.status}`);
  const links: { id: string; totalClicks: number | null }[] = await answer.json();
  const perLink = new Map<string, number>();
  for (const { link } of rows) perLink.set(link, (perLink.get(link) ?? 0) + 1);
  const ofLinks = links.map(({ id, totalClicks }) => ({
    name: `link ${id}`,
    shown: totalClicks ?? Number.NaN,
    recounted: perLink.get(id) ?? 0,
  }));
  // A range ends now; a stepped clock can have dated clicks up to 25 h ahead.
  if (rows.some(({ atMs }) => atMs > Date.now())) return ofLinks;
  const numbers = await numbersNow(person, '?timeRange=90d');
  const recounted = rows.length;
  return [
    ...ofLinks,
    { name: 'analytics', shown: numbers.totalClicks, recounted },
    { name: 'the chart', shown: sumOfClicks(numbers.clicksOverTime), recounted },
  ];
}

/** The sum of a metric's samples for clicks, of one reason or all. */
async function metric(url: string, name: string, only = /./): Promise<number> {
  const answer = await fetch(`${url}/metrics`);
  if (!answer.ok) throw new Error(`/metrics answered ${answer.status}`);
  const samples = (await answer.text())
    .split('\n')
    .filter((line) => line.startsWith(`${name}{event="click"`) && only.test(line));
  return samples.reduce((sum, line) => sum + Number(line.split(' ').at(-1)), 0);
}

function reportedLost(url: string): Promise<number> {
  return metric(url, 'waypost_spool_dropped_total', /disk_full|write_failed/);
}

async function nothingWaits(url: string, dataDir: string): Promise<void> {
  const ask = async () => {
    const ready = await fetch(`${url}/readyz`);
    const { dependencies }: { dependencies: Record<string, string> } = await ready.json();
    // What an earlier process left is in the metric only after the drain has found it.
    const files = readdirSync(join(dataDir, 'spool')).filter((file) => file.startsWith('clicks.'));
    return [
      files.length,
      ...[dependencies['postgres'], dependencies['clickhouse']],
      await metric(url, 'waypost_spool_events'),
    ].join(' ');
  };
  await eventually(ask, (seen) => seen === '0 up up 0', 90);
}

/** Accepted − stored − spooled − dropped, when nothing waits: it may differ from 0 for a moment. */
async function unaccounted(url: string): Promise<number> {
  const ask = () => metric(url, 'waypost_spool_unaccounted_events');
  await eventually(ask, (events) => events === 0, 10).catch(() => {});
  return ask();
}
