import type { Bans } from '#core/accounts/banned';
import type { IndexChange } from '#core/redirect/link-index';
import type { Clock } from '#core/shared/time';
import { answerMarks } from './answer-marks.ts';
import { shownEvents, type LiveNumbers } from './live-numbers.ts';
import { openPages, type LiveStream, type LiveUpdate, type PageLimits } from './open-pages.ts';

/** The state of an account's notices. `mark` changes with every change of the notices. */
export type Standing = { readonly unread: number; readonly mark: string };

export type LiveUpdatesPorts = {
  readonly sessions: {
    /** Which of these sessions, and of these keys that may follow an account, are still valid. */
    living(sids: readonly string[], at: Date): Promise<ReadonlySet<string>>;
  };
  readonly bans: Pick<Bans, 'isBanned'>;
  readonly notices: {
    /** The state of the notices of accounts. An account without notices is missing. */
    standings(userIds: readonly string[]): Promise<ReadonlyMap<string, Standing>>;
  };
  readonly numbers: {
    /**
     * Reads what happens now on the links of accounts, without links that are being erased. An
     * account without clicks and conversions is missing.
     */
    read(
      userIds: readonly string[],
      erasedLinkIds: readonly string[],
    ): Promise<ReadonlyMap<string, LiveNumbers>>;
    /** Reads the mark alone of an account's `LiveNumbers`; empty when `read` has none. */
    markOf(userId: string): Promise<string>;
  };
  readonly links: {
    /** The accounts' deleted links whose events may still be in the event store. */
    pendingErasures(userIds: readonly string[]): Promise<readonly string[]>;
    /** The title of each link, or its name when it has none. Deleted links are missing. */
    names(linkIds: readonly string[]): Promise<ReadonlyMap<string, string>>;
  };
  readonly clock: Clock;
  readonly limits: PageLimits;
};

export type LiveUpdates = {
  /**
   * Adds a page; returns a function that removes it. Refuses `too_many_requests` beyond the limits.
   */
  open(stream: LiveStream): () => void;
  /**
   * Closes pages whose session or key is over or whose person is banned. Notifies new pages, and the pages
   * of accounts whose notices have changed.
   */
  pollNotices(): Promise<void>;
  /**
   * Closes pages whose session or key is over, also by time, or whose person is banned. Sends each page its live events when they have changed. Notifies
   * pages whose numbers have changed, and each new page once: the mark shows the page whether its
   * data is older than this poll. The numbers are sent first, so that a page can show the live
   * events together with them. One query serves all open pages.
   */
  pollNumbers(): Promise<void>;
  /**
   * The state of an account's numbers and links, for an answer whose data is read afterwards. So
   * the mark may be older than that data, but never newer. A page whose answers carry the mark of
   * an update already shows that update. Null when it cannot be read.
   */
  markFor(userId: string): Promise<string | null>;
  /**
   * Forgets all marks, after this instance has stored events of any account. Polls find events that
   * other instances stored.
   */
  recordStored(): void;
  /**
   * Records a change of a link. The pages of its account are notified by the next `pollNotices`.
   * Returns whether the account has open pages.
   */
  recordLink(change: IndexChange): boolean;
  /** Closes all pages and accepts no new ones. */
  close(): void;
};

const nothing: Standing = { unread: 0, mark: '' };
const quiet: LiveNumbers = { mark: '', clicksNow: 0, latest: [] };

/**
 * The open pages of this instance, and the last state that the pages of each account were notified
 * of.
 */
export function liveUpdates(ports: LiveUpdatesPorts): LiveUpdates {
  const { notices, numbers, clock } = ports;
  const pages = openPages(ports.limits);
  const withNewLinks = new Set<string>();
  const marks = answerMarks({
    clock,
    read: numbers.markOf,
    lastPolled: (userId) => pages.lastMark(userId, 'numbers'),
  });

  return {
    open: pages.add,
    close: pages.close,
    markFor: marks.read,
    recordStored: marks.recordNumbers,
    recordLink(change) {
      const userId = change.kind === 'put' ? change.link.userId : change.userId;
      if (userId === null) return false;
      marks.recordLink(userId);
      const isOpen = pages.isOpen(userId);
      if (isOpen) withNewLinks.add(userId);
      return isOpen;
    },
    async pollNotices() {
      for (const userId of withNewLinks) {
        pages.send(userId, { kind: 'links', mark: marks.lastOf(userId) });
      }
      withNewLinks.clear();
      if (pages.all().length === 0) return;
      await endPages(pages, ports);
      const standings = await notices.standings(pages.userIds());
      for (const userId of pages.userIds()) {
        const { unread, mark } = standings.get(userId) ?? nothing;
        const isNews = pages.isNews(userId, 'notices', mark);
        if (isNews) pages.send(userId, { kind: 'notices', unread });
      }
    },
    async pollNumbers() {
      marks.recordNumbers();
      const userIds = pages.userIds();
      if (userIds.length === 0) return;
      const newPages = pages.takeNew();
      const seen = new Map(userIds.map((userId) => [userId, pages.of(userId)]));
      const ended = await endPages(pages, ports);
      const { read, names } = await readNumbers(ports, userIds);
      for (const [userId, seenPages] of seen) {
        const { mark, clicksNow, latest } = read.get(userId) ?? quiet;
        const live: LiveUpdate = { kind: 'live', clicksNow, latest: shownEvents(latest, names) };
        const isLiveNew = pages.isNews(userId, 'live', JSON.stringify(live));
        const hasMore = pages.isNews(userId, 'numbers', mark);
        for (const page of seenPages.filter((each) => !ended.has(each))) {
          const isNew = newPages.has(page);
          if (hasMore || isNew) page.send({ kind: 'numbers', mark: marks.of(userId, mark) });
          if (isLiveNew || isNew) page.send(live);
        }
      }
    },
  };
}

/** What happens now on the accounts' links, and the names of these. */
async function readNumbers(
  { numbers, links }: Pick<LiveUpdatesPorts, 'numbers' | 'links'>,
  userIds: readonly string[],
) {
  const read = await numbers.read(userIds, await links.pendingErasures(userIds));
  return { read, names: await links.names(linkIdsOf(read.values())) };
}

/** Ends the pages whose session or key is over or whose person is banned, and returns them. */
async function endPages(
  pages: Pick<ReturnType<typeof openPages>, 'all' | 'end'>,
  { sessions, bans, clock }: Pick<LiveUpdatesPorts, 'sessions' | 'bans' | 'clock'>,
): Promise<ReadonlySet<LiveStream>> {
  const open = pages.all();
  const sids = [...new Set(open.map(({ sid }) => sid))];
  const living = await sessions.living(sids, new Date(clock.now()));
  const ended = open.filter(({ sid, userId }) => !living.has(sid) || bans.isBanned(userId));
  ended.forEach(pages.end);
  return new Set(ended);
}

function linkIdsOf(numbers: Iterable<LiveNumbers>): readonly string[] {
  return [...new Set([...numbers].flatMap(({ latest }) => latest.map(({ linkId }) => linkId)))];
}
