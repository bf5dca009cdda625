import type { Page } from '@playwright/test';
import type { AttemptJson, WebhookJson } from '#contract/webhooks/webhooks';
import type { Scene } from './scenes.ts';

const id = (end: string) => `0193c0de-0000-7000-8000-0000000000${end}`;
const at = (hours: number) => new Date(Date.UTC(2026, 10, 27, hours, 4, 12)).toISOString();

const shop: WebhookJson = {
  id: id('01'),
  url: 'https://hooks.example.com/waypost',
  description: 'Keeps the shop’s list of campaigns up to date',
  events: null,
  links: null,
  format: 'standard',
  isEnabled: true,
  disabledReason: null,
  disabledAt: null,
  failingSince: null,
  isBehind: false,
  formerSecretUntil: null,
  version: 1,
  createdAt: at(1),
  updatedAt: at(1),
};
const failing: WebhookJson = {
  ...shop,
  id: id('02'),
  url: `https://a-very-long-name-of-a-server.example.com/receivers/${'campaigns-'.repeat(6)}`,
  description: null,
  events: ['link.created', 'link.deleted'],
  links: { tags: [id('09')] },
  failingSince: at(6),
};
const gone: WebhookJson = {
  ...failing,
  id: id('03'),
  url: 'https://old.example.com/',
  isEnabled: false,
  disabledReason: 'gone',
  disabledAt: at(8),
  failingSince: null,
};

const sent: AttemptJson = {
  id: id('11'),
  eventId: id('21'),
  type: 'link.created',
  attempt: 1,
  status: 204,
  error: null,
  milliseconds: 86,
  nextAt: null,
  attemptedAt: at(9),
};
const attempts: readonly AttemptJson[] = [
  sent,
  { ...sent, id: id('12'), type: 'link.updated', status: 500, attempt: 2, nextAt: at(10) },
  { ...sent, id: id('13'), type: 'link.deleted', status: null, error: 'timeout', attempt: 1 },
];
const request = JSON.stringify({
  id: sent.eventId,
  type: sent.type,
  timestamp: at(9),
  apiVersion: 'v1',
  data: { link: { id: id('31'), shortUrl: 'https://go.example.com/autumn', title: 'Autumn sale' } },
});

/** The server's answers are given: nothing is sent from here, so nothing could be answered. */
async function open(page: Page) {
  const list = (data: readonly unknown[]) => ({
    json: { data, nextCursor: null, previousCursor: null, count: null },
  });
  await page.route('**/api/v1/webhooks?*', (route) => route.fulfill(list([shop, failing, gone])));
  await page.route('**/api/v1/webhooks/*/attempts?*', (route) => route.fulfill(list(attempts)));
  await page.route('**/api/v1/webhooks/*/attempts/*', (route) =>
    route.fulfill({ json: { ...sent, request, answer: '{"ok":true}' } }),
  );
  await page.route('**/api/v1/webhooks/*/rotate', (route) =>
    route.fulfill({ json: { ...shop, secret: `whsec_${'c2VjcmV0'.repeat(5)}AAA=` } }),
  );
  await page.reload();
  await page.getByRole('list', { name: 'Webhooks' }).waitFor();
}

const press = (page: Page, name: string | RegExp) =>
  page.getByRole('button', { name }).first().click();

export const webhookScenes: readonly Scene[] = [
  { name: 'webhooks', path: '/settings/webhooks', act: open },
  {
    name: 'webhook-new',
    hasChanges: true,
    path: '/settings/webhooks',
    shows: 'WebhookDialog',
    isWindow: true,
    act: async (page) => {
      await open(page);
      await press(page, 'New webhook');
      await page.getByRole('switch', { name: 'All events' }).click();
      await page.getByLabel('Links').selectOption('tags');
    },
  },
  {
    name: 'webhook-deliveries',
    path: '/settings/webhooks',
    shows: 'DeliveriesDialog',
    isWindow: true,
    act: async (page) => {
      await open(page);
      await press(page, `Deliveries: ${shop.url}`);
      await press(page, /^Details: Link created/);
      await page.getByText('Answer (its first 1 KB)').waitFor();
    },
  },
  {
    name: 'webhook-secret',
    path: '/settings/webhooks',
    shows: 'RotateSecretDialog',
    isWindow: true,
    act: async (page) => {
      await open(page);
      await press(page, `Replace secret: ${shop.url}`);
      await page.getByRole('dialog').getByRole('button', { name: 'Replace', exact: true }).click();
      await page.getByRole('button', { name: 'Done' }).waitFor();
    },
  },
  {
    name: 'webhook-remove',
    path: '/settings/webhooks',
    shows: 'RemoveWebhookDialog',
    isWindow: true,
    act: async (page) => {
      await open(page);
      await press(page, `Remove: ${shop.url}`);
    },
  },
];
