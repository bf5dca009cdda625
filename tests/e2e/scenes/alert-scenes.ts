import type { Page } from '@playwright/test';
import type { AlertJson } from '#contract/analytics/alerts';
import type { Scene } from './scenes.ts';

const id = (end: string) => `0193c0de-0000-7000-8000-0000000001${end}`;
const at = (hours: number) => new Date(Date.UTC(2026, 10, 27, hours, 4, 12)).toISOString();

const silent: AlertJson = {
  id: id('01'),
  linkId: null,
  tagId: null,
  campaign: 'autumn-sale',
  measure: 'conversions',
  kind: 'silent',
  bound: null,
  per: null,
  timeZone: 'Europe/Berlin',
  isMailed: true,
  isEnabled: true,
  sentence: 'Conversions of campaign autumn-sale stop while clicks go on',
  trouble: null,
  last: {
    sentence:
      'Campaign autumn-sale: no conversions since Friday, November 27, 2 AM (Europe/Berlin), but 412 clicks. In each of the four weeks before, the same 7 hours had at least 19 for as many clicks.',
    raisedAt: at(8),
    endedAt: null,
  },
};
const above: AlertJson = {
  ...silent,
  id: id('02'),
  linkId: id('09'),
  campaign: null,
  measure: 'clicks',
  kind: 'above',
  bound: 1000,
  per: 'day',
  sentence: 'Clicks of Autumn sale above 1,000 a day',
  last: {
    sentence: 'Autumn sale: 1,001 clicks on Wednesday, November 25, more than 1,000 a day.',
    raisedAt: at(1),
    endedAt: at(4),
  },
};
const young: AlertJson = {
  ...silent,
  id: id('03'),
  campaign: 'a-campaign-with-a-long-name-that-somebody-typed-without-thinking-of-tables',
  measure: 'clicks',
  sentence:
    'Clicks of campaign a-campaign-with-a-long-name-that-somebody-typed-without-thinking-of-tables stop',
  trouble: 'too_few',
  last: null,
};
const off: AlertJson = {
  ...above,
  id: id('04'),
  kind: 'below',
  bound: 10,
  isEnabled: false,
  sentence: 'Clicks of all links below 10 a day',
  last: null,
};

const limit: AlertJson = {
  ...off,
  id: id('05'),
  linkId: null,
  kind: 'limit',
  bound: null,
  isEnabled: true,
  sentence: 'A link or your account is near a limit',
  last: { sentence: 'summer has 812 of its 1,000 clicks.', raisedAt: at(7), endedAt: at(7) },
};

/** The server's answers are given: silences take weeks. */
async function open(page: Page) {
  await page.route('**/api/v1/alerts?*', (route) =>
    route.fulfill({
      json: {
        data: [silent, above, young, off, limit],
        nextCursor: null,
        previousCursor: null,
        count: null,
      },
    }),
  );
  await page.reload();
  await page.getByRole('list', { name: 'Alerts' }).waitFor();
}

export const alertScenes: readonly Scene[] = [
  { name: 'alerts', path: '/settings/alerts', act: open },
  {
    name: 'alert-new',
    hasChanges: true,
    path: '/settings/alerts',
    shows: 'AlertDialog',
    isWindow: true,
    act: async (page) => {
      await open(page);
      await page.getByRole('button', { name: 'New alert' }).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByLabel('What to watch').selectOption('link');
      await dialog.getByLabel('Tell me when').selectOption('above');
    },
  },
  {
    name: 'alert-unknown-campaign',
    path: '/settings/alerts',
    isWindow: true,
    act: async (page) => {
      await open(page);
      await page.getByRole('button', { name: 'New alert' }).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByLabel('What to watch').selectOption('campaign');
      await dialog.getByLabel('UTM campaign').fill('autum-sale');
      await dialog.getByText(/^No click of the last 90 days/).waitFor();
    },
  },
];
