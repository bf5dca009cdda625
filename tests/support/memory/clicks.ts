import type { Click } from '#core/clicks/click';
import type { Batch, ClickStore, Insertion } from '#core/clicks/store-batch';

/** What the store does with the next insert. */
export type Mishap =
  | 'none'
  /** Stored, but the answer is lost. */
  | 'answer lost'
  /** It never arrived. */
  | 'request lost'
  /** Given up here, stored there when `settle` is called. */
  | 'late';

type Row = { readonly clickId: string; readonly batch: string };

/**
 * A table of clicks as a ClickHouse with a deduplication window behaves: a token that it knows is
 * answered and swallowed, whatever the rows. Clicks of `poisonLink` are refused, with all around.
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
    /** What was late arrives. */
    settle: () => {
      for (const arrive of late) arrive();
      late = [];
    },
    /** As BACKUP and RESTORE do: the rows stay, the window is empty. */
    forgetTokens: () => tokens.clear(),
  };
}
