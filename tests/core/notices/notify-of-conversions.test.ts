import { expect, test } from 'bun:test';
import type { PreferencesChanges } from '#contract/accounts/settings';
import type { NoticeWithMail } from '#core/notices/notice';
import {
  changePreferences,
  type KeptPreferences,
  type PreferencesChange,
  usualPreferences,
} from '#core/notices/preferences';
import { type HourOfConversions, notifyOfConversions } from '#core/notices/notify-of-conversions';
import { dayMs, hourMs, minuteMs } from '#core/shared/time';

const noonMs = Date.UTC(2026, 10, 21, 12);
const anHour: HourOfConversions = {
  userId: 'ada',
  linkId: 'shop',
  hourMs: noonMs,
  lastAtMs: noonMs + minuteMs,
  count: 2,
  amounts: [{ currency: 'USD', cents: 9998 }],
};

/** An event store, the preferences of accounts and their notices, in memory. */
function ears(hours: HourOfConversions[] = [anHour]) {
  const told: NoticeWithMail[] = [];
  const asked: number[] = [];
  const settled = new Map<string, KeptPreferences>();
  const time = { nowMs: noonMs + hourMs };
  const store = { rows: 1 };
  const clock = { now: () => time.nowMs };
  const preferences = {
    of: async () => settled,
    async keep(userId: string, { email, conversionAlerts, conversionsSince }: PreferencesChange) {
      const before = settled.get(userId) ?? usualPreferences;
      settled.set(userId, {
        email: email ?? before.email,
        conversionAlerts: conversionAlerts ?? before.conversionAlerts,
        conversionsSince: conversionsSince ?? before.conversionsSince,
      });
    },
  };
  const notify = notifyOfConversions({
    conversions: {
      rows: async () => store.rows,
      async hours({ sinceMs, after, limit }) {
        asked.push(sinceMs);
        const first = hours.findIndex(({ linkId }) => linkId > after.linkId);
        return first === -1 ? [] : hours.slice(first, first + limit);
      },
    },
    preferences,
    clock,
    notices: { add: async (noticesWithMails) => void told.push(...noticesWithMails) },
  });
  const prefer = (userId: string, changes: PreferencesChanges) =>
    changePreferences({ preferences, clock }, userId, changes);
  return { told, asked, time, store, notify, prefer };
}

test('the conversions of a link within one hour are one notice, whose key names link and hour', async () => {
  const { told, notify } = ears([anHour, { ...anHour, linkId: 'store', count: 1 }]);

  await notify();

  expect(told.map(({ notice }) => [notice.eventKey, notice.count])).toEqual([
    [`conversions shop ${noonMs}`, 2],
    [`conversions store ${noonMs}`, 1],
  ]);
  expect(told[0]?.notice).toMatchObject({ kind: 'conversions', amounts: anHour.amounts });
  expect(told[0]?.notice.happenedAt).toEqual(new Date(anHour.lastAtMs));
});

test('with alerts off nothing is reported, and later only what came after they were turned on', async () => {
  const { told, time, store, notify, prefer } = ears();
  await prefer('ada', { conversionAlerts: false });
  await notify();
  await prefer('ada', { conversionAlerts: true });
  store.rows += 1;
  await notify();
  expect(told).toEqual([]);

  const late = ears([{ ...anHour, lastAtMs: time.nowMs + 1 }]);
  await late.prefer('ada', { conversionAlerts: false });
  await late.prefer('ada', { conversionAlerts: true });
  await late.notify();

  expect(late.told).toHaveLength(1);
});

test('a start queries one week, later runs only what was stored since, or nothing', async () => {
  const { asked, time, store, notify } = ears([]);
  await notify();
  await notify();
  store.rows += 1;
  const lastMs = time.nowMs;
  time.nowMs += minuteMs;
  await notify();

  expect(asked).toEqual([lastMs - 7 * dayMs, lastMs - 2 * minuteMs]);
});

test('more hours than one query returns are all reported', async () => {
  const hours = Array.from({ length: 1001 }, (_, n) => ({
    ...anHour,
    linkId: `link ${String(n).padStart(4, '0')}`,
  }));
  const { told, notify } = ears(hours);

  await notify();

  expect(new Set(told.map(({ notice }) => notice.linkId)).size).toBe(1001);
});
