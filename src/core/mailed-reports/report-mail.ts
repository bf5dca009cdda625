import type { Report } from '#core/analytics/report/report';
import type { MailContent } from '#core/shared/mail';
import { greetingWithoutName } from '#core/shared/mail-name';
import { visitorsSentence } from '#core/shared/visitors-are';
import type { DueReport, MailedReportPorts, Receiver } from './ports.ts';
import { chartWidth } from './chart.ts';
import { listTitles, type Mover, type Movers, mailedLists } from './movers.ts';
import { figuresOf, signOf } from './numbers.ts';

const whole = new Intl.NumberFormat('en-US');

/** A report as its mails and their files are written from it. */
export type MailedNumbers = Report & {
  readonly isOfPeople: boolean;
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
  const { totals, comparedTotals, movers } = answer;
  const { counts, amounts } = figuresOf(answer);
  return {
    subject: `${viewName}: ${days}`,
    greeting: greetingWithoutName,
    paragraphs: [
      `${viewName}, ${days} (${answer.period.timeZone}), compared with ${before[every]}. ${visitorsSentence(visitorsAre)}`.trim(),
    ],
    parts: [
      { kind: 'table', title: 'Numbers', rows: [...counts, ...amounts.flat()] },
      {
        kind: 'picture',
        cid: `chart-${id}@waypost`,
        width: chartWidth,
        alt: `Clicks: ${whole.format(totals.clicks)}; the dashed line: ${whole.format(comparedTotals?.clicks ?? 0)} of ${before[every]}`,
      },
      ...mailedLists
        .filter((list) => movers[list].length > 0)
        .map((list) => ({
          kind: 'table' as const,
          title: moversTitle(list),
          rows: movers[list].map(({ clicks, ...mover }) => [
            mover.name,
            `${whole.format(clicks)} ${clicks === 1 ? 'click' : 'clicks'}`,
            differenceOf(mover),
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

export function moversTitle(list: keyof Movers): string {
  return `${listTitles[list]}: largest changes in clicks`;
}

/** `+120`, `−9`. */
export function differenceOf({ change }: Pick<Mover, 'change'>): string {
  return `${signOf(change)}${whole.format(Math.abs(change))}`;
}
