import { afterAll, describe, expect, test } from 'bun:test';
import {
  appendFileSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { keySeal, newBackupKey } from '#adapters/backups/key-seal';
import { folderStorage } from '#adapters/backups/folder-storage';
import { noSeal } from '#adapters/backups/seal';
import { backupStore } from '#adapters/backups/store';
import { DamagedBackup } from '#core/backup/backup-store';
import type { Manifest, StoredFile } from '#core/backup/manifest';

const root = mkdtempSync(join(tmpdir(), 'waypost-backups-'));
afterAll(() => rmSync(root, { recursive: true }));

const [key, otherKey] = [newBackupKey(), newBackupKey()];
const newFolder = () => mkdtempSync(join(root, 'place-'));

/** Longer than the pieces of the compression and of the encryption. */
const long = Buffer.from(Array.from({ length: 60_000 }, (_, at) => `line ${at * 7919}\n`).join(''));

async function* pieces(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += 10_000) yield bytes.subarray(at, at + 10_000);
}

function manifestOf(id: string, files: readonly StoredFile[]): Manifest {
  return {
    format: 1,
    id,
    version: '1.0.0',
    notes: [],
    events: [],
    startedAt: '2026-11-01T00:00:00.000Z',
    finishedAt: '2026-11-01T00:00:01.000Z',
    migrations: { postgres: ['0001_a.sql'], clickhouse: [] },
    accounts: { tables: [], sequences: [] },
    files: files.map((file, at) => ({ path: `file-${at}`, lines: null, fingerprint: null, file })),
  };
}

describe.each([
  ['without a key', noSeal],
  ['with a key', keySeal(key)],
])('[backup-whole] a store in a folder, %s', (_, seal) => {
  test('returns what was put, compressed', async () => {
    const store = backupStore(folderStorage(newFolder()), seal);

    const file = await store.put(pieces(long));

    expect((await buffer(store.get(file))).equals(long)).toBe(true);
    expect(file.bytes).toBeLessThan(long.length / 2);
    await store.check(file);
  });

  test.each([
    ['one changed bit', (path: string) => flip(path)],
    ['one more byte', (path: string) => appendFileSync(path, 'x')],
    ['a missing file', (path: string) => rmSync(path)],
  ])('notices %s', async (_name, damage) => {
    const folder = newFolder();
    const store = backupStore(folderStorage(folder), seal);
    const file = await store.put(pieces(long));

    damage(join(folder, file.name));

    expect(store.check(file)).rejects.toBeInstanceOf(DamagedBackup);
    expect(buffer(store.get(file))).rejects.toThrow();
  });

  test('notices that two files have each other’s names', async () => {
    const folder = newFolder();
    const store = backupStore(folderStorage(folder), seal);
    const [one, other] = [await store.put(pieces(long)), await store.put(pieces(long.subarray(1)))];

    swap(join(folder, one.name), join(folder, other.name));

    for (const file of [one, other]) {
      await expect(store.check(file)).rejects.toBeInstanceOf(DamagedBackup);
      await expect(buffer(store.get(file))).rejects.toBeInstanceOf(DamagedBackup);
    }
  });

  test('notices that two manifests have each other’s names', async () => {
    const folder = newFolder();
    const store = backupStore(folderStorage(folder), seal);
    const ids = ['20261101T000000Z-aaaaaa', '20261102T000000Z-bbbbbb'];
    for (const id of ids) await store.commit(manifestOf(id, [await store.put(pieces(long))]));

    const [one = '', other = ''] = ids.map((id) =>
      join(folder, `manifests/${id}.json${seal.suffix}`),
    );
    swap(one, other);

    for (const id of ids) {
      await expect(store.manifest(id)).rejects.toThrow(`is not of the backup ${id}`);
    }
  });

  test('lists a backup once its manifest is written, and keeps files that another backup needs', async () => {
    const folder = newFolder();
    const store = backupStore(folderStorage(folder), seal);
    const [shared, old, left] = [
      await store.put(pieces(long)),
      await store.put(pieces(long)),
      await store.put(pieces(long)),
    ];
    expect(await store.ids()).toEqual([]);
    await store.commit(manifestOf('20261101T000000Z-aaaaaa', [shared, old]));
    await store.commit(manifestOf('20261102T000000Z-bbbbbb', [shared]));

    const removed = await store.remove(['20261101T000000Z-aaaaaa']);

    expect(removed).toBe(2);
    expect(await store.ids()).toEqual(['20261102T000000Z-bbbbbb']);
    expect(readdirSync(join(folder, 'files')).map((name) => `files/${name}`)).toEqual([
      shared.name,
    ]);
    expect(await store.manifest('20261102T000000Z-bbbbbb')).toEqual(
      manifestOf('20261102T000000Z-bbbbbb', [shared]),
    );
    expect(left.name).not.toBe(old.name);
  });

  test('keeps nothing of content that ends with an error, and of files that are discarded', async () => {
    const folder = newFolder();
    const store = backupStore(folderStorage(folder), seal);
    const [kept, discarded] = [await store.put(pieces(long)), await store.put(pieces(long))];
    const broken = async function* (): AsyncGenerator<Uint8Array> {
      yield crypto.getRandomValues(new Uint8Array(60_000));
      throw new Error('the source is away');
    };

    expect(store.put(broken())).rejects.toThrow('the source is away');
    await store.put(broken()).catch(() => {});
    await store.discard([discarded]);

    expect(readdirSync(join(folder, 'files')).map((name) => `files/${name}`)).toEqual([kept.name]);
  });

  test('keeps the list of deletions', async () => {
    const store = backupStore(folderStorage(newFolder()), seal);
    const ledger = {
      links: [{ id: crypto.randomUUID(), at: '2026-11-01T00:00:00.000Z' }],
      accounts: [],
    };

    expect(await store.ledger()).toEqual({ links: [], accounts: [] });
    await store.addToLedger(ledger);
    await store.addToLedger({ links: [], accounts: ledger.links });

    expect(await store.ledger()).toEqual({ links: ledger.links, accounts: ledger.links });
  });
});

test('[backup-whole] a backup says which key it needs, and nothing of it can be read without', async () => {
  const folder = newFolder();
  const storage = folderStorage(folder);
  const store = backupStore(storage, keySeal(key));
  const file = await store.put(pieces(long));
  await store.commit(manifestOf('20261101T000000Z-aaaaaa', [file]));

  const open = (seal: typeof noSeal) =>
    backupStore(storage, seal).manifest('20261101T000000Z-aaaaaa');
  expect(open(noSeal)).rejects.toThrow('is encrypted: set BACKUP_KEY');
  expect(open(keySeal(otherKey))).rejects.toThrow('another BACKUP_KEY');
  expect(
    readFileSync(join(folder, 'manifests/20261101T000000Z-aaaaaa.json.enc')).includes('0001_a'),
  ).toBe(false);
});

test('[backup-whole] an encrypted file cannot be cut, reordered or joined, even with matching checksums', async () => {
  const seal = keySeal(key);
  const random = Buffer.from(crypto.getRandomValues(new Uint8Array(65_536)));
  const plain = Buffer.concat([random, random.subarray(0, 40_000), random, random]);
  const sealed = await buffer(seal.close(pieces(plain)));
  const [head, chunk] = [36, 65_536 + 16];
  const opened = (bytes: Uint8Array) => buffer(seal.open(pieces(bytes)));
  const chunkAt = (at: number) => sealed.subarray(head + at * chunk, head + (at + 1) * chunk);

  expect((await opened(sealed)).equals(plain)).toBe(true);
  for (const changed of [
    sealed.subarray(0, head + 2 * chunk),
    sealed.subarray(0, head),
    sealed.subarray(0, sealed.length - 1),
    Buffer.concat([sealed.subarray(0, head), chunkAt(1), chunkAt(0), chunkAt(2), chunkAt(3)]),
    Buffer.concat([sealed, sealed.subarray(head)]),
    Buffer.concat([sealed, Buffer.alloc(16)]),
    Buffer.alloc(0),
  ]) {
    expect(opened(changed)).rejects.toBeInstanceOf(DamagedBackup);
  }
});

test.each([0, 1, 65_535, 65_536, 65_537, 131_072])(
  '[backup-whole] %d bytes are encrypted and read again',
  async (length) => {
    const seal = keySeal(key);
    const plain = Buffer.alloc(length, 'waypost');

    const sealed = await buffer(seal.close(pieces(plain)));

    expect((await buffer(seal.open(pieces(sealed)))).equals(plain)).toBe(true);
    expect(sealed.includes('waypost')).toBe(false);
  },
);

test('[backup-whole] a manifest that leads out of the folder is refused', async () => {
  const store = backupStore(folderStorage(newFolder()), noSeal);
  const manifest = manifestOf('20261101T000000Z-aaaaaa', [await store.put(pieces(long))]);
  const [first] = manifest.files;
  if (first === undefined) throw new Error('there is no file');
  await store.commit({ ...manifest, files: [{ ...first, path: '../../etc/passwd' }] });

  expect(store.manifest(manifest.id)).rejects.toThrow('cannot be read');
});

function swap(one: string, other: string): void {
  renameSync(one, `${one}.held`);
  renameSync(other, one);
  renameSync(`${one}.held`, other);
}

function flip(path: string): void {
  const bytes = readFileSync(path);
  bytes[bytes.length >> 1] = (bytes[bytes.length >> 1] ?? 0) ^ 1;
  writeFileSync(path, bytes);
}
