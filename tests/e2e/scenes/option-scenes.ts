import type { Page } from '@playwright/test';
import { type listKeys, scopes } from '#contract/accounts/api-keys';
import type { CheckedLine } from '#contract/app-links';
import type { AnswerJson } from '#contract/route';
import { someAppLinks } from '#tests/support/builders/app-links';
import { testId } from '#tests/support/builders/shown-split-tests';
import { aDomain } from '#tests/support/builders/domain-json';
import { onePage } from '#tests/support/builders/one-page';
import { unfold } from '#tests/e2e/setting/journey';
import type { Scene } from './scenes.ts';
import { choose, openMenu } from './link-menu.ts';
import { pictureFile } from './pictures.ts';

type Json = { readonly originalUrl: string; readonly brokenDestinations: readonly unknown[] };

const brokenOf = ({ originalUrl }: Json) => [
  {
    url: originalUrl,
    reason: 'status',
    status: 404,
    since: '2026-11-02T08:00:00.000Z',
    checkedAt: '2026-11-21T08:00:00.000Z',
  },
  {
    url: 'https://old.example.com/offers',
    reason: 'certificate',
    status: null,
    since: '2026-11-09T08:00:00.000Z',
    checkedAt: '2026-11-21T08:00:00.000Z',
  },
];

/** As with an operator's CHECK_DESTINATIONS and destinations that failed several checks. */
async function withBroken(page: Page): Promise<void> {
  await page.route(/\/api\/(v1\/)?links(\?|\/[^/]+$)/, async (route) => {
    const answer = await route.fetch({ maxRetries: 1 });
    const json: Json | Json[] = await answer.json();
    const broken = (link: Json) => ({ ...link, brokenDestinations: brokenOf(link) });
    const changed = Array.isArray(json) ? json.map(broken) : broken(json);
    await route.fulfill({ response: answer, json: changed });
  });
  await page.reload();
}

/** A connected domain with apps, as the server would answer after a check of its files. */
async function withAppLinks(page: Page): Promise<void> {
  const host = 'go.northwind.example';
  const domain = { ...aDomain(host), isDefault: true, appLinks: someAppLinks };
  const said: [CheckedLine['kind'], string][] = [
    ['right', `${host} answers by https, with a valid certificate and without a redirect.`],
    [
      'wrong',
      'The content type is not application/json. Let the server in front of Waypost keep it.',
    ],
    ['right', 'ABCDE12345.com.example.shop is in the file.'],
    ['todo', `In each iOS app, add applinks:${host} to the entitlement Associated Domains.`],
  ];
  const lines = said.map(([kind, text]): CheckedLine => ({ system: 'ios', kind, text }));
  await page.route(/\/domains\?/, (route) =>
    route.request().resourceType() === 'fetch'
      ? route.fulfill({ json: onePage([domain]) })
      : route.fallback(),
  );
  await page.route('**/app-links/check', (route) => route.fulfill({ json: { lines } }));
  await page.reload();
}

type ApiKeyJson = AnswerJson<typeof listKeys>['data'][number];

/** Keys of every kind: the demonstration has none. */
async function withKeys(page: Page): Promise<void> {
  const at = '2026-11-20T09:00:00.000Z';
  const key: ApiKeyJson = {
    id: testId(1),
    name: 'Shop server',
    scopes: ['conversions:write'],
    ending: '5b2e',
    createdAt: at,
    expiresAt: null,
    formerUntil: null,
    readsMore: false,
    lastUsedAt: at,
  };
  const keys: readonly ApiKeyJson[] = [
    key,
    {
      ...key,
      id: testId(2),
      name: 'Assistant',
      scopes: ['links:read', 'analytics:read', 'conversions:read', 'account:read', 'sql'],
      formerUntil: '2027-11-20T09:00:00.000Z',
    },
    { ...key, id: testId(3), name: 'QR codes', scopes: ['links:read'], readsMore: true },
    { ...key, id: testId(4), name: 'Old laptop', scopes: [...scopes], expiresAt: at },
  ];
  await page.route('**/api/v1/keys?*', (route) => route.fulfill({ json: onePage(keys) }));
  await page.reload();
  await page.getByRole('list', { name: 'API keys' }).waitFor();
}

/** API keys, broken destinations, the apps of a domain, an own logo and a preview picture. */
export const optionScenes: readonly Scene[] = [
  { name: 'api-keys', path: '/settings/api', act: withKeys },
  {
    name: 'settings-app-links',
    path: '/settings/domains',
    act: async (page) => {
      await withAppLinks(page);
      await page.getByRole('button', { name: /^Details of/ }).click();
      await page.getByRole('button', { name: /^Check app links/ }).click();
      await page.getByText('One thing is wrong.').waitFor();
    },
  },
  {
    name: 'link-editor-app-links',
    path: '/links?search=autumn',
    act: async (page) => {
      await withAppLinks(page);
      await openMenu(page);
      await page.getByRole('menuitem', { name: 'Open in Editor' }).click();
      await unfold(page, 'App links');
      await page.getByText('open the browser first').waitFor();
      await page.getByLabel('Domain', { exact: true }).selectOption('go.northwind.example');
      await page.getByText('is set up for your iOS and Android app').waitFor();
    },
  },
  {
    name: 'links-broken',
    path: '/links?kind=tracking',
    act: async (page) => {
      await withBroken(page);
      await page.getByText('Broken').filter({ visible: true }).first().waitFor();
    },
  },
  {
    name: 'link-broken',
    path: '/links?search=autumn',
    act: async (page) => {
      await withBroken(page);
      await page
        .getByRole('link', { name: /autumn/i })
        .filter({ visible: true })
        .first()
        .click();
      await page.getByRole('region', { name: 'Broken destinations' }).waitFor();
    },
  },
  {
    name: 'qr-own-logo',
    path: '/links?search=autumn',
    shows: 'QrDialog',
    isWindow: true,
    act: async (page) => {
      await choose(page, 'QR code');
      const dialog = page.getByRole('dialog');
      await dialog.getByLabel('Logo').selectOption('A logo of your own');
      const file = await pictureFile(page, { width: 512, height: 512 });
      await dialog.getByLabel('File of the logo').setInputFiles(file);
      await dialog.getByRole('button', { name: 'Remove logo' }).waitFor();
    },
  },
  {
    name: 'link-editor-picture',
    path: '/links?search=autumn',
    act: async (page) => {
      await openMenu(page);
      await page.getByRole('menuitem', { name: 'Open in Editor' }).click();
      const file = await pictureFile(page, { width: 1200, height: 630 });
      await unfold(page, 'Preview');
      await page.getByLabel('File of the picture').setInputFiles(file);
      const ofPhones = page.getByRole('group', { name: 'Shown part' }).getByText('Preview');
      if (await ofPhones.isVisible()) await ofPhones.click();
      await page.getByRole('img', { name: 'Preview of the link' }).waitFor();
    },
  },
];
