import type { Report } from '#core/analytics/report/report';
import { addressOf, before, daysOf, figuresOf, linkNameOf, moversOf } from './report-mail.ts';
import type { DueReport, MailedReportPorts } from './ports.ts';

/** The first cell is a word; the others stand right. */
type Rows = readonly (readonly string[])[];

/** What the one page of a report says that is attached to its mails as PDF. */
export type ReportPage = {
  readonly title: string;
  readonly period: string;
  /** Name, number and change of each; at most eight. */
  readonly figures: Rows;
  /** The chart of the mail. */
  readonly png: Uint8Array<ArrayBuffer>;
  readonly caption: string;
  /** Four at most, each with five rows at most. */
  readonly tables: readonly { readonly title: string; readonly rows: Rows }[];
  /** Where the report is in Waypost. */
  readonly url: string;
  readonly madeAt: Date;
};

const mostFigures = 8;
const mostRows = 5;
const whole = new Intl.NumberFormat('en-US');
const titles = { links: 'Links', referrers: 'Sources', countries: 'Countries' } as const;

/** The page of a report, the same for all its receivers. */
export function pageOf(
  { every, viewName, query }: Pick<DueReport, 'every' | 'viewName' | 'query'>,
  answer: Report,
  {
    appUrl,
    shortUrl,
    png,
    nowMs,
  }: Pick<MailedReportPorts, 'appUrl' | 'shortUrl'> & Pick<ReportPage, 'png'> & { nowMs: number },
): ReportPage {
  const movers = moversOf(answer, shortUrl);
  return {
    title: viewName,
    period: `${daysOf(answer)} (${answer.period.timeZone}), compared with ${before[every]}`,
    figures: shortened(figuresOf(answer)),
    png,
    caption: `Clicks. The dashed line is ${before[every]}.`,
    tables: [
      ...(movers.length === 0 ? [] : [{ title: 'What changed most, in clicks', rows: movers }]),
      ...listsOf(answer, shortUrl),
    ],
    url: addressOf(appUrl, query, answer),
    madeAt: new Date(nowMs),
  };
}

/** An account with many currencies has more numbers than the page has places. */
function shortened(figures: Rows): Rows {
  if (figures.length <= mostFigures) return figures;
  const left = figures.length - (mostFigures - 1);
  return [
    ...figures.slice(0, mostFigures - 1),
    ['Further currencies', whole.format(left), 'see the email'],
  ];
}

/** The largest of each list, with clicks and share. */
function listsOf(answer: Report, shortOrigin: string): ReportPage['tables'] {
  return (['links', 'referrers', 'countries'] as const).flatMap((dimension) => {
    const rows = (answer.lists[dimension]?.rows ?? [])
      .filter(({ value, clicks }) => value !== '' && clicks > 0)
      .slice(0, mostRows)
      .map(({ name, clicks, percentage }) => [
        dimension === 'links' ? (linkNameOf(answer, shortOrigin, name) ?? 'Deleted link') : name,
        whole.format(clicks),
        `${percentage}%`,
      ]);
    return rows.length === 0 ? [] : [{ title: titles[dimension], rows }];
  });
}
