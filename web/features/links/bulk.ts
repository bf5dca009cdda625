import { atom } from 'jotai';
import { ApiError } from '#web/api-error.ts';
import { call, type BulkRun, type NewBulk } from '#web/api.ts';
import { wholeNumber } from '#web/format.ts';
import { refreshNumbersAtom } from '#web/app/state/refresh-numbers.ts';
import {
  type Message,
  changeToastAtom,
  offerAtom,
  showErrorToastAtom,
  showToastAtom,
} from '#web/app/state/toast.ts';
import { reloadTestsAtom } from '#web/features/split-tests/split-tests.ts';
import { messageOf } from '#web/forms/refusals.ts';
import { leavingAtom } from './leaving.ts';
import { storedAtom, storedJson } from '#web/app/state/stored-atom.ts';

/** The last action on many links: its id, and the selected links that were on the screen. */
type StoredBulk = { readonly id: string; readonly shown: readonly string[] };

/** The action that this tab started last, also before a reload; null for none. */
const storedBulkAtom = storedAtom<StoredBulk | null>({
  key: 'waypost.bulk',
  place: 'tab',
  read(text) {
    const stored = storedJson(text);
    return isStoredBulk(stored) ? stored : null;
  },
  write: (bulk) => JSON.stringify(bulk),
});

function isStoredBulk(value: unknown): value is StoredBulk {
  return (
    typeof value === 'object' &&
    value !== null &&
    'id' in value &&
    typeof value.id === 'string' &&
    'shown' in value &&
    Array.isArray(value.shown) &&
    value.shown.every((each) => typeof each === 'string')
  );
}

export type BulkAction = NewBulk['action'];

const undoShownMs = 10_000;
/**
 * The server accepts an undo for 13 seconds after the action. One second is left for the request.
 */
const undoEndsMs = 12_000;
const undoOnWayMs = 1000;
const pollMs = 500;

type Words = { readonly doing: string; readonly done: string; readonly undone: string };

const words: Readonly<Record<BulkAction, Words>> = {
  pause: { doing: 'Pausing', done: 'paused', undone: 'resumed' },
  resume: { doing: 'Resuming', done: 'resumed', undone: 'paused again' },
  expire: { doing: 'Expiring', done: 'expired', undone: 'as before' },
  tag: { doing: 'Tagging', done: 'tagged', undone: 'without the tag again' },
  untag: { doing: 'Removing the tag from', done: 'without the tag', undone: 'tagged again' },
  move: { doing: 'Moving', done: 'moved', undone: 'moved back' },
  delete: { doing: 'Deleting', done: 'deleted', undone: 'kept' },
};

type Wanted = {
  readonly bulk: NewBulk;
  /** The selected links that are on the screen. */
  readonly shown: readonly string[];
};

/**
 * Starts an action on many links and follows it in one toast, which offers the undo. Rejects when
 * the server refuses the action.
 */
export const startBulkAtom = atom(null, async (_, set, { bulk, shown }: Wanted): Promise<void> => {
  const run = await call('POST /api/v1/bulk-actions', { body: bulk });
  set(storedBulkAtom, { id: run.id, shown });
  set(isTakenUpAtom, true);
  set(showBulkToastAtom, { run, shown, endsMs: undoEndsMs });
});

/**
 * Deletes a link. Its undo is offered for ten seconds; the server then deletes it, whether or not
 * this page is still open. Rejects when the server refuses.
 */
export const deleteLinkAtom = atom(null, async (_, set, id: string): Promise<void> => {
  await set(startBulkAtom, { bulk: { action: 'delete', ids: [id] }, shown: [id] });
});

/**
 * Whether the action from before a reload was already looked up, or another action was started
 * since.
 */
const isTakenUpAtom = atom(false);

/** Offers the undo of an action again that this tab started before it was reloaded. */
export const takeUpBulkAtom = atom(null, async (get, set): Promise<void> => {
  const stored = get(storedBulkAtom);
  if (stored === null || get(isTakenUpAtom)) return;
  set(isTakenUpAtom, true);
  // An action that does not exist any more, or cannot be loaded now, cannot be undone.
  const run = await call('GET /api/v1/bulk-actions/:id', { params: { id: stored.id } }).catch(
    () => null,
  );
  const endsMs = run === null ? 0 : undoLeftMs(run);
  if (run && endsMs > 0) set(showBulkToastAtom, { run, shown: stored.shown, endsMs });
});

/** How long the undo of an action can still be offered, in milliseconds. */
function undoLeftMs({ state, undoUntil }: BulkRun): number {
  if (state === 'waiting' || state === 'running') return undoEndsMs;
  if (state !== 'done' || undoUntil === null) return 0;
  return Math.min(undoEndsMs, Date.parse(undoUntil) - undoOnWayMs - Date.now());
}

/** Shows an action in one toast, and follows it. */
const showBulkToastAtom = atom(null, (_, set, { run, shown, endsMs }: Told): void => {
  if (run.action === 'delete') set(leavingAtom, (before) => new Set([...before, ...shown]));
  const action = { label: 'Undo', choose: () => void set(undoBulkAtom, { run, shown }) };
  const key = set(offerAtom, { ...toldOf(run), action, shownMs: Number.POSITIVE_INFINITY });
  void set(followBulkAtom, { run, shown, endsMs, key });
});

type Undone = { readonly run: BulkRun; readonly shown: readonly string[] };
/** `endsMs`: when the undo ends, in milliseconds after the action is done. */
type Told = Undone & { readonly endsMs: number };
type Followed = Told & { readonly key: number };

/** Follows an action to its end. */
const followBulkAtom = atom(null, async (_, set, { run, shown, endsMs, key }: Followed) => {
  let isGone = false;
  try {
    const ended = await whenEnded(run, (now) =>
      set(changeToastAtom, { key, ...toldOf(now), ...(isTooLate(now) ? { action: null } : {}) }),
    );
    if (ended.state === 'undone' || ended.state === 'undoing') return;
    isGone = run.action === 'delete';
    set(changeToastAtom, { key, ...toldOf(ended), ...endOf(ended, endsMs) });
    void set(reloadTestsAtom);
    void set(refreshNumbersAtom);
  } catch (error) {
    set(changeToastAtom, { key, title: messageOf(error, 'Connection lost'), shownMs: 5000 });
  } finally {
    // A deleted link stays out of the lists until their next answer, which does not have it.
    if (!isGone) set(leavingAtom, (before) => new Set([...before].filter(isNotIn(shown))));
  }
});

function isNotIn(ids: readonly string[]): (id: string) => boolean {
  return (id) => !ids.includes(id);
}

/** A deletion that has begun cannot be undone. */
function isTooLate({ action, state }: BulkRun): boolean {
  return action === 'delete' && state !== 'waiting';
}

/** The toast at the end of an action. Without an undo it has no button. */
function endOf(ended: BulkRun, endsMs: number) {
  return isTooLate(ended) || ended.changed === 0
    ? { action: null, shownMs: 5000 }
    : { shownMs: Math.min(undoShownMs, endsMs), endsMs };
}

const undoBulkAtom = atom(null, async (_, set, { run, shown }: Undone): Promise<void> => {
  try {
    const undone = await call('POST /api/v1/bulk-actions/:id/undo', { params: { id: run.id } });
    set(leavingAtom, (before) => new Set([...before].filter(isNotIn(shown))));
    const { changed } = await whenEnded(undone, () => {});
    const count = run.action === 'delete' ? run.total : changed;
    set(showToastAtom, `Undone: ${linksOf(count)} ${words[run.action].undone}`);
    void set(refreshNumbersAtom);
  } catch (error) {
    set(showErrorToastAtom, messageOf(error, 'Failed to undo'));
  }
});

/** Polls an action until it has ended. A call that fails for a moment is repeated. */
async function whenEnded(begun: BulkRun, onProgress: (run: BulkRun) => void): Promise<BulkRun> {
  for (let run = begun; ;) {
    if (run.state === 'done' || run.state === 'undone') return run;
    onProgress(run);
    // oxlint-disable-next-line no-await-in-loop
    await new Promise((resolve) => setTimeout(resolve, pollMs));
    // oxlint-disable-next-line no-await-in-loop
    run = await again(run);
  }
}

async function again(run: BulkRun): Promise<BulkRun> {
  try {
    return await call('GET /api/v1/bulk-actions/:id', { params: { id: run.id } });
  } catch (error) {
    if (error instanceof ApiError && error.status >= 400 && error.status < 500) throw error;
    return run;
  }
}

/** The words of the toast about an action, at its state. They replace those of the state before. */
export function toldOf(run: BulkRun): Required<Pick<Message, 'title' | 'text'>> {
  const { action, state, total, changed } = run;
  const { doing, done } = words[action];
  if (action === 'delete' && total === 1 && state !== 'running') return toldOfOne(run);
  if (state === 'done') {
    const kept = total - changed;
    const rest = kept > 0 ? `, ${wholeNumber(kept)} unchanged` : '';
    return { title: `${linksOf(changed)} ${done}${rest}`, text: '' };
  }
  if (state === 'waiting' && action === 'delete') {
    return {
      title: `${linksOf(total)} will be deleted in a few seconds`,
      text: 'Their clicks and conversions too. Their addresses stop working and are never reused.',
    };
  }
  const share = total === 0 ? 0 : Math.floor((changed / total) * 100);
  return { title: `${doing} ${linksOf(total)}: ${share}%`, text: '' };
}

/** The words about the deletion of one link. */
function toldOfOne({ state, changed }: BulkRun): ReturnType<typeof toldOf> {
  if (state === 'done' && changed === 0) return { title: 'The link was already deleted', text: '' };
  const isWaiting = state === 'waiting';
  return {
    title: 'Link deleted successfully',
    text: isWaiting ? 'It stops working in a few seconds.' : 'It no longer works.',
  };
}

function linksOf(count: number): string {
  return count === 1 ? '1 link' : `${wholeNumber(count)} links`;
}
