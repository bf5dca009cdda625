import { requireEntitlement, type Entitlement } from '#core/billing/entitlement';
import { chosenDomain, type OwnDomains } from '#core/links/choose-domain';
import type { Owner } from '#core/links/ports';
import type { LinkDomain } from '#core/links/link-domain';
import { isId } from '#core/shared/ids';
import { invalid, notFound, Refusal } from '#core/shared/refusal';
import type { Clock } from '#core/shared/time';
import type { ImportMapping } from '#contract/imports';
import type { RowProblem } from '#contract/imports';
import type { FileRow, ImportRun } from './import-run.ts';

/** An import with its first rows and its first problems. */
export type ShownImport = {
  readonly run: ImportRun;
  readonly preview: readonly FileRow[];
  readonly problems: readonly RowProblem[];
};

export type FindImportPorts = {
  readonly imports: {
    /** The account's import; null when it has none with this id. */
    find(userId: string, importId: string): Promise<ImportRun | null>;
    /**
     * The first rows of the file, while it is stored, with long cells cut, and the first rows with a
     * problem.
     */
    excerpt(importId: string): Promise<Pick<ShownImport, 'preview' | 'problems'>>;
  };
};

/** Returns an import as it is now. Refuses `not_found`, also for another account's. */
export function findImport({ imports }: FindImportPorts) {
  return async (userId: string, importId: string): Promise<ShownImport> => {
    const run = isId(importId) ? await imports.find(userId, importId) : null;
    if (run === null || run.state === 'uploading') throw notFound();
    return { run, ...(await imports.excerpt(run.id)) };
  };
}

/** A row with a problem and its cells. */
export type ProblemRow = RowProblem & { readonly cells: readonly string[] };

export type ProblemRowsPorts = FindImportPorts & {
  readonly imports: FindImportPorts['imports'] & {
    /** All rows with a problem, in the order of the file, a slice at a time. */
    problemRows(importId: string): AsyncGenerator<readonly ProblemRow[], void, void>;
  };
};

/** Returns the rows of an import that do not become links. Refuses `not_found`. */
export function listProblems({ imports }: ProblemRowsPorts) {
  return async (userId: string, importId: string) => {
    const run = isId(importId) ? await imports.find(userId, importId) : null;
    if (run === null) throw notFound();
    return { columns: run.columns, rows: imports.problemRows(run.id) };
  };
}

export type ChangeImportPorts = FindImportPorts & {
  readonly imports: FindImportPorts['imports'] & {
    /** The account's imports, the latest first. */
    list(userId: string): Promise<readonly ImportRun[]>;
    /** Begins the dry run of an import that has not started, from its first row. */
    check(userId: string, importId: string, chosen: ChosenMapping): Promise<boolean>;
    /** Starts an import whose dry run has ended. */
    start(userId: string, importId: string): Promise<boolean>;
    /** Cancels an import that has not ended; between two slices, when it runs. */
    cancel(userId: string, importId: string, at: Date): Promise<boolean>;
  };
  readonly domains: OwnDomains;
  /** Begins the import's work in the background; resolves when it has ended or takes longer. */
  readonly begin: (importId: string) => Promise<void>;
  readonly isEntitled: Entitlement;
  readonly clock: Clock;
};

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

/**
 * The steps of an account's imports after the upload. Each returns the import as it is afterwards.
 * Refuses `not_found`, also for another account's, `conflict` in another state, and `plan_required`
 * for a check or a start; a check also `invalid`.
 */
export function ownImports(ports: ChangeImportPorts) {
  const { imports, begin, clock } = ports;
  const find = findImport(ports);

  async function changed(
    owner: Pick<Owner, 'id'>,
    importId: string,
    change: () => Promise<boolean>,
  ): Promise<ShownImport> {
    await find(owner.id, importId);
    if (!(await change())) {
      throw new Refusal('conflict', 'This import has changed meanwhile. Please reload the page.');
    }
    return find(owner.id, importId);
  }

  return {
    list: async (userId: string): Promise<readonly ImportRun[]> => {
      const all = await imports.list(userId);
      return all.filter(({ state }) => state !== 'uploading');
    },

    async check(owner: Owner, importId: string, input: CheckInput): Promise<ShownImport> {
      requireEntitlement(ports.isEntitled(owner, clock.now()));
      const { run } = await find(owner.id, importId);
      refuseMapping(run, input.mapping);
      const domain =
        input.domain === undefined
          ? await ports.domains.usual(owner.id)
          : await chosenDomain(ports.domains, owner.id, input.domain);
      return changed(owner, importId, async () => {
        const chosen = { mapping: input.mapping, domain };
        if (!(await imports.check(owner.id, importId, chosen))) return false;
        await begin(importId);
        return true;
      });
    },

    async start(owner: Owner, importId: string): Promise<ShownImport> {
      requireEntitlement(ports.isEntitled(owner, clock.now()));
      return changed(owner, importId, async () => {
        if (!(await imports.start(owner.id, importId))) return false;
        await begin(importId);
        return true;
      });
    },

    cancel: (owner: Pick<Owner, 'id'>, importId: string): Promise<ShownImport> =>
      changed(owner, importId, () => imports.cancel(owner.id, importId, new Date(clock.now()))),
  };
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
