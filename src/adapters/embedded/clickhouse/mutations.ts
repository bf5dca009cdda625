import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { entriesOf, isWhole, textOf } from './small-files.ts';

const mutation = /^mutation_\d+\.txt$/;

/**
 * Removes each mutation that a full disk left empty or cut off: the engine does not open a folder
 * with one. Its statement was not acknowledged (see `endIfWritesFailed`), so the caller repeats it.
 * `data` is the engine's own folder.
 */
export function removeCutMutations(data: string): void {
  const store = join(data, 'store');
  const tables = entriesOf(store).flatMap((group) =>
    entriesOf(join(store, group)).map((table) => join(store, group, table)),
  );
  for (const table of tables) {
    for (const name of entriesOf(table)) {
      const path = join(table, name);
      if (mutation.test(name) && !isWhole(textOf(path))) rmSync(path, { force: true });
    }
  }
}
