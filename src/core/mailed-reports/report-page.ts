import { countryName } from '#core/shared/country-code';
import { visitorsSentence } from '#core/shared/visitors-are';
import { linkNameOf, listTitles, mailedLists, type MailedList } from './movers.ts';
import { figuresOf, titleOf } from './numbers.ts';
import {
  addressOf,
  before,
  daysOf,
  differenceOf,
  moverLabel,
  type MailedNumbers,
  moversTitle,
} from './report-mail.ts';
import type { DueReport, MailedReportPorts } from './ports.ts';

/** The first cell is a word; the others stand right. */
type Rows = readonly (readonly string[])[];

/** What the one page of a report says that is attached to its mails as PDF. */
export type ReportPage = {
  readonly title: string;
  readonly period: string;
  /** At most three lines of at most four: name, number and change of each. */
  readonly figures: readonly Rows[];
  /** The chart of the mail. */
  readonly png: Uint8Array<ArrayBuffer>;
  readonly caption: string;
  /** Six at most, each with four rows at most. */
  readonly tables: readonly { readonly title: string; readonly rows: Rows }[];
  /** Where the report is in Waypost. */
  readonly url: string;
  readonly madeAt: Date;
};

const mostCurrencies = 2;
const mostRows = 4;
const whole = new Intl.NumberFormat('en-US');

/** The page of a report, the same for all its receivers. */
export function pageOf(
  { every, viewName, query }: Pick<DueReport, 'every' | 'viewName' | 'query'>,
  answer: MailedNumbers,
  {
    appUrl,
    shortUrl,
    visitorsAre,
    png,
    nowMs,
  }: Pick<MailedReportPorts, 'appUrl' | 'shortUrl' | 'visitorsAre'> &
    Pick<ReportPage, 'png'> & { nowMs: number },
): ReportPage {
  return {
    title: viewName,
    period: `${daysOf(answer)} (${answer.period.timeZone}), compared with ${before[every]}`,
    figures: linesOf(answer),
    png,
    caption:
      `${titleOf(answer)}. The dashed line is ${before[every]}. ${visitorsSentence(visitorsAre)}`.trim(),
    tables: mailedLists
      .flatMap((list) => [moversIn(answer, list), largestIn(answer, list, shortUrl)])
      .filter(({ rows }) => rows.length > 0),
    url: addressOf(appUrl, query, answer),
    madeAt: new Date(nowMs),
  };
}

/**
 * The counts, a line for each currency, and one of costs. An account with many currencies has more than
 * the page has places.
 */
function linesOf(answer: MailedNumbers): ReportPage['figures'] {
  const { counts, amounts, costs } = figuresOf(answer);
  const most = costs.length > 0 ? mostCurrencies - 1 : mostCurrencies;
  const left = amounts.length - most;
  const further: Rows = left <= 0 ? [] : [['Further currencies', `${left}`, 'see the email']];
  const shown = amounts.slice(0, most);
  return [
    counts,
    ...shown.map((line, index) => (index === most - 1 ? [...line, ...further] : line)),
    ...(costs.length > 0 ? [costs] : []),
  ];
}

type Table = ReportPage['tables'][number];

function moversIn(answer: MailedNumbers, list: MailedList): Table {
  const rows = answer.movers[list].map((mover) => [
    mover.name,
    moverLabel(mover, answer),
    differenceOf(mover, answer),
  ]);
  return { title: moversTitle(list, answer), rows };
}

/** The largest, with clicks and share. */
function largestIn({ lists, links }: MailedNumbers, list: MailedList, shortOrigin: string): Table {
  const nameOf = (name: string) =>
    list === 'links'
      ? (linkNameOf(links, shortOrigin, name) ?? 'Deleted link')
      : list === 'countries'
        ? countryName(name)
        : name;
  const rows = (lists[list]?.rows ?? [])
    .filter(({ value, clicks }) => value !== '' && clicks > 0)
    .slice(0, mostRows)
    .map(({ name, clicks, percentage }) => [nameOf(name), whole.format(clicks), `${percentage}%`]);
  return { title: `${listTitles[list]}: most clicks`, rows };
}
