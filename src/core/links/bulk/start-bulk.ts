import { requireEntitlement, type Entitlement } from '#core/billing/entitlement';
import type { Owner } from '#core/links/ports';
import type { FilterAt, LinkFilter } from '#core/links/link-filter';
import { labelsRefusal, type LinkLabelsPorts, type WantedLabels } from '#core/links/labels';
import type { NewId } from '#core/shared/ids';
import { invalid, Refusal } from '#core/shared/refusal';
import type { Clock } from '#core/shared/time';
import { type BulkChange, type BulkRun, undoTakenMs } from './bulk-run.ts';
import type { FindBulkPorts } from './undo-bulk.ts';

/** The links that an action is for: by their ids, or all of the account that pass a filter. */
export type BulkSelection =
  /** Each id once. An id that is none of the account's links refuses the whole action. */
  | { readonly kind: 'ids'; readonly ids: readonly string[] }
  | {
      readonly kind: 'matching';
      readonly filter: LinkFilter;
      /** The number of links that the person was shown; another number is refused. */
      readonly count: number;
    };

/** A selection at a time: links expire. */
export type SelectionAt =
  | Extract<BulkSelection, { kind: 'ids' }>
  | { readonly kind: 'matching'; readonly filter: FilterAt; readonly count: number };

/** An action that is to be stored. */
export type NewBulk = {
  readonly id: string;
  readonly userId: string;
  readonly change: BulkChange;
  readonly at: Date;
  readonly dueAt: Date;
};

export type StartBulkPorts = {
  readonly bulk: FindBulkPorts['bulk'] & {
    /**
     * Stores the action with the links that it is for, in one statement: from now on it comes to its
     * end, also when this process ends before. `full`: `mostUnfinished` actions of the account have
     * not ended; `other_count`: another number of links passes the filter, or has one of the ids.
     */
    open(
      bulk: NewBulk,
      selection: SelectionAt,
    ): Promise<
      | { readonly kind: 'opened'; readonly run: BulkRun }
      | { readonly kind: 'full' }
      | { readonly kind: 'other_count'; readonly count: number }
    >;
  };
  /** Begins the action in the background; resolves when it has ended or takes longer. */
  readonly begin: (bulkId: string) => Promise<void>;
  readonly links: Pick<LinkLabelsPorts, 'missingLabels'>;
  readonly isEntitled: Entitlement;
  readonly clock: Clock;
  readonly newId: NewId;
};

/**
 * Starts an action for many links, and returns it as it is stored. Deleted links cannot be restored,
 * because their names and events go with them. Therefore a deletion waits until it cannot be undone
 * any more: until then the links redirect and count, and from then on they are in no total. Every
 * other action begins at once, and keeps what it changed for the time of its undo.
 *
 * Refuses `plan_required` (not for a pause or a deletion), `invalid` for a label or a link that the
 * account does not have, `too_many_requests` and `conflict`.
 */
export function startBulk(ports: StartBulkPorts) {
  return async (
    owner: Owner,
    { change, selection }: { readonly change: BulkChange; readonly selection: BulkSelection },
  ): Promise<BulkRun> => {
    const nowMs = ports.clock.now();
    const isDeletion = change.kind === 'delete';
    const isFree = isDeletion || change.kind === 'pause';
    if (!isFree) requireEntitlement(ports.isEntitled(owner, nowMs));
    const field = await ports.links.missingLabels(owner.id, labelsOf(change));
    if (field !== null) throw labelsRefusal({ kind: 'label_missing', field });

    const at = new Date(nowMs);
    const dueAt = new Date(isDeletion ? nowMs + undoTakenMs : nowMs);
    const bulk = { id: ports.newId(nowMs), userId: owner.id, change, at, dueAt };
    const opened = await ports.bulk.open(bulk, selectionAt(selection, at));
    switch (opened.kind) {
      case 'full':
        throw tooMany();
      case 'other_count':
        throw selection.kind === 'ids' ? linkMissing() : otherCount(opened.count);
      case 'opened':
        if (isDeletion) return opened.run;
        await ports.begin(bulk.id);
        return (await ports.bulk.find(owner.id, bulk.id)) ?? opened.run;
    }
  };
}

/** The label of the action, which must be one of the account's. */
function labelsOf(change: BulkChange): WantedLabels {
  const byId = (id: string) => ({ by: 'id', id }) as const;
  if (change.kind === 'move') {
    return { folder: change.folderId === null ? null : byId(change.folderId) };
  }
  return 'tagId' in change ? { tags: [byId(change.tagId)] } : {};
}

function selectionAt(selection: BulkSelection, at: Date): SelectionAt {
  if (selection.kind === 'ids') return selection;
  return { ...selection, filter: { ...selection.filter, at } };
}

function tooMany(): Refusal {
  const message = 'Earlier actions are still running. Please try again when they have ended.';
  return new Refusal('too_many_requests', message, { retryAfterSeconds: 5 });
}

/** The same for a deleted link and for one of another account. */
function linkMissing(): Refusal {
  return invalid({ path: 'ids', message: 'One of these links no longer exists' });
}

function otherCount(count: number): Refusal {
  const are = count === 1 ? 'link matches' : 'links match';
  const message = `Your links have changed: ${count.toLocaleString('en-US')} ${are} now. Please check and try again.`;
  return new Refusal('conflict', message);
}
