import type { Clock } from '#core/shared/time';
import { isOver, renewedEnd, type Digest, type Sessions } from './session.ts';
import type { User } from '#core/accounts/user';

export type CurrentUserPorts = {
  readonly sessions: Pick<Sessions, 'find' | 'extend'>;
  readonly digest: Digest;
  readonly clock: Clock;
};

/**
 * Returns the person of a session token and extends the session; null when the token is not valid.
 */
export type CurrentUser = (token: string) => Promise<User | null>;

export function currentUser({ sessions, digest, clock }: CurrentUserPorts): CurrentUser {
  return async (token) => {
    const found = await sessions.find(digest(token));
    const nowMs = clock.now();
    if (found === null || isOver(found.session, nowMs)) return null;

    const end = renewedEnd(found.session, nowMs);
    if (end !== null) await sessions.extend(found.session.sid, end);
    return found.user;
  };
}
