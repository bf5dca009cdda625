import type { Scope } from '#contract/accounts/api-keys';
import type { Things } from '#tests/support/builders/tenants';

/**
 * The caller: without a session, the owner, and another person. What a key gets follows from the
 * route's scope.
 */
export type Actor = 'anonymous' | 'owner' | 'another';

/** The status for each caller. */
export type Statuses = Readonly<Record<Actor, number>>;

/** One route's row in the matrix. */
export type Row = {
  readonly statuses: Statuses;
  /**
   * Of a route that is for programs alone: the scope of their keys, unless any opens it. The statuses
   * are then those of the owner's key and of another person's.
   */
  readonly program?: Scope | 'any';
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
});

/** For people with a session: `another` is the status for another person's things. */
export const people = (owner: number, another = owner): Statuses => ({
  ...everybody(401),
  owner,
  another,
});

export const anyone = (status: number): Row => ({ statuses: everybody(status) });
