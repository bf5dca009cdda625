import { join } from 'node:path';
import type { Bans } from '#core/accounts/banned';
import { type Blocklist, blocksUrl, nothingBlocked, readBlocklist } from '#core/links/blocklist';
import { isBlockedLink } from '#core/redirect/blocked-link';
import { judgeAgain } from '#core/redirect/judge-again';
import type { LinkIndex } from '#core/redirect/link-index';
import type { RoutedLink } from '#core/redirect/routed-link';
import { faultFields, type Log } from '#core/shared/log';
import { keptAccounts } from './kept-accounts.ts';
import { readFileNow, watchFile } from './watch-file.ts';

/** Finds the accounts of these e-mail addresses, and those that an operator has disabled. */
export type FindBanned = (emails: readonly string[]) => Promise<ReadonlySet<string>>;

/**
 * The operator's blocklist, from `blocklist.txt` in `dataDir`. `poll` and `findPeople` have to run
 * again and again. While the file cannot be read, the last list stays in use.
 */
export function openBlocklist({ dataDir, log }: { dataDir: string; log: Log }) {
  const file = join(dataDir, 'blocklist.txt');
  const watched = watchFile(file);
  let list: Blocklist = nothingBlocked;
  const kept = keptAccounts({ file: join(dataDir, 'banned.snapshot'), log });
  let banned = kept.read();
  let text = '';

  const take = (read: string): void => {
    text = read;
    const { list: newer, strangeLines } = readBlocklist(read);
    list = newer;
    if (strangeLines.length === 0) return;
    log.warn('invalid lines of the blocklist are ignored', {
      lines: strangeLines.slice(0, 20).join(', '),
    });
  };
  try {
    take(readFileNow(file));
  } catch (error) {
    log.error('the blocklist cannot be read and nothing is blocked', faultFields(error));
  }
  const bans: Bans = {
    isBanned: (userId) => list.userIds.has(userId) || banned.has(userId),
    isBannedEmail: (email) => list.emails.has(email),
  };

  return {
    bans,
    text: () => text,
    blocksUrl: (href: string) => blocksUrl(list, href),
    blocksLink: (link: RoutedLink) => isBlockedLink(list, link, bans.isBanned),

    /**
     * Reads the file if it has changed, and then decides again which links of the index are
     * blocked.
     */
    async poll(index: LinkIndex, signal: AbortSignal): Promise<void> {
      const read = await watched.poll();
      if (read === null) return;
      take(read);
      await judgeAgain(index, signal);
    },

    /**
     * Finds the accounts of the e-mail addresses in the list, also accounts opened later, and those
     * that an operator has disabled. When the result differs from the last one, it decides again
     * which links are blocked.
     */
    findPeople: (find: FindBanned, index: LinkIndex) => async (signal: AbortSignal) => {
      const found = await find([...list.emails]);
      if (found.size === banned.size && found.isSubsetOf(banned)) return;
      banned = found;
      await judgeAgain(index, signal);
      await kept.write(found);
    },
  };
}
