import { dirname, basename } from 'node:path';
import type { Disk } from '#adapters/spool/disk';

/** `bytes`: what processes read. `durable`: what the last sync left on the disk. */
type Content = { bytes: Uint8Array; durable: Uint8Array };

/** A changed name that its folder's sync has not made durable yet. */
type Renaming = { folder: string; apply: (names: Map<string, Content>) => void };

/** A process that ends at a disk operation. */
export class Killed extends Error {
  override readonly name = 'Killed';
}

/**
 * A disk that can be killed before each of its operations, lose its power, and be copied like a
 * volume.
 */
export type MemoryDisk = Disk & {
  /** The n-th operation from now (from 1) throws instead of running, and so do all later ones. */
  killBefore(operation: number): void;
  /** A new process on the same disk. */
  revive(): void;
  isKilled(): boolean;
  /** Adds bytes to a file, created when missing. Nothing of it is durable before the next syncs. */
  append(path: string, bytes: Uint8Array): void;
  /**
   * Each content and each name is as its last sync left it, unless the disk has written a later
   * change on its own: `kept` says so, change by change, again from its beginning when it is short.
   */
  losePower(kept?: readonly boolean[]): void;
  copy(): MemoryDisk;
  /** The paths of all files. */
  paths(): readonly string[];
};

export function memoryDisk(
  names = new Map<string, Content>(),
  durableNames = new Map<string, Content>(),
): MemoryDisk {
  let left = Number.POSITIVE_INFINITY;
  let unsynced: Renaming[] = [];

  const operate = () => {
    left -= 1;
    if (left <= 0) throw new Killed('killed before a disk operation');
  };
  const content = (path: string): Content => {
    const found = names.get(path);
    if (!found) throw new Error(`no such file: ${path}`);
    return found;
  };
  const change = (path: string, apply: Renaming['apply']) => {
    apply(names);
    unsynced.push({ folder: dirname(path), apply });
  };
  const created = (path: string): Content => {
    const found = names.get(path);
    if (found) return found;
    const file = { bytes: new Uint8Array(), durable: new Uint8Array() };
    change(path, (all) => all.set(path, file));
    return file;
  };

  return {
    makeFolder: () => {},
    list: (folder) =>
      [...names.keys()].filter((path) => dirname(path) === folder).map((path) => basename(path)),
    read: (path) => content(path).bytes.slice(),
    readHead: (path, length) => content(path).bytes.slice(0, length),
    size: (path) => names.get(path)?.bytes.length ?? 0,
    append: (path, bytes) => {
      const file = created(path);
      file.bytes = Buffer.concat([file.bytes, bytes]);
    },
    write: (path, bytes) => {
      operate();
      const file = created(path);
      // A kill may come when half of the file is written.
      file.bytes = bytes.slice(0, bytes.length >> 1);
      operate();
      file.bytes = bytes.slice();
      file.durable = file.bytes;
    },
    sync: (path) => {
      operate();
      content(path).durable = content(path).bytes;
    },
    syncFolder: (folder) => {
      operate();
      for (const one of unsynced) if (one.folder === folder) one.apply(durableNames);
      unsynced = unsynced.filter((one) => one.folder !== folder);
    },
    rename: (from, to) => {
      operate();
      const file = content(from);
      change(to, (all) => {
        all.delete(from);
        all.set(to, file);
      });
    },
    remove: (path) => {
      operate();
      if (names.has(path)) change(path, (all) => all.delete(path));
    },
    killBefore: (operation) => {
      left = operation;
    },
    revive: () => {
      left = Number.POSITIVE_INFINITY;
    },
    isKilled: () => left <= 0,
    losePower: (kept = []) => {
      let changes = 0;
      const isKept = () => kept[changes++ % kept.length] ?? false;
      for (const { apply } of unsynced) if (isKept()) apply(durableNames);
      unsynced = [];
      names.clear();
      for (const [path, file] of durableNames) names.set(path, file);
      for (const file of new Set(names.values())) {
        if (file.bytes !== file.durable && isKept()) file.durable = file.bytes;
        file.bytes = file.durable;
      }
    },
    copy: () => {
      const copies = new Map([...names].map(([path, file]) => [path, { ...file }]));
      return memoryDisk(copies, new Map(copies));
    },
    paths: () => [...names.keys()],
  };
}
