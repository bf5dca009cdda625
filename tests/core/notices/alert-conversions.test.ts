import { expect, test } from 'bun:test';
import {
  type AlertedNotice,
  alertConversions,
  type DueAlert,
} from '#core/notices/alert-conversions';
import type { Mail } from '#core/shared/mail';
import { hourMs } from '#core/shared/time';

const nowMs = Date.UTC(2026, 10, 21, 12);
const sale = (linkName: string, cents: number, more: Partial<AlertedNotice> = {}) => ({
  noticeId: crypto.randomUUID(),
  count: 1,
  toldCount: 1,
  linkName,
  amounts: [{ currency: 'USD', cents }],
  ...more,
});

/** What an account is mailed of its notices; null is no mail. */
async function mailedOf(notices: readonly AlertedNotice[], change: Partial<DueAlert> = {}) {
  const mails: (Mail | null)[] = [];
  const asked: Date[] = [];
  const ada = { id: 'ada', email: 'ada@example.com', firstName: 'Ada', isMailed: true };
  await alertConversions({
    alerts: {
      async due(mailedBefore) {
        asked.push(mailedBefore);
        return [{ ...ada, notices, ...change }];
      },
      settle: async (_, __, mail) => void mails.push(mail),
    },
    appUrl: 'https://app.example',
    shortUrl: 'https://go.example',
    newId: () => crypto.randomUUID(),
    clock: { now: () => nowMs },
  });
  return { mail: mails[0] ?? null, settled: mails.length, asked };
}

const linesOf = (mail: Mail | null) =>
  (mail?.text ?? '').split('\n').filter((line) => line.startsWith('go.example/'));

test('the notices of one link are one line with their sum, the busiest link first', async () => {
  const { mail } = await mailedOf([
    sale('once', 100),
    sale('shop', 4999),
    sale('shop', 1, { amounts: [{ currency: 'EUR', cents: 250 }] }),
    sale('shop', 1),
  ]);

  expect(mail?.subject).toBe('4 new conversions');
  expect(linesOf(mail)).toEqual([
    'go.example/shop: 3 conversions, 50.00 USD, 2.50 EUR',
    'go.example/once: 1 conversion, 1.00 USD',
  ]);
});

test('an amount that was partly reported before is left out', async () => {
  const { mail } = await mailedOf([
    sale('shop', 4999, { count: 1, toldCount: 3 }),
    sale('shop', 1),
  ]);

  expect(linesOf(mail)).toEqual(['go.example/shop: 2 conversions']);
});

test('ten links are listed, the others counted', async () => {
  const links = Array.from({ length: 12 }, (_, n) => sale(`link${n}`, 100));

  const { mail } = await mailedOf(links);
  const { mail: shorter } = await mailedOf(links.slice(1));

  expect(linesOf(mail)).toHaveLength(10);
  expect(mail?.text).toContain('and more from 2 other links.');
  expect(shorter?.text).toContain('and more from 1 other link.');
});

test('an unconfirmed address is not mailed, but its conversions count as reported', async () => {
  const { mail, settled } = await mailedOf([sale('shop', 1)], { isMailed: false });

  expect(mail).toBeNull();
  expect(settled).toBe(1);
});

test('accounts are due an hour after their last mail', async () => {
  const { asked } = await mailedOf([sale('shop', 1)]);

  expect(asked).toEqual([new Date(nowMs - hourMs)]);
});
