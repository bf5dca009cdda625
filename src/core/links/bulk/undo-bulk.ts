import { isId } from '#core/shared/ids';
import { notFound, Refusal } from '#core/shared/refusal';
import type { Clock } from '#core/shared/time';
import type { BulkRun } from './bulk-run.ts';

export type FindBulkPorts = {
  readonly bulk: {
    /** The account's action; null when it has none with this id. */
    find(userId: string, bulkId: string): Promise<BulkRun | null>;
  };
};

export type UndoBulkPorts = FindBulkPorts & {
  readonly bulk: FindBulkPorts['bulk'] & {
    /**
     * Ends a waiting action, and begins to take back one that runs or is done. `late`: it has been
     * undone, its time is over, or it deletes links already.
     */
    undo(userId: string, bulkId: string, at: Date): Promise<'undone' | 'late' | 'missing'>;
  };
  /** Begins the action in the background; resolves when it has ended or takes longer. */
  readonly begin: (bulkId: string) => Promise<void>;
  readonly clock: Clock;
};

/** Returns an action as it is now. Refuses `not_found`, also for another account's. */
export function findBulk({ bulk }: FindBulkPorts) {
  return async (userId: string, bulkId: string): Promise<BulkRun> => {
    const run = isId(bulkId) ? await bulk.find(userId, bulkId) : null;
    if (run === null) throw notFound();
    return run;
  };
}

/**
 * Takes an action back, independent of the account's plan. Links that were changed since stay as
 * they are. Refuses `not_found`, also for another account's, and `gone` when it is too late.
 */
export function undoBulk(ports: UndoBulkPorts) {
  const find = findBulk(ports);
  return async (userId: string, bulkId: string): Promise<BulkRun> => {
    const at = new Date(ports.clock.now());
    const outcome = isId(bulkId) ? await ports.bulk.undo(userId, bulkId, at) : 'missing';
    if (outcome === 'missing') throw notFound();
    if (outcome === 'late') throw new Refusal('gone', 'It is too late to undo this');
    await ports.begin(bulkId);
    return find(userId, bulkId);
  };
}
