import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { type Descriptors, noReserve } from '#core/shared/descriptors';
import { freePort } from '#adapters/embedded/free-port';
import { startClickHouseProcess, type ClickHouseProcess } from './process.ts';
import { accessRecordPath, readAccessRecord, writeAccessRecord } from './record.ts';

/** A supervised embedded ClickHouse: it is restarted when it ends, at the same address. */
export interface EmbeddedClickHouse {
  /** The URL stays the same until this application ends. */
  readonly url: string;
  readonly user: string;
  readonly password: string;
  state(): 'ready' | 'restarting' | 'stopped';
  /** The current child's process id, for monitoring. */
  pid(): number | undefined;
  /** Ends it permanently, within about ten seconds. */
  stop(): Promise<void>;
}

export interface ClickHouseLaunch {
  readonly dataDir: string;
  /** Called with a sentence for each event of the child: started, ended, restarted. */
  readonly log: (sentence: string) => void;
  /** Time limit of the first start, including the wait for an earlier owner of the folder. */
  readonly startMs?: number;
  readonly descriptors?: Descriptors;
}

const RETRY_MS = { first: 200, most: 10_000 } as const;
const STEADY_MS = 30_000;
const STOP_MS = 8_000;

/**
 * Starts ClickHouse on `DATA_DIR/clickhouse` in a child process. The address and the password of an
 * earlier start are kept if possible; they are in `DATA_DIR/clickhouse.json`. A child of an earlier
 * application ends by itself within moments; the start waits for that.
 * @throws with the child's message when it does not serve within `startMs`
 */
export async function launchClickHouse(launch: ClickHouseLaunch): Promise<EmbeddedClickHouse> {
  const { dataDir, log, startMs = 30_000, descriptors = noReserve } = launch;
  await mkdir(dataDir, { recursive: true });
  const folder = join(dataDir, 'clickhouse');
  await mkdir(folder, { recursive: true });
  const access = accessRecordPath(dataDir);
  const wanted = await readAccessRecord(dataDir);
  await writeAccessRecord(dataDir, wanted);

  const start = (port: number): Promise<ClickHouseProcess> =>
    startClickHouseProcess({ folder, access, port, startMs, descriptors });
  const first = await firstStart(start, { preferred: wanted.port, startMs });
  const record = { ...wanted, port: first.port };
  // On a full disk the port cannot be stored. The child continues, and the next start searches for
  // a port again.
  await writeAccessRecord(dataDir, record).catch((error: unknown) =>
    log(`The port of ClickHouse cannot be stored: ${error instanceof Error ? error.message : ''}`),
  );
  log(`ClickHouse started on 127.0.0.1:${record.port}`);

  const { user, password } = record;
  const url = `http://127.0.0.1:${record.port}`;
  return { url, user, password, ...supervise(first, () => start(record.port), log) };
}

/**
 * Retries for `startMs`: an earlier owner may still hold the folder, and another process the port.
 */
async function firstStart(
  start: (port: number) => Promise<ClickHouseProcess>,
  { preferred, startMs }: { preferred: number; startMs: number },
): Promise<ClickHouseProcess> {
  const deadline = performance.now() + startMs;
  for (let delayMs: number = RETRY_MS.first; ; delayMs = Math.min(delayMs * 2, RETRY_MS.most)) {
    try {
      return await start(await freePort(preferred));
    } catch (failure) {
      if (performance.now() + delayMs > deadline) throw failure;
      await Bun.sleep(delayMs);
    }
  }
}

/** Restarts the child when it ends unexpectedly, with growing pauses while it fails. */
function supervise(
  first: ClickHouseProcess,
  start: () => Promise<ClickHouseProcess>,
  log: (sentence: string) => void,
): Pick<EmbeddedClickHouse, 'state' | 'pid' | 'stop'> {
  let current: ClickHouseProcess | undefined = first;
  const stopping = Promise.withResolvers<void>();
  let isStopping = false;

  const startAgain = async (delayMs: number): Promise<void> => {
    await Promise.race([Bun.sleep(delayMs), stopping.promise]);
    if (isStopping) return;
    try {
      current = await start();
      log(`ClickHouse is running again as process ${current.pid}`);
    } catch (failure) {
      log(failure instanceof Error ? failure.message : String(failure));
    }
  };

  const watch = async (): Promise<void> => {
    let delayMs: number = RETRY_MS.first;
    while (!isStopping) {
      const startedAt = performance.now();
      const words = await current?.ended;
      if (isStopping) return;
      if (current !== undefined)
        log(`ClickHouse ended unexpectedly: restarting it. ${words ?? ''}`.trim());
      current = undefined;
      const hasLasted = performance.now() - startedAt > STEADY_MS;
      delayMs = hasLasted ? RETRY_MS.first : delayMs;
      await startAgain(delayMs);
      delayMs = Math.min(delayMs * 2, RETRY_MS.most);
    }
    // A start that was still running when the stop was requested.
    await current?.stop(STOP_MS);
  };
  const watching = watch();

  return {
    state: () => (isStopping ? 'stopped' : current === undefined ? 'restarting' : 'ready'),
    pid: () => current?.pid,
    async stop() {
      isStopping = true;
      stopping.resolve();
      await current?.stop(STOP_MS);
      await Promise.race([watching, Bun.sleep(STOP_MS)]);
    },
  };
}
