import { replaceFile } from '#adapters/disk/durable';
import { isId } from '#core/shared/ids';
import { faultFields, type Log } from '#core/shared/log';
import { readFileNow } from './watch-file.ts';

/** The accounts that Postgres named as banned, in a file: a start bans them before Postgres answers. */
export type KeptAccounts = {
  /** The accounts of the earlier run; none when the file cannot be read. */
  read(): ReadonlySet<string>;
  /** Replaces the file. A failure is logged; the next start then uses an older list. */
  write(userIds: ReadonlySet<string>): Promise<void>;
};

export function keptAccounts({ file, log }: { file: string; log: Log }): KeptAccounts {
  return {
    read() {
      try {
        return new Set(readFileNow(file).split('\n').filter(isId));
      } catch (error) {
        log.warn('the list of banned accounts cannot be read', faultFields(error));
        return new Set();
      }
    },
    async write(userIds) {
      try {
        await replaceFile(file, [...userIds].map((userId) => `${userId}\n`).join(''));
      } catch (error) {
        log.warn('the list of banned accounts cannot be written', faultFields(error));
      }
    },
  };
}
