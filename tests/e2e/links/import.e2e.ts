import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { created, expect, freeAlias, registered, test } from '#tests/e2e/setting/journey';
import { complaintsAbout } from '#tests/e2e/scenes/complaints';
import { settled } from '#tests/e2e/scenes/settled';

async function chooseCsv(page: Page, name: string, lines: readonly string[]): Promise<void> {
  const choosing = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Choose a CSV file' }).press('Enter');
  const buffer = Buffer.from(`${lines.join('\r\n')}\r\n`);
  await (await choosing).setFiles({ name, mimeType: 'text/csv', buffer });
}

async function complain(page: Page, what: string): Promise<void> {
  await settled(page);
  expect.soft([what, await complaintsAbout(page)]).toEqual([what, []]);
}

const count = (page: Page, name: string) =>
  page.getByRole('term').filter({ hasText: name }).locator('..').locator('dd span').first();

test('an export of another service becomes links, after a check that adds nothing', async ({
  page,
}) => {
  await registered(page);
  const [mine, wrong, fresh] = [freeAlias('mine'), freeAlias('wrong'), freeAlias('fresh')];
  await created(page, { originalUrl: 'https://shop.example/mine', customAlias: mine });
  await page.goto('/links');
  await page.getByRole('link', { name: 'Import', exact: true }).press('Enter');
  await expect(page.getByRole('heading', { name: 'Import Links' })).toBeVisible();

  await chooseCsv(page, 'bitly.csv', [
    'Link,Custom Link,Date created,Title,Destination URL,Engagements,Status',
    `https://bit.ly/3xYz,https://go.example/${fresh},2025-01-02,Autumn sale,https://shop.example/,"1,204",Active`,
    `https://bit.ly/4aBc,https://go.example/${mine},2025-01-02,Mine,https://shop.example/mine,7,Active`,
    `https://bit.ly/5dEf,https://go.example/${wrong},2025-01-02,Wrong,ftp://shop.example/,7,Active`,
  ]);
  await expect(page.getByText('bitly.csv, an export of Bitly: 3 rows')).toBeVisible();
  await expect(page.getByLabel('Engagements becomes')).toHaveValue('importedClicks');
  await complain(page, 'columns');
  await page.getByLabel('Destination URL becomes').selectOption('Not imported');
  await expect(page.getByText('Choose the column with the destinations.')).toBeVisible();
  await page.getByLabel('Destination URL becomes').selectOption('Destination');
  await page.getByRole('button', { name: 'Check 3 rows' }).press('Enter');

  await expect(page.getByRole('heading', { name: 'This is what will happen' })).toBeVisible();
  await expect(count(page, 'New links')).toHaveText('1');
  await expect(count(page, 'Already there')).toHaveText('1');
  await expect(count(page, 'Invalid')).toHaveText('1');
  await expect(page.getByRole('listitem').filter({ hasText: 'Row 4' })).toContainText(
    'Destination URL: Please enter a valid URL',
  );
  await complain(page, 'check');
  await page.reload();
  await page.getByRole('button', { name: 'Change columns' }).press('Enter');
  await expect(page.getByLabel('Status becomes')).toBeVisible();
  await page.getByRole('button', { name: 'Check 3 rows' }).press('Enter');
  await page.getByRole('button', { name: 'Import 1 link', exact: true }).press('Enter');

  await expect(page.getByRole('heading', { name: 'The import is done' })).toBeVisible();
  await expect(count(page, 'Links imported')).toHaveText('1');
  await complain(page, 'result');
  const downloading = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download as CSV' }).press('Enter');
  const file = await readFile(await (await downloading).path(), 'utf8');
  expect(file.split('\r\n').slice(0, 2)).toEqual([
    'Row,Result,Column,Problem,Link,Custom Link,Date created,Title,Destination URL,Engagements,Status',
    `3,Already there,,You have this link already,https://bit.ly/4aBc,https://go.example/${mine},2025-01-02,Mine,https://shop.example/mine,7,Active`,
  ]);

  await page.getByRole('link', { name: 'Show my links' }).press('Enter');
  await page.getByRole('link', { name: 'Autumn sale' }).filter({ visible: true }).first().click();
  const parts = page.getByRole('navigation', { name: 'Parts of the link' });
  await parts.getByRole('link', { name: 'Settings' }).click();
  await expect(page.getByText('Clicks before the import')).toBeVisible();
  await expect(page.getByText('1,204', { exact: true })).toBeVisible();
});

test('a file that is no table is refused with the reason, and another one can be chosen @more', async ({
  page,
}) => {
  await registered(page);
  await page.goto('/links/import');

  await chooseCsv(page, 'broken.csv', ['url', '"https://shop.example/']);
  await expect(
    page.getByText(/^The file is not valid CSV: check the quotes near line \d$/),
  ).toBeVisible();
  await chooseCsv(page, 'links.csv', ['address;name', 'https://shop.example/;Shop']);
  await expect(page.getByLabel('address becomes')).toHaveValue('');
  await page.getByLabel('address becomes').selectOption('Destination');
  await page.getByRole('button', { name: 'Check 1 row', exact: true }).click();
  await expect(page.getByRole('button', { name: 'Import 1 link', exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByRole('heading', { name: 'The import was cancelled' })).toBeVisible();
  await page.getByRole('button', { name: 'Import another file' }).click();
  await expect(page.getByRole('link', { name: 'links.csv' })).toBeVisible();
});
