import { join } from 'node:path';
import type { OwnSalts } from '#core/clicks/keep-salts';
import type { Disk } from './disk.ts';

const saltBytes = 32;
const saltFile = /^(\d{4}-\d{2}-\d{2})\.salt$/;

/** The folder with one DATA_DIR's copies of the salts. Backups exclude it. */
export function saltFolder(dataDir: string): string {
  return join(dataDir, 'salts');
}

/** This instance's copies of the salts: one file per day, readable only by this user. */
export function spooledSalts(disk: Disk, folder: string): OwnSalts {
  disk.makeFolder(folder);
  const pathOf = (day: string): string => join(folder, `${day}.salt`);

  return {
    read: async (day) => {
      if (!disk.list(folder).includes(`${day}.salt`)) return null;
      const salt = disk.read(pathOf(day));
      return salt.length === saltBytes ? salt : null;
    },
    write: async (day, salt) => {
      disk.write(`${pathOf(day)}.new`, salt);
      disk.rename(`${pathOf(day)}.new`, pathOf(day));
      disk.syncFolder(folder);
    },
    destroyBefore: async (day) => {
      const days = disk.list(folder).flatMap((file) => saltFile.exec(file)?.[1] ?? []);
      for (const old of days.filter((one) => one < day)) disk.remove(pathOf(old));
    },
  };
}
