import type { AlertTrouble } from '#contract/analytics/alerts';
import { hourMs } from '#core/shared/time';
import type { Alarm, KnownAlert } from './ports.ts';
import { hoursRead, silenceOf } from './silence.ts';

/** What was counted in one hour or one day. */
export type Counted = {
  readonly fromMs: number;
  /** Exclusive. */
  readonly toMs: number;
  readonly clicks: number;
  readonly conversions: number;
};

export type Judged =
  | { readonly kind: 'nothing' }
  | ({ readonly kind: 'raise' } & Pick<Alarm, 'beganAt' | 'until' | 'seen' | 'expected'>)
  | { readonly kind: 'end' }
  | { readonly kind: 'trouble'; readonly trouble: AlertTrouble };

type Judging = Pick<KnownAlert, 'measure' | 'kind' | 'bound' | 'createdAt' | 'last'>;

/**
 * What the numbers say of an alert. `units` are its hours or days, the oldest first; everything before
 * `settledMs` is counted. A raised alert ends with the first whole unit that is as it should be, or with
 * the first event after a silence.
 */
export function judgeAlert(alert: Judging, units: readonly Counted[], settledMs: number): Judged {
  if (alert.kind === 'silent') return judgeSilence(alert, units, settledMs);
  return judgeBound(alert, units, settledMs);
}

function judgeBound(
  { measure, kind, bound, createdAt, last }: Judging,
  units: readonly Counted[],
  settledMs: number,
): Judged {
  const isBeyond = (unit: Counted) =>
    kind === 'above' ? unit[measure] > (bound ?? 0) : unit[measure] < (bound ?? 0);
  const isWhole = ({ toMs }: Counted) => toMs <= settledMs;
  const afterLast = units.filter(({ fromMs }) => fromMs > (last?.beganAt.getTime() ?? 0));
  if (last !== null && last.endedAt === null) {
    const isOver = afterLast.some((unit) => isWhole(unit) && !isBeyond(unit));
    return { kind: isOver ? 'end' : 'nothing' };
  }
  // A unit that is not over can be above, but only a whole one below.
  const judged = afterLast.filter(
    (unit) => unit.toMs > createdAt.getTime() && (kind === 'above' || isWhole(unit)),
  );
  const found = judged.findLast(isBeyond);
  return found === undefined ? { kind: 'nothing' } : raiseAt(found, found[measure], null);
}

function raiseAt(
  { fromMs, toMs }: Pick<Counted, 'fromMs' | 'toMs'>,
  seen: number,
  expected: number | null,
): Judged {
  return { kind: 'raise', beganAt: new Date(fromMs), until: new Date(toMs), seen, expected };
}

function judgeSilence(
  { measure, last }: Judging,
  units: readonly Counted[],
  settledMs: number,
): Judged {
  const hours = units.filter(({ toMs }) => toMs <= settledMs).slice(-hoursRead);
  const counts = hours.map((hour) => hour[measure]);
  if (last !== null && last.endedAt === null) {
    const from = last.beganAt.getTime();
    const isBack = hours.some((hour) => hour.fromMs >= from && hour[measure] > 0);
    return { kind: isBack ? 'end' : 'nothing' };
  }
  if (hours.length < hoursRead) return { kind: 'trouble', trouble: 'too_few' };
  // Conversions are missed for as many clicks as there were.
  const clicks = measure === 'conversions' ? hours.map((hour) => hour.clicks) : null;
  const silence = silenceOf(counts, clicks);
  if (!silence.isNoticed) return { kind: 'trouble', trouble: 'too_few' };
  const toMs = hours.at(-1)?.toMs ?? settledMs;
  const fromMs = toMs - silence.hours * hourMs;
  // The same silence, after an edit of its numbers: it was told.
  if (!silence.isSilent || fromMs === last?.beganAt.getTime()) return { kind: 'nothing' };
  const seen =
    clicks === null ? 0 : clicks.slice(-silence.hours).reduce((sum, each) => sum + each, 0);
  return raiseAt({ fromMs, toMs }, seen, Math.floor(silence.expected));
}
