import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { type Engine, engines, noteServer, ownPaths } from './own-databases.ts';

/** The target of a move: the servers of the environment, or DATA_DIR. */
export type Direction = 'to-servers' | 'to-own';

/** A move of some databases; the others stay where they are. */
export type Move = {
  readonly direction: Direction;
  readonly engines: readonly Engine[];
  /** The target's name: without credentials. */
  readonly target: string;
};

const markerFile = 'move-unfinished';
/**
 * The first word of the mark when the target is complete. Then only the databases in DATA_DIR still
 * have to be set aside.
 */
const ending = 'ending';

/** The move that began and whose target may be incomplete; null without one. */
export function unfinishedMove(dataDir: string): Move | null {
  const mark = readMarker(dataDir);
  if (mark === null || mark.step === ending) return null;
  const direction = mark.step === 'to-own' ? mark.step : 'to-servers';
  return { direction, engines: mark.engines, target: mark.text };
}

/**
 * Whether a Waypost with these addresses would use a database that the move may have left incomplete;
 * null: the database of DATA_DIR.
 */
export function usesIncomplete(move: Move, urls: Readonly<Record<Engine, string | null>>): boolean {
  return move.engines.some((engine) => (urls[engine] === null) === (move.direction === 'to-own'));
}

/** Writes the mark of a move: from now on the target may be incomplete. */
export function beginMove(dataDir: string, move: Move): void {
  writeMarker(dataDir, { step: move.direction, engines: move.engines, text: move.target });
}

/**
 * Ends a move whose target is complete. Returns the folder to which the databases of DATA_DIR were
 * set aside, if they were.
 */
export function endMove(dataDir: string, move: Omit<Move, 'target'>, atMs: number): string | null {
  if (move.direction === 'to-own') {
    rmSync(join(dataDir, markerFile), { force: true });
    return null;
  }
  writeMarker(dataDir, { step: ending, engines: move.engines, text: `moved-${atMs}` });
  return finishMove(dataDir);
}

/**
 * Does the last step of a move to servers, also after a kill: sets the databases of DATA_DIR aside.
 * Returns their folder; null when no move is at that step.
 */
export function finishMove(dataDir: string): string | null {
  const mark = readMarker(dataDir);
  if (mark?.step !== ending) return null;
  const aside = setAside(dataDir, mark.engines, mark.text);
  rmSync(join(dataDir, markerFile), { force: true });
  return aside;
}

type Mark = {
  readonly step: string;
  readonly engines: readonly Engine[];
  readonly text: string;
};

/** An older Waypost, whose mark names no engines, moved both databases. */
function readMarker(dataDir: string): Mark | null {
  const path = join(dataDir, markerFile);
  if (!existsSync(path)) return null;
  const [first = '', ...text] = readFileSync(path, 'utf8').split('\n');
  const [step = '', ...names] = first.split(' ');
  return {
    step,
    engines: engines.filter((engine) => names.length === 0 || names.includes(engine)),
    text: text.join('\n'),
  };
}

/** A kill leaves the previous mark or the new one. */
function writeMarker(dataDir: string, { step, engines: names, text }: Mark): void {
  const draft = join(dataDir, `${markerFile}.new`);
  writeFileSync(draft, `${[step, ...names].join(' ')}\n${text}`, { mode: 0o600, flush: true });
  renameSync(draft, join(dataDir, markerFile));
}

/** A later start without the servers' variables must not continue with these data. */
function setAside(dataDir: string, moved: readonly Engine[], name: string): string {
  const folder = join(dataDir, name);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const paths = moved.flatMap((engine) => ownPaths(dataDir, engine));
  for (const path of paths.filter((each) => existsSync(each))) {
    renameSync(path, join(folder, basename(path)));
  }
  for (const engine of moved) noteServer(dataDir, engine, true);
  return folder;
}
