import type { NamedLink } from '#core/links/link-cache';
import { readLinkDefaults } from '#core/links/link-defaults';
import type { ImportPorts } from '#core/links/ports';
import { dayMs, hourMs } from '#core/shared/time';
import type { FileRow, ImportRun } from './import-run.ts';
import { type PlannedRows, planRows } from './plan-rows.ts';

/** The result of one slice. */
export type ImportStep = {
  /** `held`: another process runs the import. */
  readonly kind: 'more' | 'ended' | 'held';
  readonly added: readonly NamedLink[];
};

/** Plans the rows of a slice; does no I/O. */
export type PlanSlice = (run: ImportRun, rows: readonly FileRow[]) => PlannedRows;

/**
 * Goes through the rows of an import until it has ended. This instance redirects links as soon as
 * their slice is stored, and the event loop serves other requests between two slices.
 */
export async function runImport(
  ports: Omit<ImportPorts, 'begin' | 'domains' | 'plainCell'>,
  importId: string,
  signal: AbortSignal,
): Promise<void> {
  const { imports, clock } = ports;
  const first = await imports.ownerOf(importId);
  if (first === null) return;
  const defaults = await readLinkDefaults(ports.defaults, first.id);

  while (!signal.aborted) {
    const nowMs = clock.now();
    // Each slice begins where the one before has ended, and the account may have paid meanwhile.
    // oxlint-disable-next-line no-await-in-loop
    const owner = await imports.ownerOf(importId);
    if (owner === null) return;
    if (!ports.isEntitled(owner, nowMs)) {
      // The account may not create links any more.
      await imports.cancel(owner.id, importId, new Date(nowMs));
      return;
    }
    // oxlint-disable-next-line no-await-in-loop
    const { kind, added } = await imports.step(importId, new Date(nowMs), (run, rows) =>
      planRows(ports, { ...run, defaults, nowMs }, rows),
    );
    for (const named of added) ports.cache.put(named);
    if (kind !== 'more') return;
  }
}

/** Continues what is due: imports whose process has ended, and those that waited for others. */
export async function runDueImports({
  imports,
  begin,
}: Pick<ImportPorts, 'imports' | 'begin'>): Promise<void> {
  const ids = await imports.due();
  await Promise.all(ids.map(begin));
}

/** Deletes interrupted uploads, imports that nobody has started, and old imports. */
export async function forgetImports({
  imports,
  clock,
}: Pick<ImportPorts, 'imports' | 'clock'>): Promise<void> {
  const nowMs = clock.now();
  await imports.forget({
    uploading: new Date(nowMs - hourMs),
    waiting: new Date(nowMs - dayMs),
    ended: new Date(nowMs - 30 * dayMs),
  });
}
