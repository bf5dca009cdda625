import type { BulkKind, BulkState } from '#contract/links/bulk';
import { requireEntitlement } from '#core/billing/entitlement';
import { notFound, Refusal } from '#core/shared/refusal';
import { dayMs, hourMs, secondMs } from '#core/shared/time';
import { labelsRefusal, type WantedLabels } from './labels.ts';
import type { LinkRevision } from './link-cache.ts';
import type { FilterAt, LinkFilter } from './link-filter.ts';
import { linkMissing } from './own-link.ts';
import type { BulkPorts, Owner } from './ports.ts';

/** What a bulk action does to each of its links. */
export type BulkChange =
  | { readonly kind: 'pause' | 'resume' | 'delete' }
  /** The links expire at the time of the request; those that have expired stay as they are. */
  | { readonly kind: 'expire' }
  | { readonly kind: 'tag' | 'untag'; readonly tagId: string }
  /** Null takes the links out of their folders. */
  | { readonly kind: 'move'; readonly folderId: string | null };

/** One bulk action of an account. */
export type BulkRun = {
  readonly id: string;
  readonly userId: string;
  readonly kind: BulkKind;
  readonly state: BulkState;
  /**
   * The number of links that were selected at the start. Links that match the filter later do not
   * belong to the action.
   */
  readonly total: number;
  /** The links that the action has changed so far; an undo does not lower it. */
  readonly changed: number;
  /** When a waiting action begins. */
  readonly dueAt: Date;
  /** Null while the action is not done, and when it cannot be undone. */
  readonly undoUntil: Date | null;
};

/** The links that an action is for: by their ids, or all of the account that pass a filter. */
export type BulkSelection =
  /** Each id once. The whole action is refused when one id is not a link of the account. */
  | { readonly kind: 'ids'; readonly ids: readonly string[] }
  | {
      readonly kind: 'matching';
      readonly filter: LinkFilter;
      /** The number of links that the person was shown; another number is refused. */
      readonly count: number;
    };

/** A selection and its time. The time matters because filters can ask for expired links. */
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

/** What one slice changed. */
export type BulkStep = {
  /**
   * `more`: the next slice can follow. `ended`: nothing is left to do. `held`: another process runs
   * the action, or a deletion waits until earlier ones are erased (`mostPendingErasures`).
   */
  readonly kind: 'more' | 'ended' | 'held';
  readonly changed: readonly LinkRevision[];
  readonly removed: readonly string[];
};

/**
 * Links that one transaction changes. It takes a few milliseconds of a core, and redirects may have
 * to wait that long.
 */
export const linksPerSlice = 50;

/**
 * Actions of an account that have not ended. A deletion waits for thirteen seconds, in which somebody
 * may delete several links one by one.
 */
export const mostUnfinished = 20;

/** How often a day the actions of a full account can change all its links: each change is an event. */
export const timesADay = 10;

/**
 * Limit of deleted links of one account whose events are not erased yet: a deletion of more links waits
 * until earlier ones are erased. Every query for the account lists these links, and writing a long list
 * takes time of the thread that redirects.
 */
export const mostPendingErasures = 3000;

/**
 * How long the interface offers an undo. The server accepts one for longer, because the request
 * takes time to arrive.
 */
const undoOfferedMs = 10 * secondMs;
export const undoTakenMs = undoOfferedMs + 3 * secondMs;

/**
 * Longer than the notices look back for links that an action expired
 * (`core/notices/tell-expired-links.ts`).
 */
const rememberedMs = 40 * dayMs;

type Wanted = {
  readonly change: BulkChange;
  readonly selection: BulkSelection;
  /** The id that the action gets: when the account has it, that action is returned as it is. */
  readonly chosenId?: string | null;
};

/**
 * Starts an action for many links, and returns it as it is stored. Deleted links cannot be
 * restored, because their names and events go with them. Therefore a deletion waits until it cannot
 * be undone any more: until then the links redirect and their clicks count; afterwards no total
 * includes them. Every other action begins at once, and stores the previous values as long as it
 * can be undone.
 *
 * Refuses `plan_required` (not for a pause or a deletion), `invalid` for a label or a link that the
 * account does not have, `too_many_requests` and `conflict`.
 */
export async function startBulk(
  ports: BulkPorts,
  owner: Owner,
  { change, selection, chosenId = null }: Wanted,
): Promise<BulkRun> {
  const before = chosenId === null ? null : await ports.bulk.find(owner.id, chosenId);
  if (before !== null) return before;
  const nowMs = ports.clock.now();
  const isDeletion = change.kind === 'delete';
  const isFree = isDeletion || change.kind === 'pause';
  if (!isFree) requireEntitlement(ports.isEntitled(owner, nowMs));
  const field = await ports.links.missingLabels(owner.id, labelsOf(change));
  if (field !== null) throw labelsRefusal({ kind: 'label_missing', field });

  const at = new Date(nowMs);
  const dueAt = new Date(isDeletion ? nowMs + undoTakenMs : nowMs);
  const bulk = { id: chosenId ?? ports.newId(nowMs), userId: owner.id, change, at, dueAt };
  const opened = await ports.bulk.open(bulk, selectionAt(selection, at));
  switch (opened.kind) {
    case 'full':
      throw tooMany();
    case 'spent':
      throw tooManyToday();
    case 'other_count':
      throw selection.kind === 'ids' ? linkMissing() : otherCount(opened.count);
    case 'opened':
      if (isDeletion) return opened.run;
      await ports.begin(bulk.id);
      return (await ports.bulk.find(owner.id, bulk.id)) ?? opened.run;
  }
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

function tooManyToday(): Refusal {
  const message = 'Your actions have changed very many links today. Please try again later.';
  return new Refusal('too_many_requests', message, { retryAfterSeconds: hourMs / secondMs });
}

function otherCount(count: number): Refusal {
  const are = count === 1 ? 'link matches' : 'links match';
  const message = `Your links have changed: ${count.toLocaleString('en-US')} ${are} now. Please check and try again.`;
  return new Refusal('conflict', message);
}

/** Returns an action as it is now. Refuses `not_found`, also for another account's. */
export async function findBulk(
  { bulk }: Pick<BulkPorts, 'bulk'>,
  userId: string,
  bulkId: string,
): Promise<BulkRun> {
  const run = await bulk.find(userId, bulkId);
  if (run === null) throw notFound();
  return run;
}

/**
 * Takes an action back, independent of the account's plan. Links that were changed since stay as
 * they are. Refuses `not_found`, also for another account's, and `gone` when it is too late.
 */
export async function undoBulk(
  ports: Pick<BulkPorts, 'bulk' | 'begin' | 'clock'>,
  userId: string,
  bulkId: string,
): Promise<BulkRun> {
  const outcome = await ports.bulk.undo(userId, bulkId, new Date(ports.clock.now()));
  if (outcome === 'missing') throw notFound();
  if (outcome === 'late') throw new Refusal('gone', 'It is too late to undo this');
  await ports.begin(bulkId);
  return findBulk(ports, userId, bulkId);
}

/**
 * Goes through the links of an action until it has ended. Redirects of this instance follow each
 * slice at once, and the event loop serves other requests between two slices.
 */
export async function runBulk(
  { bulk, cache, clock }: Pick<BulkPorts, 'bulk' | 'cache' | 'clock'>,
  bulkId: string,
  signal: AbortSignal,
): Promise<void> {
  while (!signal.aborted) {
    // Each slice begins where the one before has ended.
    // oxlint-disable-next-line no-await-in-loop
    const { kind, changed, removed } = await bulk.step(bulkId, new Date(clock.now()));
    for (const revision of changed) cache.revise(revision);
    for (const linkId of removed) cache.remove(linkId);
    if (kind !== 'more') return;
  }
}

/** Continues what is due: deletions after their wait, and actions whose process has ended. */
export async function runDueBulk({
  bulk,
  begin,
  clock,
}: Pick<BulkPorts, 'bulk' | 'begin' | 'clock'>): Promise<void> {
  const ids = await bulk.due(new Date(clock.now()));
  await Promise.all(ids.map(begin));
}

/** Deletes old actions, and the stored previous values once an undo is no longer possible. */
export async function forgetBulk({
  bulk,
  clock,
}: Pick<BulkPorts, 'bulk' | 'clock'>): Promise<void> {
  const nowMs = clock.now();
  await bulk.forget({ actions: new Date(nowMs - rememberedMs), undo: new Date(nowMs) });
}
