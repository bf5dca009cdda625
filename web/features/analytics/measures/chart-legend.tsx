import type { Report } from '#web/api.ts';
import { daysLabel, localDay } from '#web/features/address/ranges.ts';

/** Which line is which time; nothing where there is one line. */
export function ChartLegend({ report }: { readonly report: Report }) {
  const { range, compared, series } = report;
  if (!compared) return null;
  const today = localDay(new Date());
  return (
    <p className="num flex flex-wrap items-center gap-x-5 gap-y-1 px-4 pb-3 text-xs text-muted">
      <span className="flex items-center gap-2">
        <svg aria-hidden width="20" height="4" className="text-series-1">
          <path d="M1 2H19" stroke="currentColor" strokeWidth="2.4" strokeLinecap="round" />
        </svg>
        {daysLabel(range, today)}
      </span>
      <span className="flex items-center gap-2">
        <svg aria-hidden width="20" height="4" className="text-line-strong">
          <path
            d="M1 2H19"
            stroke="currentColor"
            strokeWidth="1.8"
            strokeLinecap="round"
            strokeDasharray="1 4"
          />
        </svg>
        {daysLabel(compared, today)}
      </span>
      {series.some(({ isUnfinished }) => isUnfinished) && (
        <span className="text-faint">
          Today is not over: it is compared up to the same time of day.
        </span>
      )}
    </p>
  );
}
