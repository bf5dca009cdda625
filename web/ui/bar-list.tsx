import type { ReactNode } from 'react';
import { oneDecimal, unitOf, wholeNumber } from '#web/format.ts';

export type Bar = {
  readonly key: string;
  readonly label: ReactNode;
  readonly count: number;
  /** Percentage of the total, with one decimal. */
  readonly percentage: number;
  /**
   * Whether this is the rest ('Other'). The rest has no bar, because it combines many small
   * entries.
   */
  readonly isRest?: boolean;
};

type BarListProps = {
  readonly label: string;
  readonly bars: readonly Bar[];
  /** What is counted, in the singular: `click`. Absent when the screen names the unit elsewhere. */
  readonly unit?: string;
};

/** Shares of a whole, longest first, each with its count and percentage. */
export function BarList({ label, bars, unit }: BarListProps) {
  const longest = Math.max(...bars.map((bar) => (bar.isRest ? 0 : bar.percentage)), 1);
  return (
    <ul aria-label={label} className="grid gap-1 px-4 pt-1 pb-4">
      {bars.map((bar) => (
        <li key={bar.key} className="flex items-center gap-3">
          <span className="relative min-w-0 grow overflow-hidden rounded-[6px] px-2.5 py-[7px]">
            {!bar.isRest && (
              <span
                aria-hidden
                className="absolute inset-y-0 left-0 rounded-[6px] bg-accent-soft"
                style={{ width: `${(bar.percentage / longest) * 100}%` }}
              />
            )}
            <span className="relative block truncate">{bar.label}</span>
          </span>
          <span className="num shrink-0 text-right font-semibold">
            {wholeNumber(bar.count)}
            {unit !== undefined && (
              <span className="text-sm font-normal text-muted"> {unitOf(bar.count, unit)}</span>
            )}
          </span>
          <span className="num w-13 shrink-0 text-right text-muted">
            {oneDecimal(bar.percentage)}%
          </span>
        </li>
      ))}
    </ul>
  );
}
