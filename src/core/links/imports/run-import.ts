import type { Entitlement, Subscriber } from '#core/billing/entitlement';
import type { LinkCache, NamedLink } from '#core/links/link-cache';
import { type LinkDefaultsPorts, usualDefaults } from '#core/links/link-defaults';
import { dayMs, hourMs, type Clock } from '#core/shared/time';
import type { FileRow, ImportRun } from './import-run.ts';
import type { PlannedRows } from './plan-rows.ts';
import { planRows, type PlanPorts } from './plan-rows.ts';

/** What one slice brought. */
export type ImportStep = {
  /** `held`: another process does it. */
  readonly kind: 'more' | 'ended' | 'held';
  readonly added: readonly NamedLink[];
};

/** Plans the rows of a slice; does no I/O. */
export type PlanSlice = (run: ImportRun, rows: readonly FileRow[]) => PlannedRows;

export type RunImportPorts = PlanPorts & {
  readonly imports: {
    /** The imports of all accounts that are to be checked or run, the oldest first. */
    due(): Promise<readonly string[]>;
    /** The account of an import that is to be checked or run; null when it is not. */
    ownerOf(importId: string): Promise<(Subscriber & { readonly id: string }) | null>;
    /**
     * Checks or adds the next slice in one short transaction, which also notes what became of its
     * rows. A kill between two slices therefore neither repeats nor leaves out a row.
     */
    step(importId: string, at: Date, plan: PlanSlice): Promise<ImportStep>;
    /** Cancels an import, for an account that may not create links any more. */
    cancel(userId: string, importId: string, at: Date): Promise<boolean>;
    /** Deletes imports by their age. */
    forget(before: {
      readonly uploading: Date;
      readonly waiting: Date;
      readonly ended: Date;
    }): Promise<void>;
  };
  readonly defaults: Pick<LinkDefaultsPorts['defaults'], 'of'>;
  readonly cache: Pick<LinkCache, 'put'>;
  readonly isEntitled: Entitlement;
  readonly clock: Clock;
};

/**
 * Goes through the rows of an import until it has ended. Links redirect here as soon as their slice
 * is stored, and the event loop serves others between two slices.
 */
export function runImport(ports: RunImportPorts) {
  const planOf = planRows(ports);

  return async (importId: string, signal: AbortSignal): Promise<void> => {
    const { imports, clock } = ports;
    const first = await imports.ownerOf(importId);
    if (first === null) return;
    const defaults = (await ports.defaults.of(first.id)) ?? usualDefaults;

    while (!signal.aborted) {
      const nowMs = clock.now();
      // Each slice begins where the one before has ended, and the account may have paid meanwhile.
      // oxlint-disable-next-line no-await-in-loop
      const owner = await imports.ownerOf(importId);
      if (owner === null) return;
      if (!ports.isEntitled(owner, nowMs)) {
        await imports.cancel(owner.id, importId, new Date(nowMs));
        return;
      }
      // oxlint-disable-next-line no-await-in-loop
      const { kind, added } = await imports.step(importId, new Date(nowMs), (run, rows) =>
        planOf({ ...run, defaults, nowMs }, rows),
      );
      for (const named of added) ports.cache.put(named);
      if (kind !== 'more') return;
    }
  };
}

/** Continues what is due: imports whose process has ended, and those that waited for others. */
export function runDueImports(
  { imports }: Pick<RunImportPorts, 'imports'>,
  run: (id: string) => Promise<void>,
) {
  return async (): Promise<void> => {
    const ids = await imports.due();
    await Promise.all(ids.map(run));
  };
}

/** Deletes uploads that were cut off, imports that nobody has started, and those of long ago. */
export function forgetImports({ imports, clock }: Pick<RunImportPorts, 'imports' | 'clock'>) {
  return async (): Promise<void> => {
    const nowMs = clock.now();
    await imports.forget({
      uploading: new Date(nowMs - hourMs),
      waiting: new Date(nowMs - dayMs),
      ended: new Date(nowMs - 30 * dayMs),
    });
  };
}
