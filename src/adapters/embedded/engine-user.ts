import { readFileSync, statSync } from 'node:fs';
import { dirname } from 'node:path';

/** The user that an engine runs as. */
export interface EngineUser {
  uid: number;
  gid: number;
}

/**
 * The unprivileged user for engines when this process is root: postgres, else nobody. Undefined
 * when it is not root: an engine then runs as the same user. Postgres refuses to run as root, and
 * ClickHouse's SQL can write files.
 */
export function engineUser(): EngineUser | undefined {
  if (process.getuid?.() !== 0) return undefined;

  const users = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'));
  const entry = ['postgres', 'nobody']
    .map((name) => users.find((fields) => fields[0] === name))
    .find((fields) => fields !== undefined);
  if (entry === undefined) throw new Error('/etc/passwd names neither postgres nor nobody');
  return { uid: Number(entry[2]), gid: Number(entry[3]) };
}

/**
 * Whether the user may enter the folder and every folder above it (a 0700 home often forbids it).
 */
export function mayEnter(user: EngineUser, folder: string): boolean {
  const { uid, gid, mode } = statSync(folder);
  const execute = uid === user.uid ? 0o100 : gid === user.gid ? 0o010 : 0o001;
  if ((mode & execute) === 0) return false;
  return dirname(folder) === folder || mayEnter(user, dirname(folder));
}
