import type { IndexChange } from '#core/redirect/link-index';
import { Refusal } from '#core/shared/refusal';
import type { Clock } from '#core/shared/time';

/** A message to an open page: it says which data to load again. */
export type LiveUpdate =
  /** The account's notices have changed; `unread` of them are unread. */
  | { readonly kind: 'notices'; readonly unread: number }
  /** New clicks or conversions were stored. */
  | { readonly kind: 'numbers' }
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
    /** A mark for each account that changes when its clicks or conversions change. */
    marks(userIds: readonly string[]): Promise<ReadonlyMap<string, string>>;
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
   * Notifies pages whose numbers have changed, and each new page once: its data may be older than
   * the first poll.
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

/**
 * The open pages of this instance, and the last state that the pages of each account were notified
 * of.
 */
export function liveUpdates(ports: LiveUpdatesPorts): LiveUpdates {
  const { sessions, notices, numbers, clock } = ports;
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
      if (pages.userIds().length === 0) return;
      const newPages = pages.takeNew();
      const marks = await numbers.marks(pages.userIds());
      for (const userId of pages.userIds()) {
        const mark = marks.get(userId) ?? '';
        const before = pages.remember(userId, 'numbers', mark);
        if (before !== undefined && before !== mark) pages.tell(userId, { kind: 'numbers' });
        else newPages.filter((page) => page.userId === userId).forEach(tellNumbers);
      }
    },
  };
}

function tellNumbers(page: LiveStream): void {
  page.send({ kind: 'numbers' });
}

type Account = {
  readonly streams: Set<LiveStream>;
  /** The last mark, by the kind of update. */
  readonly marks: Map<'notices' | 'numbers', string>;
};

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
    takeNew(): readonly LiveStream[] {
      const taken = [...newPages];
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
    remember(userId: string, kind: 'notices' | 'numbers', mark: string): string | undefined {
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
