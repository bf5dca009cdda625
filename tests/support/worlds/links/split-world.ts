import type postgres from 'postgres';
import { clickhouseSplitEvents } from '#adapters/clickhouse/analytics/split-tests';
import { postgresLinks } from '#adapters/postgres/links/links';
import { postgresNotices } from '#adapters/postgres/notices/notices';
import { postgresSplitTests } from '#adapters/postgres/split-tests/split-tests';
import { dayMs } from '#core/shared/time';
import { endOverdueTests, judgeSplitTests, planAutomaticShares } from '#core/split-tests/jobs';
import type { SplitJobPorts, SplitTestPorts } from '#core/split-tests/ports';
import { linkTests } from '#core/split-tests/tests';
import { appUrl } from '#tests/support/calls';
import type { StoredClick, StoredConversion, testEventStore } from '#tests/support/builders/events';
import { storedNumbers } from '#tests/support/builders/reports';
import { newUser } from '#tests/support/builders/people';
import { testSeal } from '#tests/support/seal';
import { linkWorld } from './link-world.ts';

type EventStore = Awaited<ReturnType<typeof testEventStore>>;

/** The first day of the tests: midnight (UTC). */
export const firstDayMs = Date.UTC(2026, 10, 3);

/** The first page of a list of tests. */
export const firstPage = { limit: 50, from: null };

/** What happens to one visit. */
export type Visiting = {
  /** From 0: the first day of the test. */
  readonly day: number;
  /** From 0. */
  readonly destination: number;
  /** Days until its conversion was received; absent: none. */
  readonly convertsAfter?: number;
} & Partial<Omit<StoredConversion, 'linkId' | 'userId'>> &
  Partial<Pick<StoredClick, 'device' | 'visitorId' | 'class'>>;

/** The destinations of `newTest`. */
export const splitUrls = ['https://shop.example/a', 'https://shop.example/b'] as const;

/** On each day, `count` visits of each destination, of which `converting` convert at once. */
export function daysOfVisits(
  count: number,
  converting: readonly number[],
  { from = 0, until }: { readonly from?: number; readonly until: number },
): Visiting[] {
  return Array.from({ length: until - from }, (_, day) =>
    converting.flatMap((hits, destination) =>
      Array.from({ length: count }, (__, at): Visiting => {
        const visit = { day: from + day, destination };
        return at < hits ? { ...visit, convertsAfter: 0.01 } : visit;
      }),
    ),
  ).flat();
}

/** A running test of a new account. `named` names the newest test of its link. */
export async function newTest(...stores: Parameters<typeof splitWorld>) {
  const world = splitWorld(...stores);
  const owner = await world.somebody();
  const { link } = await world.createLink(owner, {
    originalUrl: splitUrls[0],
    splitTestEnabled: true,
    splitTestUrls: [...splitUrls],
  });
  const tests = async () =>
    (await linkTests(world.ports, { userId: owner.id, linkId: link.id }, firstPage)).items;
  const running = async () => {
    const [found] = await tests();
    if (found === undefined) throw new Error('The link has no test');
    return found;
  };
  const named = async () => ({
    userId: owner.id,
    linkId: link.id,
    testId: (await running()).id,
  });
  return { ...world, owner, link, tests, running, named };
}

/** Split tests over the real databases, at a time that tests set. */
export function splitWorld(sql: postgres.Sql, events: Pick<EventStore, 'client' | 'store'>) {
  const links = postgresLinks(sql, { mostLinks: 1000 });
  const world = linkWorld(links);
  const { time } = world;
  time.nowMs = firstDayMs;
  const clock = { now: () => time.nowMs };
  const ports: SplitTestPorts = {
    tests: postgresSplitTests(sql),
    events: clickhouseSplitEvents(events.client),
    links: world.ports,
    analytics: storedNumbers({ sql, client: events.client }, clock.now),
    clock,
    shortUrl: 'https://go.example',
  };
  const jobs: SplitJobPorts = {
    ...ports,
    random: Math.random,
    instancesSince: async () => 1,
    notices: postgresNotices(sql, testSeal),
    newId: (atMs) => Bun.randomUUIDv7('hex', atMs),
    appUrl,
  };

  return {
    ...world,
    ports,
    links,
    /** Moves the clock to some minutes after the beginning of a day of the test, from 0. */
    atDay(day: number) {
      time.nowMs = firstDayMs + day * dayMs + dayMs / 48;
    },
    judge: (other: Partial<SplitJobPorts> = {}) => judgeSplitTests({ ...jobs, ...other }),
    planShares: (other: Partial<SplitJobPorts> = {}) => planAutomaticShares({ ...jobs, ...other }),
    endOverdue: (other: Partial<SplitJobPorts> = {}) => endOverdueTests({ ...jobs, ...other }),

    /** An account that has paid, as the owner of links. */
    async somebody() {
      const id = await newUser(sql);
      return {
        id,
        subscriptionStatus: 'trial' as const,
        trialEndsAt: new Date(firstDayMs + 400 * dayMs),
      };
    },

    /** Stores visits of a link's test, with their conversions. */
    async visit(
      link: { readonly userId: string; readonly id: string; readonly splitVersion: number },
      visits: readonly Visiting[],
      utmCampaign = '',
    ): Promise<void> {
      const stored = visits.map((visit, at) => {
        const atMs = firstDayMs + visit.day * dayMs + ((at * 7919) % dayMs);
        return { visit, atMs, clickId: Bun.randomUUIDv7('hex', atMs) };
      });
      await events.store({
        clicks: stored.map(({ visit, atMs, clickId }) => ({
          userId: link.userId,
          linkId: link.id,
          atMs,
          clickId,
          class: visit.class ?? 'human',
          splitVersion: link.splitVersion,
          variant: visit.destination + 1,
          utmCampaign,
          visitorId: visit.visitorId ?? 0,
          referrer: visit.referrer ?? '',
          device: visit.device ?? 'desktop',
          country: 'GB',
          city: 'London',
          browser: 'Firefox',
          os: 'Linux',
        })),
        conversions: stored.flatMap(({ visit, atMs, clickId }) => {
          const { convertsAfter, day: _day, destination, device: _, class: __, ...more } = visit;
          if (convertsAfter === undefined) return [];
          return {
            userId: link.userId,
            linkId: link.id,
            key: `c:${clickId}`,
            version: 1,
            removed: false,
            atMs: atMs + convertsAfter * dayMs,
            valueCents: 1000,
            profitCents: 0,
            currency: 'USD',
            splitVersion: link.splitVersion,
            variant: destination + 1,
            clickId,
            clickedAtMs: atMs,
            ...more,
          };
        }),
      });
    },
  };
}
