import type { NewId } from '#core/shared/ids';
import type { Clock } from '#core/shared/time';

/** Clicks of one month that were summed up into the archive under one name. */
export type Fold = { readonly fold: string; readonly clicks: number };

/** How far a month's way into the archive has come, seen from both sides. */
export type ExpiringMonth = {
  /** As a number: 202411. */
  readonly month: number;
  readonly storedClicks: number;
  /** Archived, but not counted: complete, or left behind by a killed run. */
  readonly drafts: readonly Fold[];
  /** The fold that totals read instead of the month's clicks, which are still to be dropped. */
  readonly counted: Fold | null;
};

export type FoldExpiredMonthsPorts = {
  readonly clock: Clock;
  readonly newId: NewId;
  readonly archive: {
    /** Months before `month` that hold clicks, and all months that have a counted fold. */
    monthsBefore(month: number): Promise<readonly ExpiringMonth[]>;
    /** Sums up the month's clicks by day under a new name. Nothing reads them yet. */
    draft(month: number, fold: string): Promise<void>;
    discard(drafts: readonly Fold[]): Promise<void>;
    /** At once and altogether, totals take the draft for the month's clicks. */
    count(month: number, draft: Fold): Promise<void>;
    /** The month's own clicks count again, and the fold is a draft. */
    withdraw(fold: Fold): Promise<void>;
    dropClicks(month: number): Promise<void>;
    /** Clicks that are found in the month from now on count by themselves. */
    close(month: number, fold: Fold): Promise<void>;
  };
};

/** The longest range and the changes look back 90 days: clicks live longer, whatever is set. */
const fewestMonths = 4;

/**
 * Takes every month that is older than `retentionMonths` one step further into the archive, and
 * returns whether there was a step to take. Each step is found by looking at what is stored, so a
 * run that was killed anywhere is continued by the next; and each is one atomic change that leaves
 * totals as they are. A reading that takes its snapshots on both sides of two steps could still be
 * wrong: runs have to be further apart than the longest reading (a minute is plenty).
 */
export function foldExpiredMonths({ clock, newId, archive }: FoldExpiredMonthsPorts) {
  return async (retentionMonths: number): Promise<boolean> => {
    const nowMs = clock.now();
    const kept = Math.max(retentionMonths, fewestMonths);
    const months = await archive.monthsBefore(monthNumber(nowMs, -kept));

    for (const month of months) await takeStep(archive, month, () => newId(nowMs));
    return months.length > 0;
  };
}

/**
 * A month is dropped only while its fold holds all of it. Receipt times are never far in the past,
 * so what is stored beside a fold is the month itself, or a few clicks from a spool that was away.
 */
async function takeStep(
  archive: FoldExpiredMonthsPorts['archive'],
  { month, storedClicks, drafts, counted }: ExpiringMonth,
  newFold: () => string,
): Promise<void> {
  if (counted) {
    // Fewer than were folded: the month was dropped, and these came later.
    if (storedClicks === 0 || storedClicks < counted.clicks) return archive.close(month, counted);
    if (storedClicks > counted.clicks) return archive.withdraw(counted);
    return archive.dropClicks(month);
  }

  const [draft, ...others] = drafts;
  if (!draft) return archive.draft(month, newFold());
  if (others.length > 0 || draft.clicks !== storedClicks) return archive.discard(drafts);
  return archive.count(month, draft);
}

/** The UTC month `offset` months after the one of the moment: 202411. */
function monthNumber(atMs: number, offset: number): number {
  const at = new Date(atMs);
  const first = new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + offset, 1));
  return first.getUTCFullYear() * 100 + first.getUTCMonth() + 1;
}
