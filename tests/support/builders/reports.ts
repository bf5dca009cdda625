import { clickhouseReports } from '#adapters/clickhouse/analytics/reports';
import { postgresCosts } from '#adapters/postgres/analytics/costs';
import { postgresReportedLinks } from '#adapters/postgres/analytics/reported-links';
import { postgresErasures } from '#adapters/postgres/clicks/erasures';
import { postgresLinks } from '#adapters/postgres/links/links';
import type { AnalyticsPorts } from '#core/analytics/ports';
import type { Link } from '#core/links/link';
import { noOptions } from '#core/links/options/link-options';
import { someLink } from './links.ts';
import type { ReadingRequest, Periods, Scope } from '#core/analytics/reading';

/** A link of an account. */
export function ownLink(id: string): Link {
  const { createdAt, ...link } = someLink('', { id });
  const stored = {
    updatedAt: createdAt,
    number: 1,
    version: 1,
    edition: 1,
    splitRotation: null,
    splitVersion: 1,
  };
  return { ...noOptions, ...link, createdAt, ...stored };
}

/** The human clicks and the conversions of an account. */
export function wholeAccount(userId: string, erasedLinkIds: readonly string[] = []): Scope {
  return { userId, filters: { class: ['human'] }, among: null, erasedLinkIds };
}

const dashboardLists = [
  'referrers',
  'devices',
  'countries',
  'browsers',
  'systems',
  'cities',
] as const;

/** What the dashboard asks for. */
export function dashboard(
  boundariesMs: readonly number[],
  totals: Periods = { beforeMs: 0, beforeEndMs: 0, sinceMs: 0, untilMs: 0 },
  longest = 1000,
): ReadingRequest {
  return {
    period: { boundariesMs },
    compared: null,
    hasVisitors: true,
    lists: { dimensions: dashboardLists, longest, hasConversions: false },
    offsets: null,
    totals,
  };
}

/** Real stores, at one time. */
export function storedNumbers(
  {
    sql,
    client,
  }: {
    readonly sql: Parameters<typeof postgresReportedLinks>[0];
    readonly client: Parameters<typeof clickhouseReports>[0];
  },
  now: () => number,
): AnalyticsPorts {
  return {
    clock: { now },
    links: { ...postgresReportedLinks(sql), find: postgresLinks(sql).find },
    erasures: postgresErasures(sql),
    reports: clickhouseReports(client),
    costs: postgresCosts({ sql, newId: () => Bun.randomUUIDv7(), clock: { now } }),
  };
}

/** Ports of which a test needs some: every other one throws. */
export function someNumbers({
  nowMs,
  erased = [],
  links = {},
  reports = {},
}: {
  readonly nowMs: number;
  readonly erased?: readonly string[];
  readonly links?: Partial<AnalyticsPorts['links']>;
  readonly reports?: Partial<AnalyticsPorts['reports']>;
}): AnalyticsPorts {
  return {
    clock: { now: () => nowMs },
    links: {
      find: unasked,
      count: unasked,
      tracking: unasked,
      named: unasked,
      having: unasked,
      containing: unasked,
      labelled: unasked,
      runningTest: unasked,
      ...links,
    },
    erasures: { pendingLinkIds: () => Promise.resolve(erased) },
    costs: {
      of: () => Promise.resolve([]),
      add: unasked,
      change: unasked,
      remove: unasked,
      addAll: unasked,
      linksNamed: unasked,
    },
    reports: {
      read: unasked,
      query: unasked,
      archivedMonths: unasked,
      firstEventMs: unasked,
      conversions: unasked,
      costed: unasked,
      variants: unasked,
      recentClicks: unasked,
      writeParquet: unasked,
      ...reports,
    },
  };
}

function unasked(): never {
  throw new Error('This test does not ask for it');
}
