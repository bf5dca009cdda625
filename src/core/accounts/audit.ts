/** Who made a request: somebody signed in, a server with an API key, or nobody who is known. */
export type Actor = 'session' | 'key' | 'nobody';

/** What the trail tells apart, in the words of its rows. */
export const auditEvents = [
  'account_opened',
  'signed_in',
  'signed_out',
  'session_ended',
  'other_sessions_ended',
  'reset_requested',
  'password_reset',
  'password_changed',
  'password_proven',
  'verification_requested',
  'email_verified',
  'email_changed',
  'profile_changed',
  'avatar_changed',
  'key_created',
  'key_revoked',
  'secret_renewed',
  'plan_changed',
  'payment_asked',
  'card_changed',
  'links_exported',
  'account_exported',
  'data_exported',
  'account_deleted',
  'denied',
] as const;

export type AuditEvent = (typeof auditEvents)[number];

/** Whose account something is about: known, named by an address that may be anybody's, or neither. */
export type Account =
  | { readonly kind: 'known'; readonly userId: string }
  | { readonly kind: 'named'; readonly email: string }
  | { readonly kind: 'unknown' };

/** One thing that was done or refused. */
export type AuditEntry = {
  readonly atMs: number;
  readonly event: AuditEvent;
  readonly outcome: 'done' | 'refused';
  readonly actor: Actor;
  readonly account: Account;
  /** Where it came from: an IPv4 /24 or an IPv6 /48, never the address; empty when unknown. */
  readonly network: string;
  readonly requestId: string;
};

/**
 * Notes an entry for the trail, and returns at once: it is written soon after, also while the
 * database is away for a short time. Of an account that is gone by then the entry says nothing.
 */
export type NoteAudit = (entry: AuditEntry) => void;

/** One line of what happened to an account. */
export type Activity = {
  readonly id: string;
  readonly at: Date;
  /** One of `auditEvents`, or of a newer version's. */
  readonly event: string;
  readonly outcome: 'done' | 'refused';
  readonly actor: Actor | 'system';
  readonly network: string;
};

export type RecentActivityPorts = {
  readonly activity: {
    /** What happened to the account, the newest first, at most `limit`. */
    newest(userId: string, limit: number): Promise<readonly Activity[]>;
  };
};

const shown = 50;

/** What happened to a person's account lately, the newest first. */
export function recentActivity({ activity }: RecentActivityPorts) {
  return (userId: string): Promise<readonly Activity[]> => activity.newest(userId, shown);
}
