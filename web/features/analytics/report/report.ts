import type { Dimension } from '#contract/analytics/report-filters';
import type { Report } from '#web/api.ts';

/** The counted numbers. Money is in integer cents, separately for each currency. */
export type Counts = Report['totals'];

export type Money = Counts['money'][number];

/** One hour or day of a report: `YYYY-MM-DD`, or `YYYY-MM-DDTHH:mm+hh:mm` for an hour. */
export type Step = Report['series'][number];

/** One value of a dimension. `value` is the filter's value; empty for the rest of a list. */
export type ReportRow = NonNullable<Report['lists'][Dimension]>['rows'][number];
