import type { Import } from '#contract/links/imports';
import type { DeepReadonly } from '#contract/route';
import { formatOf } from './formats.ts';
import type { ImportRun } from './import-run.ts';

/** An import as its owner sees it, without its rows. */
export function shownImport(run: ImportRun): DeepReadonly<Import> {
  const { alias_taken: aliasTaken, ...counts } = run.counts;
  return { ...run, format: formatOf(run.formatId), counts: { ...counts, aliasTaken } };
}
