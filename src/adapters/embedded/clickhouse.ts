import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { startClickHouseProcess, type ClickHouseProcess } from './clickhouse-process.ts';
import { accessRecordPath, readAccessRecord, writeAccessRecord } from './clickhouse-record.ts';

/** An embedded ClickHouse under watch: started again whenever it ends, at the same address. */
export interface EmbeddedClickHouse {
  /** Stable while this application lives. */
  readonly url: string;
  readonly user: string;
  readonly password: string;
  state(): 'ready' | 'restarting' | 'stopped';
  /** The child of this moment, for whoever watches processes. */
  pid(): number | undefined;
  /** Ends it for good, within about ten seconds. */
  stop(): Promise<void>;
}

export interface ClickHouseLaunch {
  readonly dataDir: string;
  /** Hears in a sentence what happens to the child: started, ended, started again. */
  readonly log: (sentence: string) => void;
  /** How long a first start may take, waiting for an earlier owner of the folder included. */
  readonly startMs?: number;
}

const RETRY_MS = { first: 200, most: 10_000 } as const;
const STEADY_MS = 30_000;
const STOP_MS = 8_000;

/**
 * Brings up ClickHouse on `DATA_DIR/clickhouse` in a child process. The address and the password
 * of an earlier start are kept when they can be; they are in `DATA_DIR/clickhouse.json`. A child
 * that an earlier application left behind ends by itself within moments, and is waited for.
 * @throws with the child's words when it does not serve within `startMs`
 */
export async function launchClickHouse(launch: ClickHouseLaunch): Promise<EmbeddedClickHouse> {
  const { dataDir, log, startMs = 30_000 } = launch;
  await mkdir(dataDir, { recursive: true });
  const folder = join(dataDir, 'clickhouse');
  await mkdir(folder, { recursive: true });
  const access = accessRecordPath(dataDir);
  const wanted = await readAccessRecord(dataDir);
  await writeAccessRecord(dataDir, wanted);

  const start = (port: number): Promise<ClickHouseProcess> =>
    startClickHouseProcess({ folder, access, port, startMs });
  const first = await firstStart(start, { port: wanted.port, startMs });
  const record = { ...wanted, port: first.port };
  await writeAccessRecord(dataDir, record);

  let current: ClickHouseProcess | undefined = first;
  let isStopping = false;
  const wakeUp = Promise.withResolvers<void>();

  const watch = async (): Promise<void> => {
    let delayMs: number = RETRY_MS.first;
    while (!isStopping) {
      const startedAt = performance.now();
      if (current !== undefined) {
        const words = await current.ended;
        current = undefined;
        if (isStopping) return;
        log(`ClickHouse ended and is started again. ${words}`.trim());
        if (performance.now() - startedAt > STEADY_MS) delayMs = RETRY_MS.first;
      }
      await Promise.race([Bun.sleep(delayMs), wakeUp.promise]);
      if (isStopping) return;
      delayMs = Math.min(delayMs * 2, RETRY_MS.most);
      current = await start(record.port).catch((failure: unknown) => {
        log(failure instanceof Error ? failure.message : String(failure));
        return undefined;
      });
      if (current !== undefined) log(`ClickHouse is back (process ${current.pid})`);
    }
  };
  const watching = watch();

  return {
    url: `http://127.0.0.1:${record.port}`,
    user: record.user,
    password: record.password,
    state: () => (isStopping ? 'stopped' : current === undefined ? 'restarting' : 'ready'),
    pid: () => current?.pid,
    async stop() {
      isStopping = true;
      wakeUp.resolve();
      await current?.stop(STOP_MS);
      await watching;
    },
  };
}

/** Tries until `startMs` are over: the folder may still be held, the port may be somebody else's. */
async function firstStart(
  start: (port: number) => Promise<ClickHouseProcess>,
  { port, startMs }: { port: number; startMs: number },
): Promise<ClickHouseProcess> {
  const deadline = performance.now() + startMs;
  for (let delayMs: number = RETRY_MS.first; ; delayMs *= 2) {
    try {
      return await start(delayMs === RETRY_MS.first ? port : 0);
    } catch (failure) {
      if (performance.now() + delayMs > deadline) throw failure;
      await Bun.sleep(delayMs);
    }
  }
}
