import type { ImportMapping, RowProblem } from '#contract/links/imports';
import { requireEntitlement } from '#core/billing/entitlement';
import { chosenDomain } from '#core/links/choose-domain';
import type { LinkDomain } from '#core/links/link-domain';
import type { ImportPorts, Owner } from '#core/links/ports';
import { invalid, notFound, Refusal } from '#core/shared/refusal';
import type { FileRow, ImportRun } from './import-run.ts';

/** The first rows of an import and its first problems. */
export type ImportExcerpt = {
  readonly preview: readonly FileRow[];
  readonly problems: readonly RowProblem[];
};

export type ShownImport = ImportExcerpt & { readonly run: ImportRun };

/** A row with a problem and its cells. */
export type ProblemRow = RowProblem & { readonly cells: readonly string[] };

export type ChosenMapping = {
  readonly mapping: ImportMapping;
  /** Null: the instance's own short host. */
  readonly domain: LinkDomain | null;
};

/** The input of a check. */
export type CheckInput = {
  readonly mapping: ImportMapping;
  /** `undefined`: the account's usual domain; null: the instance's own short host. */
  readonly domain?: string | null | undefined;
};

type Stored = Pick<ImportPorts, 'imports'>;

/** The account's imports, the latest first, without files that still arrive. */
export async function listImports(
  { imports }: Stored,
  userId: string,
): Promise<readonly ImportRun[]> {
  const all = await imports.list(userId);
  return all.filter(({ state }) => state !== 'uploading');
}

/** Returns an import as it is now. Refuses `not_found`, also for another account's. */
export async function findImport(
  { imports }: Stored,
  userId: string,
  importId: string,
): Promise<ShownImport> {
  const run = await imports.find(userId, importId);
  if (run === null || run.state === 'uploading') throw notFound();
  return { run, ...(await imports.excerpt(run.id)) };
}

/** The rows of an import that do not become links, with the names of its columns. */
export type Problems = Pick<ImportRun, 'columns'> & {
  readonly rows: AsyncGenerator<readonly ProblemRow[], void, void>;
};

/** Returns the rows of an import that do not become links. Refuses `not_found`. */
export async function listProblems(
  { imports }: Stored,
  userId: string,
  importId: string,
): Promise<Problems> {
  const run = await imports.find(userId, importId);
  if (run === null) throw notFound();
  return { columns: run.columns, rows: imports.problemRows(run.id) };
}

/**
 * Begins a dry run, and returns the import as it is afterwards. Refuses `not_found`, also for
 * another account's import, `conflict` in another state, `plan_required` and `invalid`.
 */
export async function checkImport(
  ports: Stored & Pick<ImportPorts, 'domains' | 'begin' | 'isEntitled' | 'clock'>,
  owner: Owner,
  { importId, mapping, domain: host }: CheckInput & { readonly importId: string },
): Promise<ShownImport> {
  requireEntitlement(ports.isEntitled(owner, ports.clock.now()));
  const { run } = await findImport(ports, owner.id, importId);
  refuseMapping(run, mapping);
  const domain =
    host === undefined
      ? await ports.domains.usual(owner.id)
      : await chosenDomain(ports.domains, owner.id, host);
  refuseUnchanged(await ports.imports.check(owner.id, importId, { mapping, domain }));
  await ports.begin(importId);
  return findImport(ports, owner.id, importId);
}

/**
 * Adds the links of an import whose dry run has ended. One that runs or has run is returned as it is.
 * Refuses `not_found`, `conflict` and `plan_required` as `checkImport` does.
 */
export async function startImport(
  ports: Stored & Pick<ImportPorts, 'begin' | 'isEntitled' | 'clock'>,
  owner: Owner,
  importId: string,
): Promise<ShownImport> {
  requireEntitlement(ports.isEntitled(owner, ports.clock.now()));
  const before = await findImport(ports, owner.id, importId);
  if (before.run.state === 'running' || before.run.state === 'done') return before;
  refuseUnchanged(await ports.imports.start(owner.id, importId));
  await ports.begin(importId);
  return findImport(ports, owner.id, importId);
}

/**
 * Ends an import; links that it has added stay. One that was cancelled is returned as it is. Refuses
 * `not_found` and `conflict` as `checkImport` does.
 */
export async function cancelImport(
  ports: Stored & Pick<ImportPorts, 'clock'>,
  userId: string,
  importId: string,
): Promise<ShownImport> {
  const before = await findImport(ports, userId, importId);
  if (before.run.state === 'cancelled') return before;
  const at = new Date(ports.clock.now());
  refuseUnchanged(await ports.imports.cancel(userId, importId, at));
  return findImport(ports, userId, importId);
}

function refuseUnchanged(hasChanged: boolean): void {
  if (hasChanged) return;
  throw new Refusal('conflict', 'This import has changed meanwhile. Please reload the page.');
}

function refuseMapping({ columns }: ImportRun, mapping: ImportMapping): void {
  const refuse = (message: string) => {
    throw invalid({ path: 'mapping', message });
  };
  if (mapping.length !== columns.length) refuse('Choose a field, or none, for each column');
  const fields = mapping.filter((field) => field !== null);
  if (new Set(fields).size < fields.length) refuse('Choose each field for one column only');
  if (!fields.includes('originalUrl')) refuse('Choose the column with the destinations');
}
