import { lstatSync, readdirSync, readlinkSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { ANALYSTS } from './analysts.ts';

/** Temporary tables: the probe of tokens, and the first form of a replaced view. */
const temporary = /^(?:token_probe_|_tmp_replace_)/;

/**
 * Removes empty definitions of what every start creates again: probes, and the analysts' views. A disk
 * that is full at that moment leaves them behind, and the engine does not open a folder with one. The
 * definition of a table with data is never touched. `data` is the engine's own folder.
 */
export function removeEmptyDefinitions(data: string): void {
  for (const database of entriesOf(join(data, 'metadata'))) {
    const link = join(data, 'metadata', database);
    if (!lstatSync(link).isSymbolicLink()) continue;
    const target = readlinkSync(link);
    const folder = join(data, target.slice(target.lastIndexOf('store/')));
    const isRemade = ANALYSTS.databases.some((name) => name === database);
    for (const file of entriesOf(folder)) {
      if (!file.endsWith('.sql') || !(isRemade || temporary.test(file))) continue;
      if (statSync(join(folder, file)).size === 0) rmSync(join(folder, file));
    }
  }
}

/** The names in a folder; none when there is no such folder yet. */
function entriesOf(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}
