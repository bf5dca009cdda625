import type * as contract from '#contract/shared-reports/public-reports';
import type { Answer } from '#contract/route';
import { shortUrl } from '#core/links/shown-link';
import { classesOf, datesOf, firstOf } from '#core/shared-reports/asked';
import { readableColor } from '#core/shared-reports/colors';
import type { SharedReport } from '#core/shared-reports/ports';
import { hasEnded, type PublicReport } from '#core/shared-reports/public-reports';
import { reportJson } from '#adapters/http/analytics/report-json';

export type PublicReportJson = Answer<typeof contract.readPublicPage>;

/** What is known of a report before its numbers. */
export function coverJson({ name, sender, color, showsLogo }: SharedReport) {
  return { name, sender, color: color === null ? null : readableColor(color), hasLogo: showsLogo };
}

/** What visitors see instead of the page that its owner previews, or before it. */
export function previewJson(report: SharedReport, nowMs: number): PublicReportJson['preview'] {
  return { hasPassword: report.passwordHash !== null, hasEnded: hasEnded(report, nowMs) };
}

type Place = { readonly shortOrigin: string; readonly linkId: string | null };

/** The numbers of a report, without what it does not show. */
export function publicReportJson(
  { link, report }: PublicReport,
  shared: SharedReport,
  { shortOrigin, linkId }: Place,
): Omit<PublicReportJson, 'splitTest' | 'preview'> {
  const shown = reportJson(report, shortOrigin);
  const { totals, comparedTotals, series, comparedSeries, usual } = shown;
  const withoutMoney = {
    totals: moneyless(totals),
    comparedTotals: comparedTotals && moneyless(comparedTotals),
    series: series.map(moneyless),
    comparedSeries: comparedSeries && comparedSeries.map(moneyless),
    usual: usual && moneyless(usual),
  };
  const { choosesDates, showsMoney } = shared;
  return {
    link: link && { title: link.title, shortUrl: shortUrl(link, shortOrigin) },
    cover: coverJson(shared),
    choosesDates,
    dates: datesOf(shared),
    first: firstOf(shared),
    showsMoney,
    classes: [...classesOf(shared)],
    listsLinks: linkId === null,
    report: { ...shown, ...(!showsMoney && withoutMoney) },
  };
}

function moneyless<Numbers extends { readonly money: readonly unknown[] }>(numbers: Numbers) {
  return { ...numbers, money: [] };
}
