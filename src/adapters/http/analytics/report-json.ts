import { mapLists, type Lists } from '#core/analytics/report/dimensions';
import type { Period } from '#core/analytics/periods';
import type { Measures, Point, Report, ReportList, ReportRow } from '#core/analytics/report/report';
import { currencyJson, shortUrl } from '#adapters/http/links/link-json';
import type { CurrencyTotalsJson } from '#contract/totals';

/** Money in cents, one entry for each currency. */
type MeasuresJson = {
  readonly clicks: number;
  readonly uniqueVisitors: number;
  readonly conversions: number;
  readonly money: readonly CurrencyTotalsJson[];
};

type PointJson = MeasuresJson & { readonly at: string; readonly isUnfinished: boolean };

/** `value` is what the list's filter takes; empty for the rest of the list. */
export type ReportRowJson = {
  readonly name: string;
  /** A city's country, a link's short address; otherwise empty. */
  readonly detail: string;
  readonly value: string;
  readonly clicks: number;
  readonly percentage: number;
  readonly conversions: number;
  readonly comparedClicks: number | null;
};

type ListJson = {
  /** The clicks of all values. */
  readonly total: number;
  /** How many values there are. */
  readonly count: number;
  readonly rows: readonly ReportRowJson[];
};

/** A report as the API shows it. */
export type ReportJson = {
  readonly range: {
    readonly from: string;
    readonly to: string;
    readonly unit: Period['unit'];
    readonly timeZone: string;
  };
  readonly compared: { readonly from: string; readonly to: string } | null;
  readonly totals: MeasuresJson;
  readonly comparedTotals: MeasuresJson | null;
  readonly botClicks: number;
  readonly series: readonly PointJson[];
  readonly comparedSeries: readonly PointJson[] | null;
  readonly lists: Lists<ListJson>;
  /** Clicks by weekday, Monday first, and hour. */
  readonly heat: readonly (readonly number[])[];
};

export function reportJson(report: Report, shortOrigin: string): ReportJson {
  const { period, compared } = report;
  return {
    range: {
      from: period.from,
      to: period.to,
      unit: period.unit,
      timeZone: period.timeZone,
    },
    compared: compared && { from: compared.from, to: compared.to },
    totals: measuresJson(report.totals),
    comparedTotals: report.comparedTotals && measuresJson(report.comparedTotals),
    botClicks: report.botClicks,
    series: report.series.map(pointJson),
    comparedSeries: report.comparedSeries && report.comparedSeries.map(pointJson),
    lists: mapLists(report.lists, (list, dimension) =>
      listJson(list, (row) =>
        dimension === 'links' ? linkRowJson(row, report.links, shortOrigin) : row,
      ),
    ),
    heat: report.heat,
  };
}

/** The row with the link's title, or else its short address, as its name. */
export function linkRowJson(
  row: ReportRow,
  links: Report['links'],
  shortOrigin: string,
): ReportRowJson {
  if (row.value === '') return row;
  const link = links.get(row.value);
  if (!link) return { ...row, name: 'Deleted link', detail: '', value: '' };
  const short = shortUrl(link, shortOrigin);
  return { ...row, name: link.title ?? short, detail: short };
}

function listJson(list: ReportList, rowJson: (row: ReportRow) => ReportRowJson): ListJson {
  return { total: list.totalClicks, count: list.count, rows: list.rows.map(rowJson) };
}

function pointJson(point: Point): PointJson {
  return { at: point.at, isUnfinished: point.isUnfinished, ...measuresJson(point) };
}

function measuresJson({ clicks, uniqueVisitors, conversions, money }: Measures): MeasuresJson {
  return { clicks, uniqueVisitors, conversions, money: money.map(currencyJson) };
}
