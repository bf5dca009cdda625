import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { copyFiles } from '#adapters/backups/data-folder';
import { appliedFiles } from '#adapters/clickhouse/backup/load';
import { dumpEvents } from '#adapters/clickhouse/backup/dump';
import { connectClickHouse } from '#adapters/clickhouse/connect';
import { dumpAccounts, othersSentUntil, readLedger } from '#adapters/postgres/backup/dump';
import { recordBackup } from '#adapters/postgres/backup/runs';
import type { Locks } from '#adapters/postgres/pool/locks';
import { copySpool } from '#adapters/spool/backup/copy-spool';
import { realDisk } from '#adapters/spool/disk';
import { instanceId } from '#adapters/spool/instance-id';
import type { BackupStore } from '#core/backup/backup-store';
import type { Manifest } from '#core/backup/manifest';
import { outdated } from '#core/backup/retention';
import { takeBackup } from '#core/backup/take-backup';
import { minuteMs } from '#core/shared/time';
import type { Config } from '#config';
import { jobLock } from '#adapters/timers/jobs';
import { systemClock as clock, version } from '#roots/compose/system';
import {
  withInstallation,
  type Installation,
  type OpenInstallation,
} from '#roots/compose/installation';

/** The job that moves expired months to the archive, for which a backup of the events waits. */
export const archiveJob = 'archive expired months';

/** Time and randomness of a backup, from the system. */
export const timeAndChance = {
  clock,
  /** Six hexadecimal digits, which end a backup's id. */
  randomTail: (): string => randomBytes(3).toString('hex'),
  pause: (forMs: number): Promise<void> => Bun.sleep(forMs),
};

export type TakeParts = {
  readonly config: Pick<Config, 'databaseUrl' | 'clickhouseUrl' | 'appSecret' | 's3'>;
  readonly dataDir: string;
  readonly store: BackupStore;
  /** The target as the operator wrote it. */
  readonly place: string;
  /** The number of backups to keep there; null: all. */
  readonly keep: number | null;
};

/** The result of a backup. `busy`: another one is running, and nothing was done. */
export type Taken =
  | {
      readonly kind: 'done';
      readonly manifest: Manifest;
      readonly addedBytes: number;
      /** Why outdated backups, or files of no backup, could not be removed; null when they were. */
      readonly notRemoved: string | null;
    }
  | { readonly kind: 'busy' };

/** Backs up an installation, running or not, and removes outdated backups of the same place. */
export async function take(parts: TakeParts): Promise<Taken> {
  return withInstallation(parts, async (open) => {
    let taken: Taken = { kind: 'busy' };
    await open.locks.unlessHeld(jobLock('back up'), async () => {
      taken = await takeLocked(parts, open);
    });
    return taken;
  });
}

type Open = Omit<OpenInstallation, 'clickHouse'>;

async function takeLocked(parts: TakeParts, open: Open): Promise<Taken> {
  const { store, keep } = parts;
  // Files that killed runs left could fill the disk before a backup succeeds, so they are removed
  // first.
  if (keep !== null) await whyNotRemoved(() => store.remove([]));
  const { manifest, addedBytes } = await takeFrom(parts, open);
  const { id, startedAt, finishedAt } = manifest;
  await recordBackup(open.sql, {
    id,
    startedAt,
    finishedAt,
    place: parts.place,
    bytes: addedBytes,
  });
  const notRemoved = keep === null ? null : await whyNotRemoved(() => removeOutdated(store, keep));
  return { kind: 'done', manifest, addedBytes, notRemoved };
}

async function removeOutdated(store: BackupStore, keep: number): Promise<void> {
  await store.remove(outdated(await store.ids(), { keep, nowMs: clock.now() }));
}

/**
 * Why the removal failed; null when it succeeded. The backup counts in both cases: otherwise it
 * would be repeated again and again.
 */
async function whyNotRemoved(remove: () => Promise<unknown>): Promise<string | null> {
  try {
    await remove();
    return null;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

/**
 * Backs up open databases. It neither takes the lock nor records the backup, and removes no other
 * one. For a backup that stays in DATA_DIR.
 */
export async function takeFrom(parts: Omit<TakeParts, 'place' | 'keep'>, open: Open) {
  const { store } = parts;
  let addedBytes = 0;
  const counting: BackupStore = {
    ...inTurns(store, open.locks),
    async put(content) {
      const file = await store.put(content);
      addedBytes += file.bytes;
      return file;
    },
  };
  const manifest = await run({ ...parts, store: counting }, open);
  return { manifest, addedBytes };
}

async function run(
  parts: Omit<TakeParts, 'place' | 'keep'>,
  { engines, sql, locks }: Open,
): Promise<Manifest> {
  const { config, dataDir, store } = parts;
  const clickHouse = connectClickHouse(engines.clickHouseUrl, 'backup');
  const archive = { name: jobLock(archiveJob), waitMs: 10 * minuteMs };
  const ownId = existsSync(join(dataDir, 'instance')) ? instanceId(realDisk, dataDir) : null;
  try {
    return await takeBackup({
      ...timeAndChance,
      version,
      store,
      spool: { copy: (put) => copySpool(dataDir, put) },
      folder: {
        copy: (put, earlier) => copyFiles(dataDir, { entries: entriesOf(config), put, earlier }),
      },
      events: {
        migrations: () => appliedFiles(clickHouse),
        // A month that moved to the archive meanwhile could be missing in the copy, or be in it
        // twice.
        dump: (put, earlier) =>
          locks.exclusively(archive, () =>
            dumpEvents({ client: clickHouse, put, nowMs: clock.now() }, earlier),
          ),
      },
      accounts: {
        dump: (put) => dumpAccounts(sql, put),
        othersSentUntil: () => othersSentUntil(sql, ownId),
      },
      notes: notesOf(config),
    })();
  } finally {
    await clickHouse.close();
  }
}

/** The files of DATA_DIR that a backup copies, besides the spool. */
function entriesOf({ appSecret, s3 }: TakeParts['config']): string[] {
  return [
    ...(appSecret === null ? ['app-secret'] : []),
    'blocklist.txt',
    'split-tests',
    'click-limits',
    'spool/dead',
    ...(s3 === null ? ['objects'] : []),
  ];
}

function notesOf({ appSecret, s3 }: TakeParts['config']): string[] {
  return [
    appSecret === null
      ? 'The generated secret (app-secret) is in this backup.'
      : 'APP_SECRET is not in this backup: keep it elsewhere.',
    ...(s3 === null ? [] : ['Profile pictures are in the S3 bucket and not in this backup.']),
  ];
}

/** Writes the list of deleted links and accounts to the place of the backups. */
export async function recordDeletions(
  installation: Installation & { readonly store: BackupStore },
): Promise<void> {
  await withInstallation(installation, async ({ sql, locks }) => {
    const { addToLedger } = inTurns(installation.store, locks);
    await addToLedger(await readLedger(sql));
  });
}

/** The store of an installation that backs up and writes down deletions at the same time. */
function inTurns(store: BackupStore, locks: Locks): BackupStore {
  const turn = { name: 'waypost turn: deletions beside backups', waitMs: minuteMs };
  return {
    ...store,
    addToLedger: (ledger) => locks.exclusively(turn, () => store.addToLedger(ledger)),
  };
}
