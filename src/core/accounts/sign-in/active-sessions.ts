import type { ActiveSession } from '#contract/sign-in';
import type { AccountPorts } from '#core/accounts/ports';
import { isOver, sessionIdOf } from './session.ts';

/** A person, and the token of the requesting session. */
type Requester = { readonly id: string; readonly token: string };

/** A person's sessions, newest first. */
export async function listSessions(
  {
    sessions,
    describeAgent,
    digest,
    clock,
  }: Pick<AccountPorts, 'sessions' | 'describeAgent' | 'digest' | 'clock'>,
  { id: userId, token }: Requester,
): Promise<readonly ActiveSession[]> {
  const nowMs = clock.now();
  const own = digest(token);
  const living = (await sessions.of(userId)).filter((session) => !isOver(session, nowMs));
  return living.map(({ sid, createdAt, expiresAt, userAgent }) => {
    const { browser, os } = describeAgent(userAgent);
    return { id: sessionIdOf(sid), isCurrent: sid === own, browser, os, createdAt, expiresAt };
  });
}

/** Ends every session of a person except the requesting one. */
export function endOtherSessions(
  { sessions, digest, clock }: Pick<AccountPorts, 'sessions' | 'digest' | 'clock'>,
  { id: userId, token }: Requester,
): Promise<void> {
  return sessions.removeOthers(userId, digest(token), new Date(clock.now()));
}
