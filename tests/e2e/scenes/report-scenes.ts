import { aDomain } from '#tests/support/builders/domain-json';
import { onePage } from '#tests/support/builders/one-page';
import type { Page } from '@playwright/test';
import type { Scene } from './scenes.ts';
import { savedUnder } from './saved-under.ts';

const month = '/analytics?range=30d';
const press = (name: string | RegExp) => (page: Page) =>
  page.getByRole('button', { name }).filter({ visible: true }).first().click();

/** A link of the demonstration with a split test. */
const toLinkPage = async (page: Page) => {
  await page.getByRole('link', { name: 'Autumn sale' }).first().click();
  await page
    .getByRole('table', { name: 'Split test' })
    .or(page.getByRole('list', { name: 'Split test' }))
    .waitFor();
};

/** Opens a part of a link's page, and waits until it is the current one. */
const part = async (page: Page, name: string) => {
  const parts = page.getByRole('navigation', { name: 'Parts of the link' });
  await parts.getByRole('link', { name }).click();
  await parts.locator('[aria-current="page"]', { hasText: name }).waitFor();
};

/** Opens a part of that link's page. */
const toPart = (name: string) => async (page: Page) => {
  await toLinkPage(page);
  await part(page, name);
  await page.getByRole('heading', { level: 2 }).first().waitFor();
};

/** Opens the public page of the first link that is listed, and then what a control of it opens. */
const ofPublicPage = async (page: Page, control: string) => {
  await page
    .getByRole('main')
    .getByRole('listitem')
    .or(page.getByRole('row').nth(1))
    .getByRole('link')
    .first()
    .click();
  await part(page, 'Settings');
  const open = page.getByRole('switch', { name: 'Open to everybody' });
  await open.waitFor();
  if (!(await open.isChecked())) await open.click();
  await page.getByRole('link', { name: /\/public\// }).waitFor();
  await page
    .getByRole('button', { name: control })
    .or(page.getByRole('switch', { name: control }))
    .click();
  await page.getByRole('dialog').getByRole('heading').first().waitFor();
};

const addFilter = async (page: Page, property: string) => {
  await press('Add filter')(page);
  await page.getByRole('menuitem', { name: property }).click();
  await page.getByRole('dialog').getByRole('checkbox').first().waitFor();
};

const customDays = async (page: Page) => {
  const range = page.getByRole('combobox', { name: 'Time range' });
  await range.focus();
  await range.selectOption('Custom days...');
  await page.getByRole('dialog').getByLabel('First day').fill('2031-01-01');
  await page.getByRole('dialog').getByRole('button', { name: 'Show' }).click();
};

const viewsAction = async (page: Page, action: string) => {
  await press('Views')(page);
  await page.getByRole('menuitem', { name: action }).click();
  await page.getByRole('dialog').getByRole('heading').first().waitFor();
};

const saveView = async (page: Page) => {
  await viewsAction(page, 'Save this view...');
  await page.getByLabel('Name').fill('Newsletter in Germany');
  await page.getByRole('button', { name: 'Save view' }).click();
  await savedUnder(page);
};

type Fields = Readonly<Record<string, string>>;

/** Shares the report that is shown, in blue, and waits for its address. */
const shareReport = async (page: Page, fields: Fields, secret = '') => {
  await press('Share')(page);
  await page.getByLabel('Name', { exact: true }).fill('Autumn campaigns');
  await page.getByLabel('Shared by').fill('Meridian Outdoor');
  await page.getByRole('radio', { name: 'Blue' }).check({ force: true });
  await page.getByRole('switch', { name: 'Show revenue and profit' }).click();
  if (secret !== '') {
    await page.getByRole('switch', { name: 'Password' }).click();
    await page.getByLabel('Password of the page').fill(secret);
  }
  for (const [label, text] of Object.entries(fields)) await page.getByLabel(label).fill(text);
  await page.getByRole('button', { name: 'Create the page' }).click();
  await page.getByRole('heading', { name: 'Your page is ready' }).waitFor();
};

/** Opens the page of a newly shared report. */
const openShared = async (page: Page, secret: string) => {
  await shareReport(page, {}, secret);
  const url = await page.getByRole('link', { name: /^Open/ }).getAttribute('href');
  await page.goto(url ?? '');
  await page.getByRole('heading', { name: 'Autumn campaigns' }).waitFor();
};

/** Switches the shared report with this address off. */
const switchOff = async (page: Page, url: string) => {
  const { data } = await (await page.request.get('/api/v1/shared-reports')).json();
  const shared = data.find((each: { url: string }) => each.url === url);
  const headers = { origin: new URL(page.url()).origin };
  await page.request.patch(`/api/v1/shared-reports/${shared.id}`, {
    data: { isOn: false },
    headers,
  });
};

const toSharedReports = async (page: Page) => {
  await page.goto(month);
  await shareReport(page, { Expires: '2031-12-31' }, 'correct horse');
  await page.goto(`${month}&country=DE&compare=previous`);
  await shareReport(page, {});
  const url = await page.getByRole('link', { name: /^Open/ }).getAttribute('href');
  await switchOff(page, url ?? '');
  await page.goto('/analytics/shared');
  await page.getByRole('list', { name: 'Shared reports' }).waitFor();
};

/** The way from the dialog of a shared report to its period and filters. */
const editedShared = async (page: Page) => {
  await toSharedReports(page);
  await page
    .getByRole('button', { name: /^Edit / })
    .first()
    .click();
  return page.getByRole('link', { name: 'Change period and filters' });
};

/** The report, and everything that opens over it, for the person of the demonstration. */
export const reportScenes: readonly Scene[] = [
  { name: 'analytics', path: month },
  { name: 'analytics-compared', path: `${month}&compare=previous&sources=links` },
  { name: 'analytics-all-time', path: '/analytics?range=all' },
  {
    name: 'analytics-filtered',
    path: `${month}&compare=previous&country=DE&country=US&device=mobile&not=device&places=cities&sources=utm`,
  },
  { name: 'analytics-money', path: '/analytics?range=90d&measure=revenue&compare=previous' },
  { name: 'analytics-weeks', path: '/analytics?range=90d&unit=week' },
  {
    name: 'analytics-campaigns',
    path: `${month}&measure=revenue&compare=previous&sources=campaigns`,
  },
  { name: 'analytics-map', path: `${month}&places=map&sources=links&devices=browsers` },
  {
    name: 'analytics-values',
    path: '/analytics?range=7d&compare=previous',
    act: async (page) => {
      const opener = page.getByRole('button', { name: 'Values one by one' });
      await opener.press('Enter');
      await page.getByRole('region', { name: 'Values' }).waitFor();
    },
  },
  { name: 'analytics-today', path: '/analytics?range=today&compare=previous' },
  { name: 'one-link', path: '/links?search=autumn', act: toLinkPage },
  { name: 'link-sources', path: '/links?search=autumn', act: toPart('Sources') },
  { name: 'link-clicks', path: '/links?search=autumn', act: toPart('Clicks') },
  { name: 'link-conversions', path: '/links?search=autumn', act: toPart('Conversions') },
  { name: 'link-settings', path: '/links?search=autumn', act: toPart('Settings') },
  {
    name: 'add-cost',
    path: month,
    shows: 'CostDialog',
    isWindow: true,
    act: press('Add a cost'),
  },
  {
    name: 'page-password',
    path: '/links?search=summer',
    shows: 'PagePasswordDialog',
    isWindow: true,
    act: (page) => ofPublicPage(page, 'Set a password'),
  },
  {
    name: 'close-page',
    path: '/links?search=podcast',
    shows: 'ClosePageDialog',
    isWindow: true,
    act: (page) => ofPublicPage(page, 'Open to everybody'),
  },
  {
    name: 'custom-days',
    path: '/analytics',
    shows: 'CustomDaysDialog',
    isWindow: true,
    act: customDays,
  },
  {
    name: 'add-filter',
    path: month,
    shows: 'AddFilterMenu',
    isWindow: true,
    act: press('Add filter'),
  },
  {
    name: 'filter',
    path: month,
    shows: 'ValuesDialog',
    isWindow: true,
    act: (page) => addFilter(page, 'Country'),
  },
  {
    name: 'filter-parts',
    path: `${month}&referrer=news&referrer=blog&contains=referrer&country=DE&not=country`,
    shows: 'OperatorSelect',
    isWindow: true,
    act: async (page) => {
      await page.getByRole('button', { name: /Referrer contains/ }).click();
      await page.getByRole('dialog').getByLabel('Texts').waitFor();
    },
  },
  {
    name: 'all-values',
    path: `${month}&compare=previous&measure=revenue`,
    shows: 'AllValuesDialog',
    isWindow: true,
    act: async (page) => {
      await press('View all referrers')(page);
      await page.getByRole('dialog').getByRole('table').waitFor();
    },
  },
  {
    name: 'add-note',
    path: month,
    shows: 'NoteDialog',
    isWindow: true,
    act: press('Add a note'),
  },
  {
    name: 'export-report',
    path: month,
    shows: 'ExportDialog',
    isWindow: true,
    act: press('Export'),
  },
  {
    name: 'share-report',
    hasChanges: true,
    path: `${month}&country=DE&compare=previous`,
    shows: 'ShareDialog',
    isWindow: true,
    act: async (page) => {
      await press('Share')(page);
      await page.getByLabel('Name', { exact: true }).fill('Autumn campaigns');
    },
  },
  {
    name: 'report-shared',
    path: `${month}&country=DE`,
    isWindow: true,
    act: (page) => shareReport(page, { 'Websites that may embed it': 'www.meridian.example' }),
  },
  { name: 'shared-reports', path: '/analytics/shared', act: toSharedReports },
  {
    name: 'shared-edited',
    path: month,
    isWindow: true,
    act: async (page) => (await editedShared(page)).waitFor(),
  },
  {
    name: 'shared-period',
    path: month,
    isWindow: true,
    act: async (page) => {
      await (await editedShared(page)).click();
      await page.getByRole('region', { name: 'Shared report' }).waitFor();
    },
  },
  { name: 'shared-page', path: `${month}&compare=previous`, act: (page) => openShared(page, '') },
  {
    name: 'shared-money',
    path: month,
    act: async (page) => {
      await openShared(page, '');
      await page.getByRole('radio', { name: /^Revenue/ }).press(' ');
      const sorted = page
        .getByRole('columnheader', { name: 'Revenue' })
        .and(page.locator('[aria-sort=descending]'));
      await sorted.first().waitFor();
    },
  },
  {
    name: 'shared-csv',
    path: month,
    shows: 'SaveMenu',
    isWindow: true,
    act: async (page) => {
      await openShared(page, '');
      await press('Download as CSV')(page);
    },
  },
  {
    name: 'shared-preview',
    path: `${month}&compare=previous`,
    act: async (page) => {
      await shareReport(page, {}, 'correct horse');
      const preview = page.getByRole('link', { name: /^Preview/ });
      await page.goto((await preview.getAttribute('href')) ?? '');
      await page.getByText(/what visitors see/).waitFor();
    },
  },
  {
    name: 'share-on-domain',
    path: month,
    isWindow: true,
    act: async (page) => {
      const domain = { ...aDomain('go.northwind.example'), isDefault: true };
      await page.route(/\/domains\?/, (route) =>
        route.request().resourceType() === 'fetch'
          ? route.fulfill({ json: onePage([domain]) })
          : route.fallback(),
      );
      await press('Share')(page);
      await page.getByLabel('Domain').waitFor();
    },
  },
  { name: 'shared-password', path: month, act: (page) => openShared(page, 'correct horse') },
  {
    name: 'shared-ended',
    path: month,
    act: async (page) => {
      await openShared(page, '');
      await switchOff(page, page.url());
      await page.reload();
      await page.getByRole('heading', { name: 'This report has ended' }).waitFor();
    },
  },
  {
    name: 'views',
    path: `${month}&country=DE`,
    shows: 'ViewsMenu',
    isWindow: true,
    act: async (page) => {
      await saveView(page);
      await press('Views')(page);
    },
  },
  {
    name: 'save-view',
    path: month,
    shows: 'SaveDialog',
    isWindow: true,
    act: (page) => viewsAction(page, 'Save this view...'),
  },
  {
    name: 'remove-views',
    path: `${month}&country=DE`,
    shows: 'ManageViewsDialog',
    isWindow: true,
    act: async (page) => {
      await saveView(page);
      await viewsAction(page, 'Remove views...');
    },
  },
];
