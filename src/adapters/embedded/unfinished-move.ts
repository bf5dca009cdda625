import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Where the databases go: to the servers of the environment, or into DATA_DIR. */
export type Direction = 'to-servers' | 'to-own';

const markFile = 'move-unfinished';
const ownNames = ['postgres', 'postgres.json', 'clickhouse', 'clickhouse.json'];

/** The move that began and did not end: its direction, and its target's name; null without one. */
export function unfinishedMove(
  dataDir: string,
): { readonly direction: Direction; readonly target: string } | null {
  const path = join(dataDir, markFile);
  if (!existsSync(path)) return null;
  const [direction, ...target] = readFileSync(path, 'utf8').split('\n');
  return {
    direction: direction === 'to-own' ? direction : 'to-servers',
    target: target.join('\n'),
  };
}

/** From now on the target may be incomplete. */
export function beginMove(dataDir: string, direction: Direction, target: string): void {
  const text = `${direction}\n${target}`;
  writeFileSync(join(dataDir, markFile), text, { mode: 0o600, flush: true });
}

/** The target is complete. Returns the folder to which the own databases were moved, if they were. */
export function endMove(dataDir: string, direction: Direction, atMs: number): string | null {
  const aside = direction === 'to-own' ? null : setAside(dataDir, `moved-${atMs}`);
  rmSync(join(dataDir, markFile), { force: true });
  return aside;
}

/** Removes what an interrupted move into DATA_DIR has created. */
export function clearOwn(dataDir: string): void {
  for (const name of ownNames) rmSync(join(dataDir, name), { recursive: true, force: true });
}

/** Whether DATA_DIR contains databases of its own. */
export function hasOwn(dataDir: string): boolean {
  return ownNames.some((name) => existsSync(join(dataDir, name)));
}

/** A later start without the servers' variables must not continue with these data. */
function setAside(dataDir: string, name: string): string {
  const folder = join(dataDir, name);
  mkdirSync(folder, { mode: 0o700 });
  for (const each of ownNames.filter((own) => existsSync(join(dataDir, own)))) {
    renameSync(join(dataDir, each), join(folder, each));
  }
  return folder;
}
