import type { PreferencesChanges } from '#contract/accounts/settings';
import type postgres from 'postgres';
import { clickhouseConversionHours } from '#adapters/clickhouse/events/conversion-hours';
import { clickhouseMilestones } from '#adapters/clickhouse/analytics/milestones';
import { postgresConversionAlerts } from '#adapters/postgres/conversions/conversion-alerts';
import { postgresDatedSources } from '#adapters/postgres/notices/dated-sources';
import { postgresNotices } from '#adapters/postgres/notices/notices';
import { postgresPreferences } from '#adapters/postgres/accounts/preferences';
import { alertConversions } from '#core/notices/alert-conversions';
import type { Notice } from '#core/notices/notice';
import { changePreferences } from '#core/notices/preferences';
import { notifyOfConversions } from '#core/notices/notify-of-conversions';
import {
  forgetNotices,
  notifyOfEndingTrials,
  notifyOfExpiredLinks,
} from '#core/notices/dated-notices';
import { notifyOfMilestones } from '#core/notices/notify-of-milestones';
import type { Mail } from '#core/shared/mail';
import { hourMs } from '#core/shared/time';
import { appUrl } from '#tests/support/calls';
import type { StoredClick, StoredConversion, testEventStore } from '#tests/support/builders/events';
import { newUser } from '#tests/support/builders/people';
import { mailsIn } from '#tests/support/readers/outbox-mails';
import { testSeal as seal } from '#tests/support/seal';

type EventStore = Awaited<ReturnType<typeof testEventStore>>;

/** All notices over the real databases, at a time that tests set. */
export function noticeWorld(sql: postgres.Sql, events: EventStore) {
  const time = { nowMs: Date.UTC(2026, 10, 21, 12, 30) };
  const clock = { now: () => time.nowMs };
  const notices = postgresNotices(sql, seal);
  const preferences = postgresPreferences(sql);
  const newId = (atMs: number) => Bun.randomUUIDv7('hex', atMs);
  const ports = {
    notices,
    dates: postgresDatedSources(sql),
    alerts: postgresConversionAlerts(sql, seal),
    appUrl,
    shortUrl: 'https://go.example',
    newId,
    clock,
  };

  /** One running Waypost: its memory ends with it. */
  const instance = () => {
    const verbs = {
      milestones: notifyOfMilestones({
        clicks: clickhouseMilestones(events.client),
        notices,
        clock,
      }),
      conversions: notifyOfConversions({
        conversions: clickhouseConversionHours(events.client),
        preferences,
        notices,
        clock,
      }),
      expired: () => notifyOfExpiredLinks(ports),
      trials: () => notifyOfEndingTrials(ports),
      alerts: () => alertConversions(ports),
      forget: () => forgetNotices(ports),
    };
    const all = async () => {
      await Promise.all([verbs.milestones(), verbs.conversions(), verbs.expired(), verbs.trials()]);
      await verbs.alerts();
    };
    return { ...verbs, all };
  };

  return {
    sql,
    time,
    notices,
    instance,
    prefer: (userId: string, changes: PreferencesChanges) =>
      changePreferences({ preferences, clock }, userId, changes),

    /** A person with a proven address and a new trial. */
    async somebody(): Promise<string> {
      const userId = await newUser(sql);
      const trialEndsAt = new Date(time.nowMs + 30 * 24 * hourMs);
      await sql`
        UPDATE users SET verified = true, trial_ends_at = ${trialEndsAt} WHERE id = ${userId}`;
      return userId;
    },

    async link(userId: string, expiresAt: Date | null = null): Promise<string> {
      const id = newId(time.nowMs);
      const code = crypto.randomUUID().slice(0, 7);
      await sql`
        INSERT INTO links (
          id, user_id, original_url, short_code, expires_at, created_at, updated_at)
        VALUES (${id}, ${userId}, 'https://example.com/', ${code}, ${expiresAt}, now(), now())`;
      return id;
    },

    /** Stores this many clicks on a link, all at one time. */
    async click(
      link: { userId: string; linkId: string },
      count: number,
      more: Partial<StoredClick> = {},
    ) {
      const clicks = Array.from({ length: count }, () => ({
        ...aClick,
        ...link,
        atMs: time.nowMs,
        ...more,
      }));
      await events.store({ clicks });
    },

    /** Stores a conversion of a link. */
    async convert(link: { userId: string; linkId: string }, more: Partial<StoredConversion> = {}) {
      const conversion = {
        ...aSale,
        ...link,
        atMs: time.nowMs,
        key: `m:${crypto.randomUUID()}`,
        ...more,
      };
      await events.store({ conversions: [conversion] });
      return conversion;
    },

    /** A person's notices, earliest first. */
    async told(userId: string): Promise<Notice[]> {
      return (await notices.newest(userId, 1000)).notices.toReversed();
    },

    /** Takes all waiting mails of a person; afterwards none waits. */
    async mailed(userId: string): Promise<Mail[]> {
      const mails = await mailsIn(sql, time.nowMs);
      return mails.filter(({ to }) => to === `${userId}@example.com`);
    },
  };
}

const aClick: Omit<StoredClick, 'userId' | 'linkId' | 'atMs'> = {
  class: 'human',
  splitVersion: 1,
  variant: 0,
  visitorId: 42,
  referrer: '',
  device: 'desktop',
  country: 'GB',
  city: 'London',
  browser: 'Firefox',
  os: 'Linux',
};

const aSale = {
  version: 1n,
  removed: false,
  valueCents: 4999,
  profitCents: 0,
  currency: 'USD',
};
