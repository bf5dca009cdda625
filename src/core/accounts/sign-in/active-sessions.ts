import { notFound } from '#core/shared/refusal';
import type { Clock } from '#core/shared/time';
import { isOver, type Digest, type Session } from './session.ts';

export type ActiveSessionsPorts = {
  readonly sessions: {
    /** All sessions of the account, expired ones too, newest first. */
    of(userId: string): Promise<readonly Session[]>;
    /** Ends one session of the account. False: it has no such session. */
    removeOf(userId: string, sid: string): Promise<boolean>;
    /**
     * Ends every session of the account but one, and makes strangers of all browsers that signed in
     * before `at`: all of it or nothing.
     */
    removeOthers(userId: string, keptSid: string, at: Date): Promise<void>;
  };
  readonly digest: Digest;
  readonly clock: Clock;
};

/** One place where a person is signed in. */
export type ActiveSession = {
  /** Names the session among its owner's; opens nothing. */
  readonly id: string;
  /** The one that asks. */
  readonly isCurrent: boolean;
  readonly createdAt: Date;
  readonly expiresAt: Date;
  /** The browser as it named itself when its person signed in; empty when unknown. */
  readonly userAgent: string;
};

/** Where a person is signed in, the newest first; `token` is the asking session's. */
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

/** Ends a session of a person by its id. Refuses `not_found`, for another person's too. */
export function revokeSession({ sessions }: Pick<ActiveSessionsPorts, 'sessions'>) {
  return async (userId: string, id: string): Promise<void> => {
    const found = (await sessions.of(userId)).find(({ sid }) => idOf(sid) === id);
    if (!found || !(await sessions.removeOf(userId, found.sid))) throw notFound();
  };
}

/** Ends every session of a person but the asking one, whose token is given. */
export function endOtherSessions({ sessions, digest, clock }: ActiveSessionsPorts) {
  return (userId: string, token: string): Promise<void> =>
    sessions.removeOthers(userId, digest(token), new Date(clock.now()));
}

/** Half of the digest tells sessions apart, and is not what the database finds them by. */
function idOf(sid: string): string {
  return sid.slice(0, 32);
}
