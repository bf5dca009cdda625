import type { Click } from '#core/clicks/click';
import type { Batch, ClickStore, Insertion } from '#core/clicks/store-batch';

/** What happens to the next insert. */
export type Mishap =
  | 'none'
  /** Stored, but the response is lost. */
  | 'answer lost'
  /** It never arrived. */
  | 'request lost'
  /** The caller gives up; the rows are stored when `settle` is called. */
  | 'late';

type Row = { readonly clickId: string; readonly batch: string };

/**
 * A table of clicks that behaves like a ClickHouse with a deduplication window: an insert with a
 * known token succeeds without effect, also with other rows. Clicks of `poisonLink` are refused,
 * with their whole insert.
 */
export function memoryClicks(poisonLink: string) {
  const rows: Row[] = [];
  const tokens = new Set<string>();
  let late: (() => void)[] = [];
  const state: { mishap: Mishap; isAway: boolean } = { mishap: 'none', isAway: false };

  const apply = (batch: Batch, clicks: readonly Click[]) => {
    if (tokens.has(batch.id)) return;
    tokens.add(batch.id);
    rows.push(...clicks.map(({ clickId }) => ({ clickId, batch: batch.id })));
  };
  const store: ClickStore = {
    storedClicks: async (batch) => {
      if (state.isAway) throw new Error('away');
      return new Set(rows.filter((row) => row.batch === batch.id).map((row) => row.clickId));
    },
    insert: async (batch, clicks): Promise<Insertion> => {
      const mishap = state.mishap;
      state.mishap = 'none';
      if (state.isAway || mishap === 'request lost') return { kind: 'doubtful', reason: mishap };
      if (clicks.some(({ linkId }) => linkId === poisonLink)) {
        return { kind: 'refused', reason: 'poison' };
      }
      if (mishap === 'late') late.push(() => apply(batch, clicks));
      else apply(batch, clicks);
      return mishap === 'none' ? { kind: 'stored' } : { kind: 'doubtful', reason: mishap };
    },
  };
  return {
    store,
    state,
    rows,
    /** Stores the late rows. */
    settle: () => {
      for (const arrive of late) arrive();
      late = [];
    },
    /** Like BACKUP and RESTORE: the rows stay, the window is empty. */
    forgetTokens: () => tokens.clear(),
  };
}
