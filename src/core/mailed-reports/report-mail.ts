import type { Report, ReportRow } from '#core/analytics/report/report';
import { shortUrl } from '#core/links/shown-link';
import type { MailContent } from '#core/shared/mail';
import { greetingWithoutName } from '#core/shared/mail-name';
import { decimalFromCents } from '#core/shared/money';
import type { DueReport, MailedReportPorts } from './ports.ts';
import { chartWidth } from './chart.ts';

const whole = new Intl.NumberFormat('en-US');
const mostMovers = 5;

/** What a report is compared with. */
export const before = {
  day: 'the day before',
  week: 'the week before',
  month: 'as many days before',
} as const;

/** What a report's mail says to one receiver. */
export function reportContent(
  { id, every, viewName, query }: Pick<DueReport, 'id' | 'every' | 'viewName' | 'query'>,
  answer: Report,
  {
    appUrl,
    shortUrl: shortOrigin,
    stopUrl,
  }: Pick<MailedReportPorts, 'appUrl' | 'shortUrl'> & {
    readonly stopUrl: string;
  },
): MailContent {
  const days = daysOf(answer);
  const movers = moversOf(answer, shortOrigin);
  const { totals, comparedTotals } = answer;
  return {
    subject: `${viewName}: ${days}`,
    greeting: greetingWithoutName,
    paragraphs: [
      `${viewName}, ${days} (${answer.period.timeZone}), compared with ${before[every]}.`,
    ],
    parts: [
      { kind: 'table', title: 'Numbers', rows: figuresOf(answer) },
      {
        kind: 'picture',
        cid: `chart-${id}@waypost`,
        width: chartWidth,
        alt: `Clicks: ${whole.format(totals.clicks)}; the dashed line: ${whole.format(comparedTotals?.clicks ?? 0)} of ${before[every]}`,
      },
      ...(movers.length === 0
        ? []
        : [{ kind: 'table' as const, title: 'What changed most, in clicks', rows: movers }]),
    ],
    action: { label: 'View the report', url: addressOf(appUrl, query, answer) },
    closing: 'You get this email because you confirmed it.',
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

/** Name, number and change of each number. */
export function figuresOf({ totals, comparedTotals }: Report): readonly (readonly string[])[] {
  const row = (name: string, now: number, then: number) => [
    name,
    whole.format(now),
    changeOf(now, then),
  ];
  const currencies = new Set(
    [...totals.money, ...(comparedTotals?.money ?? [])].map(({ currency }) => currency),
  );
  const revenue = (measures: typeof totals | null, currency: string) =>
    measures?.money.find((each) => each.currency === currency)?.revenueCents ?? 0;
  return [
    row('Clicks', totals.clicks, comparedTotals?.clicks ?? 0),
    row('Visitors', totals.uniqueVisitors, comparedTotals?.uniqueVisitors ?? 0),
    row('Conversions', totals.conversions, comparedTotals?.conversions ?? 0),
    ...[...currencies].sort().map((currency) => {
      const now = revenue(totals, currency);
      const amount = `${decimalFromCents(now)} ${currency}`;
      return ['Revenue', amount, changeOf(now, revenue(comparedTotals, currency))];
    }),
  ];
}

/** `+12%`; `new` where there was nothing; a dash where nothing changed. */
function changeOf(now: number, then: number): string {
  if (now === then) return '–';
  if (then <= 0) return 'new';
  const percent = Math.round(((now - then) / then) * 100);
  return `${percent > 0 ? '+' : percent < 0 ? '−' : '±'}${whole.format(Math.abs(percent))}%`;
}

/** Of the largest links, sources and countries, those whose clicks changed most. */
export function moversOf(answer: Report, shortOrigin: string): readonly (readonly string[])[] {
  const rows = (['links', 'referrers', 'countries'] as const).flatMap((dimension) =>
    (answer.lists[dimension]?.rows ?? []).map((row) => ({
      row,
      name: dimension === 'links' ? linkNameOf(answer, shortOrigin, row.name) : row.name,
    })),
  );
  const changed = ({ clicks, comparedClicks }: ReportRow) => clicks - (comparedClicks ?? 0);
  return rows
    .filter(({ row, name }) => name !== null && row.value !== '' && changed(row) !== 0)
    .toSorted((one, other) => Math.abs(changed(other.row)) - Math.abs(changed(one.row)))
    .slice(0, mostMovers)
    .map(({ row, name }) => {
      const difference = changed(row);
      const sign = difference > 0 ? '+' : '−';
      return [name ?? '', whole.format(row.clicks), `${sign}${whole.format(Math.abs(difference))}`];
    });
}

/** The title of a link, or its address without the scheme. Null: it was just deleted. */
export function linkNameOf({ links }: Report, shortOrigin: string, id: string): string | null {
  const link = links.get(id);
  if (link === undefined) return null;
  return link.title ?? shortUrl(link, shortOrigin).replace(/^https?:\/\//, '');
}

/** The hours or days of the report. All cells are times and numbers, so no program reads a formula. */
export function csvOf({ series }: Report): string {
  const rows = series.map(({ at, clicks, uniqueVisitors, conversions }) =>
    [at, clicks, uniqueVisitors, conversions].join(','),
  );
  return `${['at,clicks,visitors,conversions', ...rows].join('\r\n')}\r\n`;
}
