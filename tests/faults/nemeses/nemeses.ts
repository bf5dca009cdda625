import { appendFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { encodeVisit } from '#adapters/spool/line';
import { segmentFile } from '#adapters/spool/segments';
import { dayMs, hourMs, utcDay } from '#core/shared/time';
import { aVisit } from '#tests/support/builders/visits';
import { flood } from '#tests/support/processes/flood';
import { processTree, signal } from '#tests/support/processes/processes';
import { eventually } from '#tests/support/waiting';
import type { Change } from './changed-copy.ts';
import { failingDisk, failNoMore, failOnce, hasFailed } from './failing-disk.ts';
import { failingOperations } from './failing-io.ts';
import type { Engine, Scene, Setting } from './scene.ts';
import { setClock, steppedClock } from './stepped-clock.ts';
import { traffic, type Traffic } from './traffic.ts';

/** Something that goes wrong while visitors visit. */
export type Nemesis = {
  readonly name: string;
  readonly setting?: Setting;
  /** Doubles of ports that its Waypost gets. */
  readonly doubles?: readonly Change[];
  /** Kills Waypost itself, so that visits may be cut off. Otherwise each one must be redirected. */
  readonly cutsOff?: true;
  /** Stops a part that no redirect waits for: how long a visit may take, in milliseconds. */
  readonly mostMs?: number;
  /** Makes writes fail, so that visits may be lost if Waypost reports them. */
  readonly mayLose?: true;
  /**
   * Brings it about, and ends it. The traffic goes on before, during and after. Returns traffic of its
   * own.
   */
  readonly strike: (scene: Scene, round: number) => Promise<readonly Traffic[] | void>;
  /** What protects, and how it is taken away: then the checker must find something wrong. */
  readonly control: {
    readonly without: string;
    readonly changes?: readonly Change[];
    readonly setting?: Setting;
  };
};

const between = (least: number, most: number) => least + Math.floor(Math.random() * (most - least));
const among = <T>(all: readonly T[]): T => {
  const one = all[between(0, all.length)];
  if (one === undefined) throw new Error('nothing to choose from');
  return one;
};
const chance = (probability: number) => Math.random() < probability;

/** The drain waits 0.4 s for an answer instead of 10 s, so that most rounds have inserts in doubt. */
const impatient: Change = {
  file: 'src/adapters/clickhouse/connect.ts',
  was: 'request_timeout: timeoutsMs[lane],',
  is: "request_timeout: lane === 'drain' ? 400 : timeoutsMs[lane],",
};

const killed = (engine: Engine) => async (scene: Scene) => {
  signal(await scene.engine(engine), 'SIGKILL');
  await Bun.sleep(between(0, 500));
};
const frozen = (engine: Engine, most: number) => async (scene: Scene) => {
  // Each of Postgres's connections has a process of its own.
  const processes = processTree(await scene.engine(engine));
  for (const pid of processes) signal(pid, 'SIGSTOP');
  await Bun.sleep(between(300, most));
  for (const pid of processes) signal(pid, 'SIGCONT');
};
/** It runs for a tenth of the time. */
const slow = (engine: Engine) => async (scene: Scene) => {
  const pid = await scene.engine(engine);
  for (let pulses = between(10, 25); pulses > 0; pulses -= 1) {
    signal(pid, 'SIGSTOP');
    await Bun.sleep(90);
    signal(pid, 'SIGCONT');
    await Bun.sleep(10);
  }
};

/** An insert whose answer is missing is taken for stored. */
const trusting: Change = {
  file: 'src/core/clicks/store-batch.ts',
  was: "if (insertion.kind === 'stored') return finish(wanted.length);",
  is: "if (insertion.kind !== 'refused') return finish(wanted.length);",
};
/** An insert whose answer is missing is sent again without a question and without its token. */
const repeating: readonly Change[] = [
  {
    file: 'src/core/clicks/store-batch.ts',
    was: 'if (suspicion.mayBeStored && wanted.length > 0) {',
    is: 'if (suspicion.mayBeStored && wanted.length < 0) {',
  },
  {
    file: 'src/adapters/clickhouse/events/clicks.ts',
    was: 'insert_deduplication_token: token,',
    is: 'insert_deduplication_token: crypto.randomUUID(),',
  },
];
/** A redirect asks the database for its link. */
const forgetful: readonly Change[] = [
  {
    file: 'src/adapters/http/redirect/front.ts',
    was: "method === 'GET' ? index.find(name) : undefined",
    is: "method === 'GET' ? undefined : undefined",
  },
  {
    file: 'src/adapters/http/redirect/front.ts',
    was: 'const known = index.find(name);',
    is: 'const known = undefined;',
  },
];
/** Visits are answered before they are written. */
const eager: Change = {
  file: 'src/adapters/spool/writer.ts',
  was: '    write(visits) {\n      accept(visits.length);',
  is: '    async write(visits) {\n      await Bun.sleep(50);\n      accept(visits.length);',
};

async function killAndRestart(scene: Scene): Promise<void> {
  await scene.waypost().killTree();
  await scene.restart();
}

/** A piece of a visit that nobody made, at the end of a segment that the kill left open. */
function tear(scene: Scene, round: number): void {
  const spool = join(scene.dataDir, 'spool');
  const torn = encodeVisit(aVisit({ atMs: Date.now(), query: `utm_content=torn.${round}` }));
  const open = readdirSync(spool).filter((file) => /^clicks\..*\.open$/.test(file));
  const segment = { kind: 'clicks', day: utcDay(Date.now()), state: 'open' } as const;
  const fresh = segmentFile({ ...segment, batch: crypto.randomUUID() });
  for (const file of [...open, fresh]) {
    const piece = torn.slice(0, between(1, torn.length - 1));
    appendFileSync(join(spool, file), chance(0.3) ? `${piece}\0\0\0` : piece);
  }
}

async function fillDisk({ disk, ...scene }: Scene): Promise<void> {
  if (disk === null) throw new Error('there is no small disk');
  disk.fill();
  await Bun.sleep(between(300, 1000));
  if (chance(0.3)) await killAndRestart({ disk, ...scene });
  disk.free();
}
const readyChunks = ({ dataDir }: Scene) =>
  readdirSync(join(dataDir, 'spool')).filter((file) => file.endsWith('.ready')).length;
const reserveMb = 16;

export const nemeses: readonly Nemesis[] = [
  {
    name: 'ClickHouse killed',
    strike: killed('clickhouse'),
    control: { without: 'a retry of an insert whose answer is missing', changes: [trusting] },
  },
  {
    name: 'ClickHouse frozen',
    doubles: [impatient],
    strike: frozen('clickhouse', 3000),
    control: { without: 'the token and the question before a retry', changes: repeating },
  },
  {
    name: 'ClickHouse slow',
    doubles: [impatient],
    strike: slow('clickhouse'),
    control: { without: 'the token and the question before a retry', changes: repeating },
  },
  {
    name: 'Postgres killed',
    strike: killed('postgres'),
    control: { without: 'the links in memory', changes: forgetful },
  },
  {
    name: 'Postgres frozen',
    mostMs: 1000,
    strike: frozen('postgres', 2000),
    control: { without: 'the links in memory', changes: forgetful },
  },
  {
    name: 'Waypost killed',
    cutsOff: true,
    strike: killAndRestart,
    control: { without: 'the write before the answer', changes: [eager] },
  },
  {
    name: 'torn records',
    cutsOff: true,
    async strike(scene, round) {
      await scene.waypost().killTree();
      tear(scene, round);
      await scene.restart();
    },
    control: {
      without: 'the cut of an incomplete line, and its checksum',
      changes: [
        {
          file: 'src/adapters/spool/leftovers.ts',
          was: 'else cutSegment(path, bytes, size);',
          is: 'else cutSegment(path, bytes, bytes.length);',
        },
        {
          file: 'src/adapters/spool/line.ts',
          was: 'if (line.slice(frame + 1) !== crc32(body).toString(16)) return corrupt;',
          is: '',
        },
      ],
    },
  },
  {
    name: 'disk full',
    cutsOff: true,
    setting: { diskMegabytes: 250, env: { SPOOL_RESERVE_MB: String(reserveMb) } },
    async strike(scene) {
      // Its control has no reserve.
      for (let polls = 0; polls < 100 && readyChunks(scene) < reserveMb; polls += 1) {
        await Bun.sleep(50);
      }
      await fillDisk(scene);
    },
    control: { without: 'the reserve', setting: { env: { SPOOL_RESERVE_MB: '0' } } },
  },
  {
    name: 'failing writes',
    mayLose: true,
    doubles: [failingDisk()],
    async strike({ dataDir }) {
      const operation = among(failingOperations);
      // Writes come many times a second, the others about once.
      const nth = operation === 'write' ? between(1, 60) : 1;
      failOnce(dataDir, { operation, nth, code: among(['EIO', 'ENOSPC', 'EDQUOT'] as const) });
      await eventually(
        () => hasFailed(dataDir),
        (is) => is,
        5,
      ).catch(() => failNoMore(dataDir));
    },
    control: {
      without: 'the cut back to the last whole line',
      changes: [
        { file: 'src/adapters/spool/open-segment.ts', was: '    io.cutTo(fd, size);\n', is: '' },
      ],
    },
  },
  {
    name: 'clock steps',
    doubles: steppedClock(),
    async strike({ dataDir }) {
      const step = among([-2 * dayMs, -hourMs, -1000, 1000, hourMs, 2 * dayMs, 20 * dayMs]);
      setClock(dataDir, step);
      await Bun.sleep(between(200, 800));
      setClock(dataDir, chance(0.3) ? step / 2 : 0);
      await Bun.sleep(200);
      setClock(dataDir, 0);
    },
    control: {
      without: 'the bounds of the clock',
      changes: [
        {
          file: 'src/core/redirect/sane-clock.ts',
          was: 'return Math.min(wallMs, Math.floor(offsetMs + monotonic.now()) + aheadMs);',
          is: 'return wallMs;',
        },
      ],
    },
  },
  {
    name: 'overload',
    async strike(scene, round) {
      const given = { port: scene.port, codes: scene.codes, pauseMs: 0 };
      const crowd = traffic({ ...given, name: `crowd-${round}`, visitors: 150 });
      await Bun.sleep(between(500, 1500));
      await crowd.end();
      return [crowd];
    },
    control: {
      without: 'the write of all visits of a turn: a queue that keeps eight',
      changes: [
        {
          file: 'src/adapters/spool/writer.ts',
          was: 'of batches(visits)) {',
          is: 'of batches(visits.slice(0, 8))) {',
        },
      ],
    },
  },
  {
    name: 'slow clients',
    setting: { inside: ['prlimit', '--nofile=512:512'] },
    async strike({ port, codes }) {
      const say = `GET /${codes[0]} HTTP/1.1\r\nHost: localhost:${port}\r\nX-Slow: `;
      const crowd = await flood(port, { connections: 700, say });
      await Bun.sleep(between(500, 1500));
      crowd.end();
    },
    control: {
      without: 'the reserve of descriptors',
      changes: [
        {
          file: 'src/adapters/descriptors/reserve.ts',
          was: 'if (!isOutOfDescriptors(error) || held.length === 0) throw error;',
          is: 'throw error;',
        },
      ],
    },
  },
];
