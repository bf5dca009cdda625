import { createHash, randomUUID } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { createZstdCompress, createZstdDecompress } from 'node:zlib';
import { Readable, type Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { DamagedBackup, type BackupStore, type Bytes } from '#core/backup/backup-store';
import { filesOf, joinLedgers, type Manifest, type StoredFile } from '#core/backup/manifest';
import { readLedger, readManifest } from './manifest-json.ts';
import { NoSuchFile, type BackupStorage } from './storage.ts';
import type { Seal } from './seal.ts';

/**
 * Backups in one place. `manifests/ID.json` names the files of a backup, which are in `files/` and
 * which several backups may share; `deleted.json` is the ledger of deletions.
 */
export function backupStore(storage: BackupStorage, seal: Seal): BackupStore {
  const texts = sealedTexts(storage, seal);
  const nameOf = (id: string) => `manifests/${id}.json${seal.suffix}`;
  const ledgerName = `deleted.json${seal.suffix}`;
  const ids = async () => (await storage.list('manifests/')).flatMap((name) => idIn(name) ?? []);
  const manifest = async (id: string): Promise<Manifest> => {
    try {
      const made = readManifest(await texts.read(nameOf(id)));
      // A manifest that was moved to another name would restore another backup than was asked for.
      if (made.id === id) return made;
      throw new DamagedBackup(`The manifest ${nameOf(id)} is not of the backup ${id}`);
    } catch (error) {
      if (error instanceof NoSuchFile) throw await absent(storage, id);
      if (error instanceof DamagedBackup) throw error;
      throw new DamagedBackup(`The manifest of the backup ${id} cannot be read`, { cause: error });
    }
  };

  const ledger = async () => {
    try {
      return readLedger(await texts.read(ledgerName));
    } catch (error) {
      if (error instanceof NoSuchFile) return { links: [], accounts: [] };
      if (error instanceof DamagedBackup) throw error;
      throw new DamagedBackup('The list of deletions cannot be read', { cause: error });
    }
  };

  return {
    put: (content) => put(storage, seal, content),
    get: (file) => decompressed(seal.open(verified(storage, file))),
    async check(file) {
      for await (const piece of verified(storage, file)) void piece;
    },
    ids,
    manifest,
    commit: (made) => texts.write(nameOf(made.id), JSON.stringify(made)),
    ledger,
    async addToLedger(deletions) {
      await texts.write(ledgerName, JSON.stringify(joinLedgers(await ledger(), deletions)));
    },
    async discard(files) {
      for (const { name } of files) await storage.remove(name);
    },
    async remove(removed) {
      for (const id of removed) await storage.remove(nameOf(id));
      const kept = await Promise.all((await ids()).map(manifest));
      const used = new Set(kept.flatMap(filesOf).map(({ name }) => name));
      const unused = (await storage.list('files/')).filter((name) => !used.has(name));
      for (const name of unused) await storage.remove(name);
      return unused.length;
    },
  };
}

function idIn(name: string): string | undefined {
  return /^manifests\/([\dTZa-f-]+)\.json(?:\.enc)?$/.exec(name)?.[1];
}

function sealedTexts(storage: BackupStorage, seal: Seal) {
  return {
    read: async (name: string) => (await buffer(seal.open(storage.read(name)))).toString('utf8'),
    write: (name: string, text: string) =>
      storage.write(name, seal.close(onePiece(Buffer.from(text)))),
  };
}

async function put(storage: BackupStorage, seal: Seal, content: Bytes): Promise<StoredFile> {
  const name = `files/${randomUUID()}.zst${seal.suffix}`;
  const hash = createHash('sha256');
  let bytes = 0;
  const note = (piece: Uint8Array): void => {
    hash.update(piece);
    bytes += piece.length;
  };
  await storage.write(name, noted(seal.close(compressed(content)), note));
  return { name, bytes, sha256: hash.digest('hex') };
}

async function absent(storage: BackupStorage, id: string): Promise<DamagedBackup> {
  const names = await storage.list('manifests/');
  const isThere = names.some((name) => name.startsWith(`manifests/${id}.json`));
  if (!isThere) return new DamagedBackup(`There is no backup ${id}`);
  const isSealed = names.includes(`manifests/${id}.json.enc`);
  return new DamagedBackup(
    isSealed
      ? `The backup ${id} is encrypted: set BACKUP_KEY`
      : `The backup ${id} is not encrypted: unset BACKUP_KEY`,
  );
}

/** The stored bytes; rejects at their end when they are not the ones that were written. */
async function* verified(storage: BackupStorage, file: StoredFile): AsyncGenerator<Uint8Array> {
  const hash = createHash('sha256');
  let bytes = 0;
  try {
    for await (const piece of storage.read(file.name)) {
      hash.update(piece);
      bytes += piece.length;
      yield piece;
    }
  } catch (error) {
    if (error instanceof NoSuchFile) throw new DamagedBackup(`${file.name} is missing`);
    throw error;
  }
  if (bytes !== file.bytes || hash.digest('hex') !== file.sha256) {
    throw new DamagedBackup(`${file.name} is damaged: its checksum is not the manifest's`);
  }
}

async function* noted(
  content: Bytes,
  note: (piece: Uint8Array) => void,
): AsyncGenerator<Uint8Array> {
  for await (const piece of content) {
    note(piece);
    yield piece;
  }
}

function compressed(content: Bytes): Bytes {
  return through(content, createZstdCompress());
}

/**
 * The checksum is compared at the end, so a damaged file may fail earlier, in the decompression.
 */
function decompressed(content: Bytes): Bytes {
  return through(content, createZstdDecompress());
}

/**
 * The content, changed. Rejects with the content's error. Node's `compose` would also raise that error
 * outside of the caller, which ends the process.
 */
async function* through(content: Bytes, change: Transform): AsyncGenerator<Uint8Array> {
  const feeding = pipeline(Readable.from(content, { objectMode: false }), change);
  feeding.catch(() => {});
  yield* piecesOf(change);
  await feeding;
}

async function* piecesOf(stream: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  for await (const piece of stream) yield piece;
}

async function* onePiece(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}
