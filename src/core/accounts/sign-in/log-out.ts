import type { Digest, Sessions } from './session.ts';

export type LogOutPorts = {
  readonly sessions: Pick<Sessions, 'remove'>;
  readonly digest: Digest;
};

/** Ends the session of a token. */
export type LogOut = (token: string) => Promise<void>;

export function logOut({ sessions, digest }: LogOutPorts): LogOut {
  return (token) => sessions.remove(digest(token));
}
