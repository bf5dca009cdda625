import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import {
  agents,
  chooseAction,
  expect,
  freeAlias,
  newPerson,
  password,
  type Person,
  test,
  unfold,
  visit,
} from './setting/journey.ts';

test.use({ permissions: ['clipboard-read', 'clipboard-write'] });

test('a marketer signs up, creates links, sees their clicks, edits and deletes them', async ({
  page,
}) => {
  const person = newPerson();
  const alias = freeAlias('summer');
  const calls = new Set<string>();
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    calls.add(`${request.method()} ${pathname.replace(/[\da-f-]{36}$/, ':id')}`);
  });

  await signUp(page, person);
  const plain = await makePlainLink(page);
  const named = await makeLinkWithAlias(page, alias);
  const split = await makeSplitTest(page);

  expect(await visit(plain, agents.desktop)).toBe('https://example.com/plain?from=mail');
  expect(await visit(named, agents.phone)).toBe('https://example.com/summer');
  expect(await visit(split, agents.desktop)).toBe('https://example.com/a');
  expect(await visit(split, agents.phone)).toBe('https://example.com/b');
  await visit(named, agents.crawler);

  await seeNumbers(page);
  await seeOneLink(page, named);
  await editLink(page, named);
  await exportLinks(page, named);
  await deleteLink(page, named);
  await logOutAndIn(page, person);
  expect([...calls]).toEqual(expect.arrayContaining(firstCalls));
});

/** The calls of the first web app that a day with links makes, at the addresses that they had. */
const firstCalls = [
  'POST /api/register',
  'GET /api/auth/user',
  'POST /api/links',
  'GET /api/links',
  'PUT /api/links/:id',
  'GET /api/analytics',
  'GET /api/export/links',
  'POST /api/auth/logout',
  'POST /api/auth/login',
];

async function signUp(page: Page, person: Person) {
  await page.goto('/');
  await page.getByRole('link', { name: 'Get Started' }).first().click();
  await expect(page.getByRole('heading', { name: 'Start Your Free 30-Day Trial' })).toBeVisible();
  await page.getByLabel('First name').fill(person.firstName);
  await page.getByLabel('Last name').fill(person.lastName);
  await page.getByLabel('Email').fill(person.email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Start Free Trial' }).click();

  await expect(page).toHaveURL(/\/dashboard$/);
  await expect(page.getByRole('heading', { name: 'Welcome, Ada' })).toBeVisible();
  await expect(toast(page)).toContainText('Account Created Successfully!');
  await expect(page.getByText('No links created yet')).toBeVisible();
}

async function makePlainLink(page: Page): Promise<string> {
  await page.getByLabel('Destination URL').fill('https://example.com/plain?from=mail');
  const shortUrl = await submitAndCopy(page);
  await expect(page.getByLabel('Destination URL')).toHaveValue('');
  return shortUrl;
}

async function makeLinkWithAlias(page: Page, alias: string): Promise<string> {
  await page.getByLabel('Destination URL').fill('https://example.com/summer');
  await page.getByLabel('Custom alias').fill(alias);
  const shortUrl = await submitAndCopy(page);
  expect(shortUrl.endsWith(`/${alias}`)).toBe(true);
  return shortUrl;
}

async function makeSplitTest(page: Page): Promise<string> {
  await page.getByLabel('Destination URL').focus();
  await page.getByRole('switch', { name: 'Split test' }).click();
  await page.getByRole('textbox', { name: 'Destination A' }).fill('https://example.com/a');
  await page.getByRole('textbox', { name: 'Destination B' }).fill('https://example.com/b');
  return submitAndCopy(page);
}

/** The text that the Copy button puts on the clipboard. */
async function submitAndCopy(page: Page): Promise<string> {
  await page.evaluate(() => navigator.clipboard.writeText(''));
  await page.getByRole('button', { name: 'Create link' }).click();
  await expect(page.getByText('Short link created successfully!')).toBeVisible();
  await page.getByRole('button', { name: 'Copy', exact: true }).click();
  await expect(page.getByRole('button', { name: 'Copied!' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Copy', exact: true })).toBeVisible();
  const shortUrl = await page.evaluate(() => navigator.clipboard.readText());
  // The next link's Copy button is then the only one.
  await page.getByRole('main').getByRole('button', { name: 'Dismiss' }).click();
  return shortUrl;
}

/** Four people and one crawler have visited; only the people count. */
async function seeNumbers(page: Page) {
  await expect(async () => {
    await page.reload();
    await expect(card(page, 'Total Clicks')).toContainText('4', { timeout: 5000 });
  }).toPass({ timeout: 60_000 });
  await expect(card(page, 'Total Links')).toContainText('3');
  await expect(card(page, 'Total Links')).toContainText('new vs last month');
  await expect(page.getByRole('list', { name: 'Top referrers' })).toContainText('Direct');
  await expect(page.getByRole('list', { name: 'Top referrers' })).toContainText('4 clicks');
}

async function seeOneLink(page: Page, shortUrl: string) {
  await page.getByRole('link', { name: 'My Links' }).click();
  // The dashboard, which stays until the page is there, has the same menus.
  await expect(page.getByRole('heading', { name: 'My Links' })).toBeVisible();
  await chooseAction(page, withoutScheme(shortUrl), 'View Analytics');

  await expect(page).toHaveURL(/\/analytics\?link=/);
  const devices = page.getByRole('table', { name: 'Devices' });
  await expect(devices.getByRole('row', { name: /Mobile/ })).toContainText('100.0%');
  await expect(page.getByRole('radio', { name: /^Clicks/ })).toHaveAccessibleName(/^Clicks\s*1\b/);

  await page.getByRole('button', { name: 'Remove filter: Link' }).click();
  await expect(devices).toContainText('Desktop');
  await expect(devices).toContainText('50.0%');
}

async function editLink(page: Page, shortUrl: string) {
  await page.getByRole('link', { name: 'My Links' }).click();
  await chooseAction(page, withoutScheme(shortUrl), 'Edit Link');
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Destination URL').fill('https://example.com/autumn');
  await unfold(dialog, 'Name');
  await dialog.getByLabel('Title').fill('Autumn <b>sale</b>');
  await dialog.getByRole('button', { name: 'Update Link' }).click();

  await expect(toast(page)).toContainText('Link updated successfully');
  await expect(page.getByRole('heading', { name: 'Edit Link' })).toBeHidden();
  await expect(page.getByText('Autumn <b>sale</b>').filter({ visible: true })).toBeVisible();
  expect(await visit(shortUrl, agents.desktop)).toBe('https://example.com/autumn');
}

async function exportLinks(page: Page, shortUrl: string) {
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export' }).click();
  const file = await download;
  const text = await readFile(await file.path(), 'utf8');

  expect(file.suggestedFilename()).toBe('links-export.csv');
  expect(text.split('\n')[0]?.trim()).toBe(
    'Short URL,Original URL,Alias,Title,Clicks,Unique Clicks Once a Day (UTC),Conversions,Conversion Rate,Revenue,Profit,Split Test,Tracking,Active,Expires,Created,Tags,Folder,Notes,Split Test URLs,Split Test Result',
  );
  expect(text).toContain(`${shortUrl},https://example.com/autumn`);
  expect(text.trim().split('\n')).toHaveLength(4);
  await expect(toast(page)).toContainText('Data exported successfully');

  const forExcel = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Other formats' }).click();
  await page.getByRole('menuitem', { name: 'CSV for Excel' }).click();
  const excel = await readFile(await (await forExcel).path(), 'utf8');
  // Between the two files a visit can be counted, and the split test be judged.
  const linesOf = (csv: string) => csv.split('\n').map((line) => line.split(',', 4).join());
  expect(linesOf(excel)).toEqual(linesOf(`\uFEFF${text}`));
}

async function deleteLink(page: Page, shortUrl: string) {
  await page.getByLabel('Search links').fill('AUTUMN');
  await expect(page.getByRole('row')).toHaveCount(2);
  await chooseAction(page, withoutScheme(shortUrl), 'Delete');

  await expect(toast(page)).toContainText('Link deleted successfully');
  await expect(page.getByText('No links match your search')).toBeVisible();
  // The deletion begins when its undo is over.
  const statusOf = async () => (await fetch(shortUrl, { redirect: 'manual' })).status;
  await expect.poll(statusOf, { timeout: 30_000 }).toBe(404);
}

async function logOutAndIn(page: Page, person: Person) {
  await page.getByRole('button', { name: 'Account of Ada Byron' }).click();
  await page.getByRole('menuitem', { name: 'Log out' }).click();
  await expect(page.getByRole('heading', { name: 'Brand, Track, Convert!' })).toBeVisible();

  await page.getByRole('link', { name: 'Login' }).click();
  await page.getByLabel('Email').fill(person.email.toUpperCase());
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign In' }).click();
  await expect(toast(page)).toContainText('Login Successful');
  await expect(page).toHaveURL(/\/dashboard$/);
  await expect(card(page, 'Total Links')).toContainText('2');
}

function toast(page: Page) {
  return page.getByRole('region', { name: /Notifications/ }).getByRole('listitem');
}

function card(page: Page, name: string) {
  return page.locator('section').filter({ has: page.getByRole('heading', { name, exact: true }) });
}

function withoutScheme(url: string): string {
  return url.replace(/^https?:\/\//, '');
}
