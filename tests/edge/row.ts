import type { Things } from '#tests/support/builders/tenants';

/**
 * The caller: without a session, the owner, another person, the owner's keys with one scope each,
 * and another person's key with every scope.
 */
export type Actor = 'anonymous' | 'owner' | 'another' | 'readKey' | 'writeKey' | 'anothersKey';

/** The status for each caller. */
export type Statuses = Readonly<Record<Actor, number>>;

/** One route's row in the matrix. */
export type Row = {
  readonly statuses: Statuses;
  /** The owner's status after the trial; unchanged when absent. */
  readonly lapsed?: number;
  /** A request for a person's things: in the URL … */
  readonly address?: (things: Things) => string;
  /** … and in the body, for routes that read one. */
  readonly json?: (things: Things) => unknown;
  /** The media type of a body that is no JSON. */
  readonly type?: string;
  /** The route reads no cookie, so another site gains nothing by sending a browser. */
  readonly isCookieless?: true;
  /** The route reads other bodies than JSON. */
  readonly takesForms?: true;
  /** Outsiders send data for the owner here: a report for a link, a mail. */
  readonly isForOwner?: true;
};

export const everybody = (status: number): Statuses => ({
  anonymous: status,
  owner: status,
  another: status,
  readKey: status,
  writeKey: status,
  anothersKey: status,
});

/** For people with a session: `another` is the status for another person's things. */
export const people = (owner: number, another = owner): Statuses => ({
  ...everybody(401),
  owner,
  another,
});

/** For programs with a key: a session is not accepted. */
export const programs = (
  statuses: Pick<Statuses, 'readKey' | 'writeKey' | 'anothersKey'>,
): Statuses => ({
  ...everybody(401),
  ...statuses,
});

export const anyone = (status: number): Row => ({ statuses: everybody(status) });
