import type { NewId } from '#core/shared/ids';
import type { Log } from '#core/shared/log';
import type { Clock } from '#core/shared/time';

/** Clicks of one month, aggregated into the archive under one name. */
export type Fold = { readonly fold: string; readonly clicks: number };

/** The archiving state of one month, in the clicks table and in the archive. */
export type ExpiringMonth = {
  /** As a number: 202411. */
  readonly month: number;
  readonly storedClicks: number;
  /** Archived but not counted folds: complete ones, or the rest of a killed run. */
  readonly drafts: readonly Fold[];
  /**
   * The fold that totals read instead of the month's clicks. The clicks are still to be dropped.
   */
  readonly counted: Fold | null;
};

/** The months of clicks of all accounts, and the archive that replaces them by sums. */
export type ClickArchive = {
  /** Months before `month` that contain clicks, and all months that have a counted fold. */
  monthsBefore(month: number): Promise<readonly ExpiringMonth[]>;
  /** Aggregates the month's clicks by day under a new name. Nothing reads the result yet. */
  draft(month: number, fold: string): Promise<void>;
  discard(drafts: readonly Fold[]): Promise<void>;
  /** In one atomic change, totals read the draft instead of the month's clicks. */
  count(month: number, draft: Fold): Promise<void>;
  /** Totals read the month's own clicks again, and the fold becomes a draft. */
  withdraw(fold: Fold): Promise<void>;
  dropClicks(month: number): Promise<void>;
  /** Clicks that are stored in the month from now on count in addition to the fold. */
  close(month: number, fold: Fold): Promise<void>;
};

type Archiving = {
  readonly clock: Clock;
  readonly newId: NewId;
  readonly archive: ClickArchive;
  readonly log: Pick<Log, 'info'>;
};

/**
 * The longest range and the comparisons look back 90 days: clicks are kept at least this long,
 * independent of the configuration.
 */
export const fewestMonths = 4;

/**
 * Moves every month older than `retentionMonths` one step further into the archive, logs it, and
 * returns whether there was a step to take. Each step is derived from what is stored, so the next run
 * continues a run that was killed. Each step is one atomic change that leaves totals as they are. A
 * query whose snapshots span two steps could still be wrong: runs have to be further apart than the
 * longest query (one minute is enough).
 */
export async function foldExpiredMonths(
  { clock, newId, archive, log }: Archiving,
  retentionMonths: number,
): Promise<boolean> {
  const nowMs = clock.now();
  const kept = Math.max(retentionMonths, fewestMonths);
  const months = await archive.monthsBefore(monthNumber(nowMs, -kept));

  for (const month of months) {
    const step = await takeStep(archive, month, () => newId(nowMs));
    const { storedClicks: clicks } = month;
    log.info('a month older than RETENTION_MONTHS is archived', {
      month: month.month,
      step,
      clicks,
    });
  }
  return months.length > 0;
}

type Step =
  | 'daily counts drafted'
  | 'outdated draft discarded'
  | 'daily counts count instead of clicks'
  | 'more clicks came: counted anew'
  | 'clicks dropped'
  | 'dropped clicks are gone';

/**
 * A month is dropped only while its fold contains all of it. Receipt times are never far in the
 * past, so rows beside a fold are either the month itself, or a few clicks from a spool that was
 * disconnected.
 */
async function takeStep(
  archive: ClickArchive,
  { month, storedClicks, drafts, counted }: ExpiringMonth,
  newFold: () => string,
): Promise<Step> {
  if (counted) {
    // Fewer rows than in the fold: the month was already dropped, and these rows came later.
    if (storedClicks === 0 || storedClicks < counted.clicks) {
      await archive.close(month, counted);
      return 'dropped clicks are gone';
    }
    if (storedClicks > counted.clicks) {
      await archive.withdraw(counted);
      return 'more clicks came: counted anew';
    }
    await archive.dropClicks(month);
    return 'clicks dropped';
  }

  const [draft, ...others] = drafts;
  if (!draft) {
    await archive.draft(month, newFold());
    return 'daily counts drafted';
  }
  if (others.length > 0 || draft.clicks !== storedClicks) {
    await archive.discard(drafts);
    return 'outdated draft discarded';
  }
  await archive.count(month, draft);
  return 'daily counts count instead of clicks';
}

/** The UTC month that is `offset` months after the month of `atMs`: 202411. */
function monthNumber(atMs: number, offset: number): number {
  const at = new Date(atMs);
  const first = new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + offset, 1));
  return first.getUTCFullYear() * 100 + first.getUTCMonth() + 1;
}
