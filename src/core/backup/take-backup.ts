import { secondMs, type Clock } from '#core/shared/time';
import type { BackupStore, Put } from './backup-store.ts';
import {
  type EventTable,
  type KeptFile,
  type Ledger,
  type Manifest,
  type StoredFile,
} from './manifest.ts';

export type TakeBackupPorts = {
  readonly clock: Clock;
  /** Six random hexadecimal digits. */
  readonly randomTail: () => string;
  readonly pause: (forMs: number) => Promise<void>;
  readonly version: string;
  readonly store: BackupStore;
  readonly spool: {
    /**
     * Copies the waiting lines. When a segment leaves the spool meanwhile, its rows are already in
     * the event store.
     */
    copy(put: Put): Promise<readonly KeptFile[]>;
  };
  readonly folder: {
    /** Copies the other files of DATA_DIR. For unchanged files it returns the `earlier` copy. */
    copy(put: Put, earlier: readonly KeptFile[]): Promise<readonly KeptFile[]>;
  };
  readonly events: {
    migrations(): Promise<readonly string[]>;
    /** Copies the tables. For unchanged pieces it returns the `earlier` copy. */
    dump(put: Put, earlier: readonly EventTable[]): Promise<readonly EventTable[]>;
  };
  readonly accounts: {
    /** Copies all tables as they are at one moment. */
    dump(
      put: Put,
    ): Promise<Manifest['accounts'] & { migrations: readonly string[]; ledger: Ledger }>;
    /**
     * The time until which the other living instances have sent all their visits, epoch
     * milliseconds; null without other instances.
     */
    othersSentUntil(): Promise<number | null>;
  };
  /** Notes for the manifest, as sentences for the operator. */
  readonly notes: readonly string[];
};

/** How long the visits of other instances may take to reach the event store. */
const othersWithinMs = 30 * secondMs;
const pollMs = 500;

/**
 * Backs everything up while Waypost runs. The order makes the backup complete: a visit that was
 * accepted before the start is in the copied spool, or in the event store, which is copied
 * afterwards; it may be in both, and a restore counts it once. Postgres comes last, so that links
 * deleted meanwhile are known as deleted. The backup exists only when its manifest is written. A
 * failed attempt leaves no files: while a database is away, each of many attempts would copy a
 * spool that grows.
 */
export function takeBackup(ports: TakeBackupPorts) {
  const { store } = ports;

  return async (): Promise<Manifest> => {
    const made: StoredFile[] = [];
    const put: Put = async (content) => {
      const file = await store.put(content);
      made.push(file);
      return file;
    };
    try {
      const { ledger, manifest } = await copyAll(ports, put);
      await store.addToLedger(ledger);
      // From here on the manifest may be there, also after an error.
      made.length = 0;
      await store.commit(manifest);
      return manifest;
    } catch (error) {
      await store.discard(made).catch(() => {});
      throw error;
    }
  };
}

async function copyAll(
  ports: TakeBackupPorts,
  put: Put,
): Promise<{ readonly ledger: Ledger; readonly manifest: Manifest }> {
  const { clock, store } = ports;
  const startedAtMs = clock.now();
  const earlier = await latest(store);
  const spooled = await ports.spool.copy(put);
  const kept = await ports.folder.copy(put, earlier?.files ?? []);
  const late = await waitForOthers(ports, startedAtMs);
  const migrations = await ports.events.migrations();
  const isSameSchema = earlier?.migrations.clickhouse.join() === migrations.join();
  const events = await ports.events.dump(put, isSameSchema ? (earlier?.events ?? []) : []);
  const { migrations: applied, ledger, ...accounts } = await ports.accounts.dump(put);
  const manifest: Manifest = {
    format: 1,
    id: `${compact(startedAtMs)}-${ports.randomTail()}`,
    version: ports.version,
    startedAt: new Date(startedAtMs).toISOString(),
    finishedAt: new Date(clock.now()).toISOString(),
    migrations: { postgres: applied, clickhouse: migrations },
    accounts,
    events,
    files: [...spooled, ...kept],
    notes: [...ports.notes, ...late],
  };
  return { ledger, manifest };
}

/** A damaged or foreign earlier backup only means that nothing of it is used again. */
async function latest(store: BackupStore): Promise<Manifest | null> {
  const id = (await store.ids()).at(-1);
  return id === undefined ? null : store.manifest(id).catch(() => null);
}

async function waitForOthers(
  { accounts, clock, pause }: TakeBackupPorts,
  startedAtMs: number,
): Promise<string[]> {
  for (const untilMs = clock.now() + othersWithinMs; ; await pause(pollMs)) {
    const sentUntilMs = await accounts.othersSentUntil();
    if (sentUntilMs === null || sentUntilMs >= startedAtMs) return [];
    if (clock.now() >= untilMs) {
      return [
        'Another instance had visits that it could not store yet: they are not in this backup.',
      ];
    }
  }
}

/** `20260131T235959Z` */
function compact(atMs: number): string {
  return new Date(atMs).toISOString().replaceAll(/[:-]|\.\d{3}/g, '');
}
