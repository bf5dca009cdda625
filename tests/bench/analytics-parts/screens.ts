import type { ClickHouseClient } from '@clickhouse/client';
import { clickhouseLinkTotals } from '#adapters/clickhouse/analytics/link-totals';
import { clickhouseLiveNumbers } from '#adapters/clickhouse/analytics/live-numbers';
import { clickhouseReports } from '#adapters/clickhouse/analytics/reports';
import { lastDays, zoneOffsets } from '#core/analytics/periods';
import { readReportQuestion } from '#core/analytics/report/report-question';
import { dayMs, hourMs } from '#core/shared/time';
import { dashboard, wholeAccount } from '#tests/support/builders/reports';
import { linkIdOf, userId } from './fill.ts';

/** A question of a screen, as the application asks it over HTTP. */
export type Screen = { readonly name: string; readonly ask: () => Promise<unknown> };

/** Whole screens of an account that has `fillClicks`' clicks, at the time of the fill. */
export function screens(client: ClickHouseClient, nowMs: number): readonly Screen[] {
  return [...analytics(client, nowMs), ...reports(client, nowMs), ...lists(client)];
}

function analytics(client: ClickHouseClient, nowMs: number): readonly Screen[] {
  const reports = clickhouseReports(client);
  const whole = wholeAccount(userId);
  const scopes = {
    'whole account': whole,
    'an erasure of 20 links is pending': wholeAccount(userId, erasedLinkIds),
    'one link': { ...whole, filters: { ...whole.filters, link: [linkIdOf(7)] } },
  };
  const untilMs = nowMs + hourMs;
  const sinceMs = untilMs - 30 * dayMs;
  const periods = {
    beforeMs: untilMs - 60 * dayMs,
    beforeEndMs: sinceMs - dayMs / 2,
    sinceMs,
    untilMs,
  };
  const asked: readonly (readonly [keyof typeof scopes, number, string])[] = [
    ...[7, 30, 90].flatMap((days) =>
      ['UTC', 'Asia/Kolkata'].map((zone) => ['whole account', days, zone] as const),
    ),
    ['an erasure of 20 links is pending', 90, 'UTC'],
    ['one link', 90, 'UTC'],
  ];
  return asked.map(([name, days, zone]) => {
    const { boundariesMs } = lastDays(days, zone, nowMs);
    return {
      name: `${days} days, ${zone}, ${name}`,
      ask: () => reports.read(scopes[name], dashboard(boundariesMs, periods, 10)),
    };
  });
}

const erasedLinkIds = Array.from({ length: 20 }, (_, n) => linkIdOf(n * 211));

/** The lists of the analytics screen's open tabs, until somebody opens others. */
const openLists = ['countries', 'referrers', 'devices'];

/** The report of the analytics screen, compared with the days before. */
function reports(client: ClickHouseClient, nowMs: number): readonly Screen[] {
  const numbers = clickhouseReports(client);
  const filters = {
    'whole account': {},
    'an erasure of 20 links is pending': {},
    'two filters': { country: ['US', 'DE'], device: ['desktop'] },
    'every list': { lists: [] },
  };
  const asked: readonly (readonly [keyof typeof filters, number, string])[] = [
    ...[7, 30, 90].flatMap((days) =>
      ['UTC', 'Asia/Kolkata'].map((zone) => ['whole account', days, zone] as const),
    ),
    ['an erasure of 20 links is pending', 90, 'UTC'],
    ['two filters', 90, 'UTC'],
    ['every list', 90, 'UTC'],
  ];
  return asked.map(([name, days, tz]) => {
    const values = {
      range: `${days}d`,
      tz,
      compare: 'previous',
      lists: openLists,
      ...filters[name],
    };
    const parameters = new Map(Object.entries(values));
    const question = readReportQuestion((each) => [parameters.get(each) ?? []].flat(), nowMs);
    const { period, compared, filters: chosen, lists: wanted } = question;
    const offsets = zoneOffsets(period);
    return {
      name: `report of ${days} days, ${tz}, ${name}`,
      ask: () =>
        numbers.read(
          {
            userId,
            filters: chosen,
            among: null,
            erasedLinkIds: name.startsWith('an erasure') ? erasedLinkIds : [],
          },
          {
            period,
            compared,
            hasVisitors: true,
            lists: { dimensions: wanted, longest: 10, hasConversions: true },
            offsets,
            totals: null,
          },
        ),
    };
  });
}

function lists(client: ClickHouseClient): readonly Screen[] {
  const totals = clickhouseLinkTotals(client);
  const links = (count: number, step: number) =>
    Array.from({ length: count }, (_, n) => linkIdOf(n * step));
  return [
    { name: 'totals of 50 links', ask: () => totals.of(userId, links(50, 90)) },
    { name: 'totals of 1,000 links', ask: () => totals.of(userId, links(1000, 5)) },
    { name: 'links ranked by clicks', ask: () => totals.ranking(userId, 'totalClicks') },
    { name: 'live numbers', ask: () => clickhouseLiveNumbers(client).read([userId], []) },
  ];
}
