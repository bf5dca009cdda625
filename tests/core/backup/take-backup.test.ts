import { expect, test } from 'bun:test';
import type { BackupStore } from '#core/backup/backup-store';
import { joinLedgers, type KeptFile, type Ledger, type Manifest } from '#core/backup/manifest';
import { takeBackup, type TakeBackupPorts } from '#core/backup/take-backup';

const startMs = Date.UTC(2026, 10, 22, 10, 15);
const kept: KeptFile = {
  path: 'app-secret',
  lines: null,
  fingerprint: 'f',
  file: { name: 'files/1', bytes: 1, sha256: '' },
};

type Change = {
  readonly sentUntil?: () => number | null;
  readonly earlier?: Manifest;
  readonly isStoreAway?: boolean;
  readonly isCommitCutOff?: boolean;
};

/** Ports that write down what is called, in order. */
function aRun(change: Change = {}) {
  const calls: string[] = [];
  const said = <T>(call: string, answer: T): Promise<T> => {
    calls.push(call);
    return Promise.resolve(answer);
  };
  let nowMs = startMs;
  let ledger: Ledger = { links: [{ id: 'old', at: '1' }], accounts: [] };
  let committed: Manifest | null = null;
  const store: BackupStore = {
    put: () => said('put', kept.file),
    discard: (files) => said(`discard ${files.map(({ name }) => name).join()}`, undefined),
    get: () => {
      throw new Error('nothing is read here');
    },
    check: () => Promise.resolve(),
    ids: () => Promise.resolve(change.earlier ? [change.earlier.id] : []),
    manifest: () =>
      change.earlier ? Promise.resolve(change.earlier) : Promise.reject(new Error('none')),
    commit: (manifest) => {
      committed = manifest;
      if (change.isCommitCutOff) return Promise.reject(new Error('the answer is missing'));
      return said('commit', undefined);
    },
    ledger: () => Promise.resolve(ledger),
    addToLedger: (added) => {
      ledger = joinLedgers(ledger, added);
      return said('ledger', undefined);
    },
    remove: () => Promise.resolve(0),
  };
  const ports: TakeBackupPorts = {
    clock: { now: () => nowMs },
    randomTail: () => 'abcdef',
    pause: (forMs) => {
      nowMs += forMs;
      return Promise.resolve();
    },
    version: '1.0.0',
    store,
    spool: { copy: () => said('spool', []) },
    folder: { copy: (_put, earlier) => said(`folder ${earlier.length}`, [kept]) },
    events: {
      migrations: () => Promise.resolve(['0001_a.sql']),
      async dump(put, earlier) {
        if (change.isStoreAway) {
          await put(noBytes());
          throw new Error('ClickHouse is away');
        }
        return said(`events ${earlier.length}`, []);
      },
    },
    accounts: {
      dump: () =>
        said('accounts', {
          tables: [],
          sequences: [],
          migrations: ['0001_b.sql'],
          ledger: { links: [{ id: 'new', at: '2' }], accounts: [] },
        }),
      othersSentUntil: () => Promise.resolve((change.sentUntil ?? (() => null))()),
    },
    notes: ['a note'],
  };
  return {
    calls,
    take: takeBackup(ports),
    ledger: () => ledger,
    committed: () => committed,
    waitedMs: () => nowMs - startMs,
  };
}

test('[backup-whole] the spool is copied first and Postgres last, and the manifest is written at the end', async () => {
  const run = aRun();

  const manifest = await run.take();

  expect(run.calls).toEqual(['spool', 'folder 0', 'events 0', 'accounts', 'ledger', 'commit']);
  expect(run.committed()).toEqual(manifest);
  expect(manifest).toMatchObject({
    id: '20261122T101500Z-abcdef',
    startedAt: '2026-11-22T10:15:00.000Z',
    migrations: { postgres: ['0001_b.sql'], clickhouse: ['0001_a.sql'] },
    files: [kept],
    notes: ['a note'],
  });
  expect(run.ledger().links.map(({ id }) => id)).toEqual(['old', 'new']);
});

test('[backup-whole] events are copied when the other instances have sent what they accepted before', async () => {
  const sent = [startMs - 2000, startMs - 1, startMs];
  const run = aRun({ sentUntil: () => sent.shift() ?? null });

  const manifest = await run.take();

  expect(sent).toEqual([]);
  expect(manifest.notes).toEqual(['a note']);
});

test('[backup-whole] a backup says so when another instance did not send its visits in time', async () => {
  const run = aRun({ sentUntil: () => startMs - 1 });

  const manifest = await run.take();

  expect(run.waitedMs()).toBe(30_000);
  expect(manifest.notes[1]).toContain('Another instance had visits');
});

test('[backup-whole] an attempt that fails removes what it has copied', async () => {
  const run = aRun({ isStoreAway: true });

  expect(run.take()).rejects.toThrow('ClickHouse is away');
  await run.take().catch(() => {});

  expect(run.calls.slice(-4)).toEqual(['spool', 'folder 0', 'put', 'discard files/1']);
  expect(run.committed()).toBeNull();
});

test('[backup-whole] the files stay when it is unknown whether the manifest was written', async () => {
  const run = aRun({ isCommitCutOff: true });

  expect(run.take()).rejects.toThrow('the answer is missing');
  await run.take().catch(() => {});

  expect(run.calls.filter((call) => call.startsWith('discard '))).toEqual(['discard ', 'discard ']);
});

test('events of an earlier schema are not used again', async () => {
  const first = await aRun().take();
  const events = [{ table: 'clicks', columns: [], pieces: [], partitions: {} }];
  const same = aRun({ earlier: { ...first, events } });
  const older = aRun({
    earlier: { ...first, events, migrations: { postgres: [], clickhouse: [] } },
  });

  await Promise.all([same.take(), older.take()]);

  expect(same.calls).toContain('events 1');
  expect(older.calls).toContain('events 0');
  expect(older.calls).toContain('folder 1');
});

async function* noBytes(): AsyncGenerator<Uint8Array> {}
