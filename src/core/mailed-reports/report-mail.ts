import type { Measure } from '#contract/analytics/measures';
import type { Report } from '#core/analytics/report/report';
import type { MailContent } from '#core/shared/mail';
import { greetingWithoutName } from '#core/shared/mail-name';
import { visitorsSentence } from '#core/shared/visitors-are';
import type { DueReport, MailedReportPorts, Receiver } from './ports.ts';
import { chartWidth } from './chart.ts';
import { listedBy, listTitles, type Mover, type Movers, mailedLists } from './movers.ts';
import {
  type Counted,
  figuresOf,
  labelOf,
  nameOf,
  type Shown,
  signOf,
  titleOf,
  valueOf,
} from './numbers.ts';

/** A report as its mails and their files are written from it. */
export type MailedNumbers = Report &
  Counted &
  Shown & {
    readonly movers: Movers;
  };

/** What a report is compared with. */
export const before = {
  day: 'the day before',
  week: 'the week before',
  month: 'as many days before',
} as const;

/** What a report's mail says to one receiver. */
export function reportContent(
  { id, every, viewName, query }: Pick<DueReport, 'id' | 'every' | 'viewName' | 'query'>,
  answer: MailedNumbers,
  {
    appUrl,
    visitorsAre,
    isOwner,
    stopUrl,
  }: Pick<MailedReportPorts, 'appUrl' | 'visitorsAre'> &
    Pick<Receiver, 'isOwner'> & { readonly stopUrl: string },
): MailContent {
  const days = daysOf(answer);
  const { movers } = answer;
  const { counts, amounts, costs } = figuresOf(answer);
  return {
    subject: `${viewName}: ${days}`,
    greeting: greetingWithoutName,
    paragraphs: [
      `${viewName}, ${days} (${answer.period.timeZone}), compared with ${before[every]}. ${visitorsSentence(visitorsAre)}`.trim(),
      `The chart shows ${nameOf(answer)}; the dashed line is ${before[every]}.`,
    ],
    parts: [
      { kind: 'table', title: 'Numbers', rows: [...counts, ...amounts.flat(), ...costs] },
      {
        kind: 'picture',
        cid: `chart-${id}@waypost`,
        width: chartWidth,
        alt: chartText(answer, before[every]),
      },
      ...mailedLists
        .filter((list) => movers[list].length > 0)
        .map((list) => ({
          kind: 'table' as const,
          title: moversTitle(list, answer),
          rows: movers[list].map((mover) => [
            mover.name,
            inWords(mover, answer),
            differenceOf(mover, answer),
          ]),
        })),
    ],
    action: { label: 'View the report', url: addressOf(appUrl, query, answer) },
    closing: isOwner
      ? 'You get this email because you added this report in Waypost.'
      : 'You get this email because you confirmed that you want these reports.',
    end: { label: 'End these reports', url: stopUrl },
  };
}

/** The chart in words. */
function chartText(answer: MailedNumbers, compared: string): string {
  const { totals, comparedTotals } = answer;
  const now = labelOf(answer, valueOf(answer, totals));
  const then = comparedTotals === null ? null : labelOf(answer, valueOf(answer, comparedTotals));
  const shown = `${titleOf(answer)}: ${now}`;
  return then === null ? shown : `${shown}; the dashed line: ${then} of ${compared}`;
}

/** The view with the days of the mail. Only its owner can open it. */
export function addressOf(appUrl: string, query: string, { period }: Report): string {
  const view = new URLSearchParams(query);
  view.delete('range');
  view.delete('unit');
  view.set('from', period.from);
  view.set('to', period.to);
  view.set('compare', 'previous');
  return `${appUrl}/analytics?${view}`;
}

const dayWords = { weekday: 'short', month: 'short', day: 'numeric', timeZone: 'UTC' } as const;

/** The days of a report, in words. */
export function daysOf({ period: { from, to } }: Report): string {
  const day = (date: string) => new Date(date).toLocaleDateString('en-US', dayWords);
  return from === to ? day(from) : `${day(from)} – ${day(to)}`;
}

/** What the lists of a report are made by. */
function listed({ measure, currency }: Shown): Shown {
  return { measure: listedBy(measure), currency };
}

export function moversTitle(list: keyof Movers, shown: Shown): string {
  return `${listTitles[list]}: largest changes in ${nameOf(listed(shown))}`;
}

/** A mover's number. */
export function moverLabel({ value }: Pick<Mover, 'value'>, shown: Shown): string {
  return labelOf(listed(shown), value);
}

/** `+120`, `−$9`. */
export function differenceOf({ change }: Pick<Mover, 'change'>, shown: Shown): string {
  return `${signOf(change)}${labelOf(listed(shown), Math.abs(change))}`;
}

const nouns: Readonly<Partial<Record<Measure, string>>> = {
  clicks: 'click',
  visitors: 'visitor',
  conversions: 'conversion',
};

/** `1 click`, `$120`. */
function inWords(mover: Mover, shown: Shown): string {
  const noun = nouns[listedBy(shown.measure)];
  const label = moverLabel(mover, shown);
  return noun === undefined ? label : `${label} ${noun}${mover.value === 1 ? '' : 's'}`;
}
