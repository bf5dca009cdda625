import {
  type Origin,
  type ProvePasswordPorts,
  provePassword,
} from '#core/accounts/passwords/prove-password';
import type { Sessions } from './session.ts';
import type { User } from '#core/accounts/user';

export type ReauthenticatePorts = ProvePasswordPorts & {
  readonly sessions: Pick<Sessions, 'prove'>;
};

/**
 * Records that a signed-in person has typed their password again. Refuses `invalid` for a wrong one
 * and `too_many_requests`.
 */
export function reauthenticate(ports: ReauthenticatePorts) {
  const prove = provePassword(ports);

  return async (user: User, password: string, origin: Origin): Promise<void> => {
    await prove({ ...origin, user, password, path: 'password' });
    await ports.sessions.prove(ports.digest(origin.token), new Date(ports.clock.now()));
  };
}
