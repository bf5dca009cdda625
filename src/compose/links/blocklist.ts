import { join } from 'node:path';
import { keptAccounts } from '#adapters/blocklist/kept-accounts';
import { readFileNow, watchFile } from '#adapters/blocklist/watch-file';
import { accountsOf } from '#adapters/postgres/accounts/accounts-of';
import { disabledAccounts } from '#adapters/postgres/accounts/disabled-accounts';
import type { Sql } from '#adapters/postgres/connect';
import type { Bans } from '#core/accounts/banned';
import { type Blocklist, blocksUrl, nothingBlocked, readBlocklist } from '#core/links/blocklist';
import { isBlockedLink } from '#core/redirect/blocked-link';
import type { LinkIndex } from '#core/redirect/link-index';
import type { RoutedLink } from '#core/redirect/routed-link';
import type { End } from '#core/shared/ending';
import { faultFields, type Log } from '#core/shared/log';
import { secondMs } from '#core/shared/time';
import { every } from '#adapters/timers/every';
import { judgeAgain } from '#roots/compose/background/judge-again';

const pollMs = secondMs;

/**
 * The operator's blocklist, from `blocklist.txt` in `dataDir`, now and after each change. While the
 * file cannot be read, the last list stays in use.
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

    /** Keeps reading the file, and judges the index's links again after each change. */
    follow(index: LinkIndex): End {
      return every({ pauseMs: pollMs, name: 'read the blocklist', log }, async (signal) => {
        const read = await watched.poll();
        if (read === null) return;
        take(read);
        await judgeAgain(index, signal);
      });
    },

    /**
     * Finds the accounts of the e-mail addresses in the list, also accounts opened later, and those
     * that an operator has disabled.
     */
    findPeople(sql: Sql, index: LinkIndex): End {
      const find = peopleFinder(sql);
      return every({ pauseMs: pollMs, name: 'find banned people', log }, async (signal) => {
        const found = await find([...list.emails]);
        if (found.size === banned.size && found.isSubsetOf(banned)) return;
        banned = found;
        await judgeAgain(index, signal);
        await kept.write(found);
      });
    },
  };
}

/** Finds the accounts of these addresses, and those that an operator has disabled. */
function peopleFinder(sql: Sql): (emails: readonly string[]) => Promise<ReadonlySet<string>> {
  const find = accountsOf(sql);
  const findDisabled = disabledAccounts(sql);
  return async (emails) => {
    const listed = emails.length === 0 ? [] : await find(emails);
    return new Set([...listed, ...(await findDisabled())]);
  };
}
