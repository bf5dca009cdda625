import type { Dimension } from '#contract/report-filters';
import type { Report } from '#web/api.ts';

/** What was counted; each currency stands for itself, in integer cents. */
export type Counts = Report['totals'];

export type Money = Counts['money'][number];

/** One hour or day of a report: `YYYY-MM-DD`, or `YYYY-MM-DDTHH:mm+hh:mm` for an hour. */
export type Step = Report['series'][number];

/** One value of a dimension. `value` is what its filter takes; what a list leaves over has none. */
export type ReportRow = NonNullable<Report['lists'][Dimension]>['rows'][number];
