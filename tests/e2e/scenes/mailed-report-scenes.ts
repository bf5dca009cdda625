import type { Page } from '@playwright/test';
import type { MailedReportJson } from '#contract/analytics/mailed-reports';
import type { Scene } from './scenes.ts';

const id = (end: string) => `0193c0de-0000-7000-8000-0000000002${end}`;

const weekly: MailedReportJson = {
  id: id('01'),
  viewId: id('11'),
  viewName: 'Autumn sale in Germany',
  every: 'week',
  hour: 8,
  timeZone: 'Europe/Berlin',
  isEnabled: true,
  addresses: [
    { email: 'ada@waypost.example', state: 'confirmed' },
    { email: 'marketing@a-company-with-a-long-name.example', state: 'waiting' },
    { email: 'boss@shop.example', state: 'stopped' },
  ],
  nextAt: '2026-11-30T07:00:00.000Z',
  sentAt: '2026-11-23T07:00:12.000Z',
  isBroken: false,
};
const broken: MailedReportJson = {
  ...weekly,
  id: id('02'),
  viewName: 'Last year',
  every: 'month',
  hour: 0,
  addresses: weekly.addresses.slice(0, 1),
  sentAt: null,
  isBroken: true,
};

/** The server's answers are given: reports take weeks. */
async function open(page: Page) {
  const list = (data: readonly unknown[]) => ({
    json: { data, nextCursor: null, previousCursor: null, count: null },
  });
  await page.route('**/api/v1/mailed-reports?*', (route) => route.fulfill(list([weekly, broken])));
  await page.route('**/api/v1/analytics/views?*', (route) =>
    route.fulfill(list([{ id: id('11'), name: weekly.viewName, query: 'country=DE' }])),
  );
  await page.reload();
  await page.getByRole('list', { name: 'Email reports' }).waitFor();
}

export const mailedReportScenes: readonly Scene[] = [
  { name: 'reports', path: '/settings/reports', act: open },
  {
    name: 'report-mail-new',
    path: '/settings/reports',
    shows: 'MailedReportDialog',
    isWindow: true,
    act: async (page) => {
      await open(page);
      await page.getByRole('button', { name: 'New report' }).click();
      await page.getByRole('dialog').getByLabel('Time zone').waitFor();
    },
  },
  { name: 'report-mail-stop', path: '/verify/report?stop=a' },
];
