import type { IndexChange } from '#core/redirect/link-index';
import { Refusal } from '#core/shared/refusal';
import type { Clock } from '#core/shared/time';
import { shownEvents, type LiveNumbers, type ShownEvent } from './live-numbers.ts';

/** A message to an open page: it says which data to load again. */
export type LiveUpdate =
  /** The account's notices have changed; `unread` of them are unread. */
  | { readonly kind: 'notices'; readonly unread: number }
  /** New clicks or conversions were stored. */
  | { readonly kind: 'numbers' }
  /** What happens on the account's links now. */
  | { readonly kind: 'live'; readonly clicksNow: number; readonly latest: readonly ShownEvent[] }
  /** Links were created, changed or deleted. */
  | { readonly kind: 'links' };

/** One open page. */
export type LiveStream = {
  readonly userId: string;
  /** The digest of its session's token. */
  readonly sid: string;
  send(update: LiveUpdate): void;
  /** Closes the stream. */
  end(): void;
};

/** The state of an account's notices: `mark` changes with every change of them. */
export type Standing = { readonly unread: number; readonly mark: string };

export type LiveUpdatesPorts = {
  readonly sessions: {
    /** Which of these sessions are still valid. */
    living(sids: readonly string[], at: Date): Promise<ReadonlySet<string>>;
  };
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
  };
  readonly links: {
    /** The accounts' deleted links whose events may still be in the event store. */
    pendingErasures(userIds: readonly string[]): Promise<readonly string[]>;
    /** The title of each link, or its name when it has none. Deleted links are missing. */
    names(linkIds: readonly string[]): Promise<ReadonlyMap<string, string>>;
  };
  readonly clock: Clock;
  readonly limits: { readonly perAccount: number; readonly inAll: number };
};

export type LiveUpdates = {
  /**
   * Adds a page; returns a function that removes it. Refuses `too_many_requests` beyond the limits.
   */
  open(stream: LiveStream): () => void;
  /**
   * Closes pages whose session is over. Notifies the pages of accounts whose notices have changed,
   * and new pages.
   */
  pollNotices(): Promise<void>;
  /**
   * Sends each page what happens now, when it has changed. Notifies pages whose numbers have
   * changed, and each new page once: its data may be older than the first poll. Asks for all open
   * pages together, however many there are.
   */
  pollNumbers(): Promise<void>;
  /**
   * A link has changed: its account's pages are notified at the next look at notices. Returns
   * whether there are any.
   */
  noteLink(change: IndexChange): boolean;
  /** Closes all pages and accepts no new ones. */
  close(): void;
};

const retryAfterSeconds = 30;
const nothing: Standing = { unread: 0, mark: '' };
const quiet: LiveNumbers = { mark: '', clicksNow: 0, latest: [] };

/**
 * The open pages of this instance, and the last state that the pages of each account were notified
 * of.
 */
export function liveUpdates(ports: LiveUpdatesPorts): LiveUpdates {
  const { sessions, notices, numbers, links, clock } = ports;
  const pages = openPages(ports.limits);
  const withNewLinks = new Set<string>();

  return {
    open: pages.add,
    close: pages.close,

    noteLink(change) {
      const userId = change.kind === 'put' ? change.link.userId : change.userId;
      if (userId === null) return false;
      const isOpen = pages.isOpen(userId);
      if (isOpen) withNewLinks.add(userId);
      return isOpen;
    },

    async pollNotices() {
      for (const userId of withNewLinks) pages.tell(userId, { kind: 'links' });
      withNewLinks.clear();
      const seen = pages.all();
      if (seen.length === 0) return;
      const sids = [...new Set(seen.map(({ sid }) => sid))];
      const living = await sessions.living(sids, new Date(clock.now()));
      seen.filter(({ sid }) => !living.has(sid)).forEach(pages.end);

      const standings = await notices.standings(pages.userIds());
      for (const userId of pages.userIds()) {
        const { unread, mark } = standings.get(userId) ?? nothing;
        const before = pages.remember(userId, 'notices', mark);
        if (before !== mark) pages.tell(userId, { kind: 'notices', unread });
      }
    },

    async pollNumbers() {
      const userIds = pages.userIds();
      if (userIds.length === 0) return;
      const newPages = pages.takeNew();
      const seen = new Map(userIds.map((userId) => [userId, pages.of(userId)]));
      const read = await numbers.read(userIds, await links.pendingErasures(userIds));
      const names = await links.names(linkIdsOf(read.values()));
      for (const [userId, seenPages] of seen) {
        const { mark, clicksNow, latest } = read.get(userId) ?? quiet;
        const live: LiveUpdate = { kind: 'live', clicksNow, latest: shownEvents(latest, names) };
        const shown = JSON.stringify(live);
        const isChanged = pages.remember(userId, 'live', shown) !== shown;
        const before = pages.remember(userId, 'numbers', mark);
        const hasMore = before !== undefined && before !== mark;
        for (const page of seenPages) {
          const isNew = newPages.has(page);
          if (isChanged || isNew) page.send(live);
          if (hasMore || isNew) page.send({ kind: 'numbers' });
        }
      }
    },
  };
}

function linkIdsOf(numbers: Iterable<LiveNumbers>): readonly string[] {
  return [...new Set([...numbers].flatMap(({ latest }) => latest.map(({ linkId }) => linkId)))];
}

type Account = {
  readonly streams: Set<LiveStream>;
  /** The last mark, by the kind of update. */
  readonly marks: Map<MarkedKind, string>;
};

type MarkedKind = 'notices' | 'numbers' | 'live';

/** Pages by account. All state of an account is removed with its last page. */
function openPages(limits: LiveUpdatesPorts['limits']) {
  const accounts = new Map<string, Account>();
  /** Pages since the last poll of numbers. */
  let newPages = new Set<LiveStream>();
  let isClosed = false;

  const all = () => [...accounts.values()].flatMap(({ streams }) => [...streams]);
  const leave = (stream: LiveStream): void => {
    const account = accounts.get(stream.userId);
    account?.streams.delete(stream);
    newPages.delete(stream);
    if (account?.streams.size === 0) accounts.delete(stream.userId);
  };
  const end = (stream: LiveStream): void => {
    leave(stream);
    stream.end();
  };

  return {
    all,
    end,
    userIds: () => [...accounts.keys()],
    isOpen: (userId: string) => accounts.has(userId),
    of: (userId: string): readonly LiveStream[] => [...(accounts.get(userId)?.streams ?? [])],
    /** The pages since the last call. */
    takeNew(): ReadonlySet<LiveStream> {
      const taken = newPages;
      newPages = new Set();
      return taken;
    },
    add(stream: LiveStream): () => void {
      const account = accounts.get(stream.userId) ?? { streams: new Set(), marks: new Map() };
      const isFull = account.streams.size >= limits.perAccount || all().length >= limits.inAll;
      if (isClosed || isFull) {
        throw new Refusal('too_many_requests', 'Too many pages are open at once', {
          retryAfterSeconds,
        });
      }
      account.streams.add(stream);
      newPages.add(stream);
      account.marks.delete('notices');
      accounts.set(stream.userId, account);
      return () => leave(stream);
    },
    tell(userId: string, update: LiveUpdate): void {
      for (const stream of accounts.get(userId)?.streams ?? []) stream.send(update);
    },
    /** Stores a mark; returns the one before, or undefined for the first. */
    remember(userId: string, kind: MarkedKind, mark: string): string | undefined {
      const marks = accounts.get(userId)?.marks;
      const before = marks?.get(kind);
      marks?.set(kind, mark);
      return before;
    },
    close(): void {
      isClosed = true;
      all().forEach(end);
    },
  };
}
