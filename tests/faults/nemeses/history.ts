/** What visitors did: each visit has a mark of its own, which is stored with its click. */
export type History = {
  /** Begun; the answer may have been cut off. */
  readonly attempted: ReadonlySet<string>;
  /** The 302 arrived. */
  readonly accepted: ReadonlySet<string>;
};

/** What Waypost shows when nothing waits any more. */
export type Outcome = {
  /** The mark of each stored click, read from the table. */
  readonly stored: readonly string[];
  /** Visits that Waypost itself counted as redirected and not recorded. */
  readonly reportedLost: number;
  /** Each total that a person sees, beside the recount of the stored clicks. */
  readonly totals: readonly Total[];
};

export type Total = { readonly name: string; readonly shown: number; readonly recounted: number };

export type Verdict = {
  readonly attempted: number;
  readonly accepted: number;
  readonly stored: number;
  /** Accepted, not stored, and not reported as lost. */
  readonly lost: number;
  readonly reportedLost: number;
  /** Clicks that are stored once more than needed. */
  readonly duplicated: number;
  /** Each broken rule in one line; empty: the history is right. */
  readonly wrong: readonly string[];
};

/** Checks that accepted ⊆ stored ⊆ attempted, that no click is stored twice, and all totals. */
export function judge({ attempted, accepted }: History, outcome: Outcome): Verdict {
  const { stored, reportedLost, totals } = outcome;
  const once = new Set(stored);
  const missing = [...accepted].filter((mark) => !once.has(mark));
  const lost = Math.max(0, missing.length - reportedLost);
  const duplicated = stored.length - once.size;
  const invented = [...once].filter((mark) => !attempted.has(mark));
  const falsely = [...accepted].filter((mark) => !attempted.has(mark));

  const wrong = [
    ...(lost > 0 ? [`${lost} accepted visits are not stored, for example ${missing[0]}`] : []),
    ...(duplicated > 0 ? [`${duplicated} clicks are stored again`] : []),
    ...(invented.length > 0
      ? [`${invented.length} stored clicks were never attempted: ${invented[0]}`]
      : []),
    ...(falsely.length > 0 ? [`${falsely.length} accepted visits were never attempted`] : []),
    ...totals
      .filter(({ shown, recounted }) => shown !== recounted)
      .map((total) => `${total.name} shows ${total.shown}, recounted ${total.recounted}`),
  ];
  const counts = { attempted: attempted.size, accepted: accepted.size, stored: once.size };
  return { ...counts, lost, reportedLost, duplicated, wrong };
}
