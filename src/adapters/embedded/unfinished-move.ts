import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Where the databases go: to the servers of the environment, or into DATA_DIR. */
export type Direction = 'to-servers' | 'to-own';

const markerFile = 'move-unfinished';
/** The mark's first line once the target is complete, and only the own databases have to go aside. */
const ending = 'ending';
const ownNames = ['postgres', 'postgres.json', 'clickhouse', 'clickhouse.json'];

/**
 * The move that began and whose target may be incomplete: its direction, and its target's name; null
 * without one.
 */
export function unfinishedMove(
  dataDir: string,
): { readonly direction: Direction; readonly target: string } | null {
  const path = join(dataDir, markerFile);
  if (!existsSync(path)) return null;
  const [direction, ...target] = readFileSync(path, 'utf8').split('\n');
  if (direction === ending) return null;
  return {
    direction: direction === 'to-own' ? direction : 'to-servers',
    target: target.join('\n'),
  };
}

/** From now on the target may be incomplete. */
export function beginMove(dataDir: string, direction: Direction, target: string): void {
  writeMarker(dataDir, `${direction}\n${target}`);
}

/** The target is complete. Returns the folder to which the own databases were moved, if they were. */
export function endMove(dataDir: string, direction: Direction, atMs: number): string | null {
  if (direction === 'to-own') {
    rmSync(join(dataDir, markerFile), { force: true });
    return null;
  }
  writeMarker(dataDir, `${ending}\nmoved-${atMs}`);
  return finishMove(dataDir);
}

/**
 * Takes the last step of a move to servers, again after a kill: the own databases go aside. Returns
 * their folder; null when no move is at that step.
 */
export function finishMove(dataDir: string): string | null {
  const path = join(dataDir, markerFile);
  if (!existsSync(path)) return null;
  const [step, name] = readFileSync(path, 'utf8').split('\n');
  if (step !== ending || name === undefined) return null;
  const aside = setAside(dataDir, name);
  rmSync(path, { force: true });
  return aside;
}

/** A kill leaves the mark of before, or this one. */
function writeMarker(dataDir: string, text: string): void {
  const draft = join(dataDir, `${markerFile}.new`);
  writeFileSync(draft, text, { mode: 0o600, flush: true });
  renameSync(draft, join(dataDir, markerFile));
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
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  for (const each of ownNames.filter((own) => existsSync(join(dataDir, own)))) {
    renameSync(join(dataDir, each), join(folder, each));
  }
  return folder;
}
