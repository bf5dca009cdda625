import {
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { ANALYSTS } from './analysts.ts';
import { clickHouseFailure } from './failure.ts';
import type { EngineFolder } from './folder.ts';

/** Temporary tables: the probe of tokens, and the first form of a replaced view. */
const temporary = /^(?:token_probe_|_tmp_replace_)/;
/** Among the copies: they contain every definition that was ever complete. */
const marker = 'complete';

/** A file with the statement that creates a database, table or view. */
type Definition = {
  /** Below the engine's folder: `store/1a1/1a1eff6e-…/clicks.sql`. */
  readonly path: string;
  /** Every start creates it again. */
  readonly isRemade: boolean;
};

/**
 * Copies the definitions, before a statement replaces one: the engine replaces a definition also with
 * the empty file that a full disk left (see `endIfWritesFailed`), and then never opens the folder
 * again.
 * @throws ClickHouseFailure when the copies cannot be written
 */
export function keepDefinitions({ data, definitions: copies }: EngineFolder): void {
  const definitions = [...definitionsIn(data)].filter(
    ({ path }) => !temporary.test(basename(path)),
  );
  const paths = new Set(definitions.map(({ path }) => path));
  try {
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
    // Not as a new file: this one has the right owner.
    if (copy !== undefined) writeFileSync(join(data, path), copy);
    else if (areComplete || isRemade) rmSync(join(data, path));
  }
}

/** All definitions below the engine's folder. */
function* definitionsIn(data: string): Generator<Definition> {
  for (const name of entriesOf(join(data, 'metadata'))) {
    const path = join('metadata', name);
    if (name.endsWith('.sql')) yield { path, isRemade: false };
    if (!lstatSync(join(data, path)).isSymbolicLink()) continue;
    const target = readlinkSync(join(data, path));
    const folder = target.slice(target.lastIndexOf('store/'));
    const isOfAnalysts = ANALYSTS.databases.some((database) => database === name);
    for (const file of entriesOf(join(data, folder))) {
      const isRemade = isOfAnalysts || temporary.test(file);
      if (file.endsWith('.sql')) yield { path: join(folder, file), isRemade };
    }
  }
}

/** The names in a folder; none when there is no such folder yet. */
function entriesOf(folder: string, { recursive = false } = {}): string[] {
  try {
    return readdirSync(folder, { recursive, encoding: 'utf8' });
  } catch {
    return [];
  }
}

/** Undefined when there is no such file, or no longer. */
function textOf(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
}

/** The engine ends each definition with a line feed. A full disk leaves its beginning, or nothing. */
const isWhole = (text: string | undefined): text is string => text?.endsWith('\n') === true;

/** The file has the old content or the new one, but no part of it. */
function replace(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  writeFileSync(`${path}.new`, text, { mode: 0o600 });
  renameSync(`${path}.new`, path);
}
