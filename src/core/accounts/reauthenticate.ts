import type { Origin } from './change-password.ts';
import { type ProvePasswordPorts, provePassword } from './prove-password.ts';
import type { Digest, Sessions } from './session.ts';
import type { User } from './user.ts';

export type ReauthenticatePorts = ProvePasswordPorts & {
  readonly sessions: Pick<Sessions, 'prove'>;
  readonly digest: Digest;
};

/**
 * Notes that somebody signed in has said their password again. Refuses `invalid` for a wrong one
 * and `too_many_requests`.
 */
export function reauthenticate(ports: ReauthenticatePorts) {
  const prove = provePassword(ports);

  return async (user: User, password: string, { address, token }: Origin): Promise<void> => {
    await prove({ user, password, address, path: 'password' });
    await ports.sessions.prove(ports.digest(token), new Date(ports.clock.now()));
  };
}
