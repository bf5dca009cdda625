import { notFound } from '#core/shared/refusal';
import type { Clock } from '#core/shared/time';
import { isOver, type Digest, type Session } from './session.ts';

export type ActiveSessionsPorts = {
  readonly sessions: {
    /** The newest `mostSessions` of the account, expired ones too, newest first. */
    of(userId: string): Promise<readonly Session[]>;
    /** Ends the account's session whose `sid` begins like this. False: it has no such session. */
    removeOf(userId: string, sidBegin: string): Promise<boolean>;
    /**
     * In one transaction: ends every session of the account except one, and makes every browser
     * that signed in before `at` count as unknown again.
     */
    removeOthers(userId: string, keptSid: string, at: Date): Promise<void>;
  };
  readonly digest: Digest;
  readonly clock: Clock;
};

/** One session of a person, as the person sees it. */
export type ActiveSession = {
  /** Identifies the session to its owner. It cannot be used to sign in. */
  readonly id: string;
  /** The session of this request. */
  readonly isCurrent: boolean;
  readonly createdAt: Date;
  readonly expiresAt: Date;
  /** The browser's user agent at sign-in; empty when unknown. */
  readonly userAgent: string;
};

/** A person's sessions, newest first. `token` is the token of the requesting session. */
export function listSessions({ sessions, digest, clock }: ActiveSessionsPorts) {
  return async (userId: string, token: string): Promise<readonly ActiveSession[]> => {
    const nowMs = clock.now();
    const own = digest(token);
    const living = (await sessions.of(userId)).filter((session) => !isOver(session, nowMs));
    return living.map(({ sid, createdAt, expiresAt, userAgent }) => {
      return { id: idOf(sid), isCurrent: sid === own, createdAt, expiresAt, userAgent };
    });
  };
}

/** Ends a session of a person by its id. Refuses `not_found`, also for another person's session. */
export function revokeSession({ sessions }: Pick<ActiveSessionsPorts, 'sessions'>) {
  return async (userId: string, id: string): Promise<void> => {
    if (id.length !== idLength || !(await sessions.removeOf(userId, id))) throw notFound();
  };
}

/** Ends every session of a person except the requesting one, whose token is given. */
export function endOtherSessions({ sessions, digest, clock }: ActiveSessionsPorts) {
  return (userId: string, token: string): Promise<void> =>
    sessions.removeOthers(userId, digest(token), new Date(clock.now()));
}

/** Half of the digest is enough to distinguish sessions, and it is not the key in the database. */
const idLength = 32;

function idOf(sid: string): string {
  return sid.slice(0, idLength);
}
