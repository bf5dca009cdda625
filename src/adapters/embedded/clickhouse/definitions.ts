import { existsSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { ANALYSTS } from './analysts.ts';
import { clickHouseFailure } from './failure.ts';
import type { EngineFolder } from './folder.ts';
import { entriesOf, isWhole, replace, targetOf, textOf } from './small-files.ts';

/** Temporary tables: the probe of tokens, and the first form of a replaced view. */
const temporary = /^(?:token_probe_|_tmp_replace_)/;
/**
 * A file among the copies. It means that the copies contain every definition that was ever
 * complete.
 */
const marker = 'complete';

/** A file with the statement that creates a database, table or view. */
type Definition = {
  /** Below the engine's folder: `store/1a1/1a1eff6e-…/clicks.sql`. */
  readonly path: string;
  /** Whether every start creates it again. */
  readonly isRemade: boolean;
};

/**
 * Copies the definitions, before a statement replaces one: the engine replaces a definition also with
 * the empty file that a full disk left (see `endIfWritesFailed`), and then never opens the folder
 * again.
 * @throws ClickHouseFailure when the copies cannot be written
 */
export function keepDefinitions({ data, definitions: copies }: EngineFolder): void {
  try {
    const definitions = [...definitionsIn(data)].filter(
      ({ path }) => !temporary.test(basename(path)),
    );
    const paths = new Set(definitions.map(({ path }) => path));
    for (const path of entriesOf(copies, { recursive: true })) {
      if (path.endsWith('.sql') && !paths.has(path)) rmSync(join(copies, path));
    }
    for (const path of paths) {
      const text = textOf(join(data, path));
      if (isWhole(text) && text !== textOf(join(copies, path))) replace(join(copies, path), text);
    }
    if (!existsSync(join(copies, marker))) replace(join(copies, marker), '');
  } catch (error) {
    throw clickHouseFailure(243, `The definitions cannot be copied: ${String(error)}`);
  }
}

/**
 * Replaces each definition that a full disk cut off by its copy. One without a copy was never
 * complete, and is removed.
 */
export function repairDefinitions({ data, definitions: copies }: EngineFolder): void {
  const areComplete = existsSync(join(copies, marker));
  for (const { path, isRemade } of definitionsIn(data)) {
    if (isWhole(textOf(join(data, path)))) continue;
    const copy = textOf(join(copies, path));
    // It overwrites the file instead of creating one, because the file has the right owner.
    if (isWhole(copy)) writeFileSync(join(data, path), copy);
    else if (isRemade || (areComplete && copy === undefined)) {
      rmSync(join(data, path), { force: true });
    }
  }
}

/** All definitions below the engine's folder. */
function* definitionsIn(data: string): Generator<Definition> {
  for (const name of entriesOf(join(data, 'metadata'))) {
    const path = join('metadata', name);
    if (name.endsWith('.sql')) yield { path, isRemade: false };
    const target = targetOf(join(data, path));
    if (target === undefined) continue;
    const folder = target.slice(target.lastIndexOf('store/'));
    const isOfAnalysts = ANALYSTS.databases.some((database) => database === name);
    for (const file of entriesOf(join(data, folder))) {
      const isRemade = isOfAnalysts || temporary.test(file);
      if (file.endsWith('.sql')) yield { path: join(folder, file), isRemade };
    }
  }
}
