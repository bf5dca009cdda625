import type { AuditEvent } from '#contract/audit';

/** Who made a request: a signed-in person, a server with an API key, or an unknown client. */
export type Actor = 'session' | 'key' | 'nobody';

/**
 * The account that an event is about: a known one, an e-mail address that may belong to anybody, or
 * none.
 */
export type Account =
  | { readonly kind: 'known'; readonly userId: string }
  | { readonly kind: 'named'; readonly email: string }
  | { readonly kind: 'unknown' };

/** One action that was done or refused. */
export type AuditEntry = {
  readonly atMs: number;
  readonly event: AuditEvent;
  readonly outcome: 'done' | 'refused';
  readonly actor: Actor;
  readonly account: Account;
  /**
   * The client's network: an IPv4 /24 or an IPv6 /48, never the full address. Empty when unknown.
   */
  readonly network: string;
  readonly requestId: string;
  /** What exactly was done, cut at `longestDetail` characters; null for most events. */
  readonly detail: string | null;
};

/** In UTF-16 units. */
export const longestDetail = 200;

/**
 * Queues an entry for the audit trail and returns at once. The entry is written soon after, also
 * when the database is away for a short time. When the account is deleted before that, the entry
 * names no account.
 */
export type RecordAudit = (entry: AuditEntry) => void;
