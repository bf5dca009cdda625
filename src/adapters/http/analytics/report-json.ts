import type { showReport } from '#contract/analytics/analytics';
import type { Answer } from '#contract/route';
import { mapLists } from '#core/analytics/report/dimensions';
import type { Measures, Report, ReportRow } from '#core/analytics/report/report';
import { currencyJson } from '#adapters/http/links/link-json';
import { shortUrl } from '#core/links/shown-link';

/** A report for the API's answer. */
export function reportJson(
  report: Report,
  shortOrigin: string,
): Omit<Answer<typeof showReport>, 'costs'> {
  const { period, totals, comparedTotals, series, comparedSeries, usual, links } = report;
  return {
    ...report,
    range: period,
    totals: measuresJson(totals),
    comparedTotals: comparedTotals && measuresJson(comparedTotals),
    series: series.map(measuresJson),
    comparedSeries: comparedSeries && comparedSeries.map(measuresJson),
    usual: usual && measuresJson(usual),
    lists: mapLists(report.lists, ({ totalClicks, count, rows }, dimension) => ({
      total: totalClicks,
      count,
      rows: dimension === 'links' ? rows.map((row) => linkRowJson(row, links, shortOrigin)) : rows,
    })),
  };
}

/** The row with the link's title, or else its short address, as its name. */
function linkRowJson(row: ReportRow, links: Report['links'], shortOrigin: string): ReportRow {
  if (row.value === '') return row;
  const link = links.get(row.value);
  if (!link) return { ...row, name: 'Deleted link', detail: '', value: '' };
  const short = shortUrl(link, shortOrigin);
  return { ...row, name: link.title ?? short, detail: short };
}

/** Measures for the API's answer, with money by currency. */
export function measuresJson<Numbers extends Pick<Measures, 'money'>>(numbers: Numbers) {
  return { ...numbers, money: numbers.money.map(currencyJson) };
}
