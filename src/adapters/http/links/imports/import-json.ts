import type { listImports, showImport } from '#contract/imports';
import type { Answer } from '#contract/route';
import { formatOf } from '#core/links/imports/formats';
import type { ImportRun } from '#core/links/imports/import-run';
import type { ShownImport } from '#core/links/imports/own-imports';

/** An import for the API's answer. */
export function importJson(run: ImportRun): Answer<typeof listImports>[number] {
  const { alias_taken: aliasTaken, ...counts } = run.counts;
  return { ...run, format: formatOf(run.formatId), counts: { ...counts, aliasTaken } };
}

/** The same with its rows. */
export function oneImportJson({ run, preview, problems }: ShownImport): Answer<typeof showImport> {
  const { columns, mapping, domain } = run;
  return { ...importJson(run), columns, mapping, domain: domain?.host ?? null, preview, problems };
}
