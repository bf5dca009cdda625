import { Refusal } from '#core/shared/refusal';
import type { ShownEvent } from './live-numbers.ts';

/** A message to an open page: it says which data to load again. */
export type LiveUpdate =
  /** The account's notices have changed; `unread` of them are unread. */
  | { readonly kind: 'notices'; readonly unread: number }
  /** New clicks or conversions were stored. Answers with this mark already include them. */
  | { readonly kind: 'numbers'; readonly mark: string }
  /** The live events of the account's links. */
  | { readonly kind: 'live'; readonly clicksNow: number; readonly latest: readonly ShownEvent[] }
  /** Links were created, changed or deleted. The mark is null while no poll has read the numbers. */
  | { readonly kind: 'links'; readonly mark: string | null };

/** One open page. */
export type LiveStream = {
  readonly userId: string;
  /** The digest of its session's token, or of its key's text. */
  readonly sid: string;
  send(update: LiveUpdate): void;
  /** Closes the stream. */
  end(): void;
};

type Account = {
  readonly streams: Set<LiveStream>;
  /** The last mark, by the kind of update. */
  readonly marks: Map<MarkedKind, string>;
};

type MarkedKind = 'notices' | 'numbers' | 'live';

export type PageLimits = { readonly perAccount: number; readonly inAll: number };

const retryAfterSeconds = 30;

/** Pages by account. All state of an account is removed with its last page. */
export function openPages(limits: PageLimits) {
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
      if (isClosed || isFull) throw tooManyPages();
      account.streams.add(stream);
      newPages.add(stream);
      account.marks.delete('notices');
      accounts.set(stream.userId, account);
      return () => leave(stream);
    },
    send(userId: string, update: LiveUpdate): void {
      for (const stream of accounts.get(userId)?.streams ?? []) stream.send(update);
    },
    lastMark: (userId: string, kind: MarkedKind) => accounts.get(userId)?.marks.get(kind),
    /** Stores a mark; returns whether it differs from the one before. */
    isNews(userId: string, kind: MarkedKind, mark: string): boolean {
      const marks = accounts.get(userId)?.marks;
      const before = marks?.get(kind);
      marks?.set(kind, mark);
      return before !== mark;
    },
    close(): void {
      isClosed = true;
      all().forEach(end);
    },
  };
}

function tooManyPages(): Refusal {
  return new Refusal('too_many_requests', 'Too many pages are open at once', {
    retryAfterSeconds,
  });
}
