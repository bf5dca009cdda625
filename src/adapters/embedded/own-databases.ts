import { existsSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** The databases that DATA_DIR may contain, as their folders are named. */
export const engines = ['postgres', 'clickhouse'] as const;
export type Engine = (typeof engines)[number];

/** Removes what an interrupted move into DATA_DIR has created. */
export function clearOwn(dataDir: string, engine: Engine): void {
  for (const path of ownPaths(dataDir, engine)) rmSync(path, { recursive: true, force: true });
}

/** Whether DATA_DIR contains this database. */
export function hasOwn(dataDir: string, engine: Engine): boolean {
  return ownPaths(dataDir, engine).some((path) => existsSync(path));
}

/** Where this database is in DATA_DIR. */
export function ownPaths(dataDir: string, engine: Engine): string[] {
  return [join(dataDir, engine), join(dataDir, `${engine}.json`)];
}

/** The file that says that this installation's database is on a server. */
export function serverMark(dataDir: string, engine: Engine): string {
  return join(dataDir, `${engine}-on-server`);
}

/** Remembers whether the database is on a server, for a start that is not told so any more. */
export function noteServer(dataDir: string, engine: Engine, isOnServer: boolean): void {
  const mark = serverMark(dataDir, engine);
  if (isOnServer) writeFileSync(mark, '', { mode: 0o600, flush: true });
  else rmSync(mark, { force: true });
}

/** Whether the database was on a server at the last start, and is not in DATA_DIR. */
export function wasOnServer(dataDir: string, engine: Engine): boolean {
  return existsSync(serverMark(dataDir, engine)) && !hasOwn(dataDir, engine);
}
