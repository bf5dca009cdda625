import { dirname, basename } from 'node:path';
import type { Disk } from '#adapters/spool/disk';

type Content = { bytes: Uint8Array; durable: Uint8Array };

/** A process that ends at a disk operation. */
export class Killed extends Error {
  override readonly name = 'Killed';
}

/**
 * A disk that can be killed before each of its operations, lose its power (content that was not
 * synced is as before, including names), and be copied like a volume.
 */
export type MemoryDisk = Disk & {
  /** The n-th operation from now (from 1) throws instead of running, and so do all later ones. */
  killBefore(operation: number): void;
  /** A new process on the same disk. */
  revive(): void;
  isKilled(): boolean;
  losePower(): void;
  copy(): MemoryDisk;
  /** The paths of all files. */
  paths(): readonly string[];
};

export function memoryDisk(
  names = new Map<string, Content>(),
  durableNames = new Map<string, Content>(),
): MemoryDisk {
  let left = Number.POSITIVE_INFINITY;

  const operate = () => {
    left -= 1;
    if (left <= 0) throw new Killed('killed before a disk operation');
  };
  const content = (path: string): Content => {
    const found = names.get(path);
    if (!found) throw new Error(`no such file: ${path}`);
    return found;
  };

  return {
    makeFolder: () => {},
    list: (folder) =>
      [...names.keys()].filter((path) => dirname(path) === folder).map((path) => basename(path)),
    read: (path) => content(path).bytes.slice(),
    readHead: (path, length) => content(path).bytes.slice(0, length),
    size: (path) => names.get(path)?.bytes.length ?? 0,
    write: (path, bytes) => {
      operate();
      // A kill may come when half of the file is written.
      const file = { bytes: bytes.slice(0, bytes.length >> 1), durable: new Uint8Array() };
      names.set(path, file);
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
      for (const path of durableNames.keys())
        if (dirname(path) === folder) durableNames.delete(path);
      for (const [path, file] of names) if (dirname(path) === folder) durableNames.set(path, file);
    },
    rename: (from, to) => {
      operate();
      names.set(to, content(from));
      names.delete(from);
    },
    remove: (path) => {
      operate();
      names.delete(path);
    },
    killBefore: (operation) => {
      left = operation;
    },
    revive: () => {
      left = Number.POSITIVE_INFINITY;
    },
    isKilled: () => left <= 0,
    losePower: () => {
      names.clear();
      for (const [path, file] of durableNames) names.set(path, file);
      for (const file of names.values()) file.bytes = file.durable;
    },
    copy: () => {
      const copies = new Map([...names].map(([path, file]) => [path, { ...file }]));
      return memoryDisk(copies, new Map(copies));
    },
    paths: () => [...names.keys()],
  };
}
