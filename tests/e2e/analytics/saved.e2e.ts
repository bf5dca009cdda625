import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { arrive, counted, homes } from '#tests/e2e/setting/arrivals';
import { created, expect, registered, send, test } from '#tests/e2e/setting/journey';
import { hold } from '#tests/e2e/scenes/hold';

async function twoClicks(page: Page) {
  await registered(page);
  const link = await created(page, { originalUrl: 'https://example.com/' });
  await arrive(link.shortUrl, { from: homes.Germany });
  await arrive(link.shortUrl, { from: homes.Japan });
  await counted(page, 2);
}

test('a view is saved under a name, opened from everywhere in the report, and removed @more', async ({
  page,
}) => {
  await twoClicks(page);
  await page.goto('/analytics?range=30d&country=DE&measure=visitors');

  await page.getByRole('button', { name: 'Views' }).click();
  await page.getByRole('menuitem', { name: 'Save this view...' }).click();
  await page.getByRole('button', { name: 'Save view' }).click();
  await expect(page.getByText('Please enter a name')).toBeVisible();
  await page.getByLabel('Name').fill('Visitors in Germany');
  await page.getByRole('button', { name: 'Save view' }).click();
  await expect(page.getByText('View saved', { exact: true })).toBeVisible();

  await page.goto('/analytics');
  await page.getByRole('button', { name: 'Views' }).click();
  await page.getByRole('menuitem', { name: 'Visitors in Germany' }).click();
  await expect(page).toHaveURL(/\?range=30d&country=DE&measure=visitors$/);
  await expect(page.getByRole('radio', { name: /^Unique visitors\s*1\b/ })).toBeChecked();

  await page.getByRole('button', { name: 'Views' }).click();
  await page.getByRole('menuitem', { name: 'Remove views...' }).click();
  const remove = page.getByRole('button', { name: 'Remove Visitors in Germany' });
  await remove.press('Enter');
  await expect(
    page.getByText('Remove Visitors in Germany? Email reports of it are removed too.'),
  ).toBeVisible();
  await page.getByRole('button', { name: 'Cancel' }).press('Enter');
  await expect(remove).toBeFocused();
  await remove.press('Enter');
  await page.getByRole('button', { name: 'Remove', exact: true }).press('Enter');
  await expect(page.getByText('No views are saved.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Done' })).toBeFocused();
  await page.keyboard.press('Escape');

  await page.getByRole('button', { name: 'Views' }).click();
  await page.getByRole('menuitem', { name: 'Email a saved view...' }).click();
  await expect(page).toHaveURL(/\/settings\/reports$/);
  await page.goBack();
  await page.getByRole('button', { name: 'Views' }).click();
  await page.getByRole('menuitem', { name: 'Alerts...' }).click();
  await expect(page).toHaveURL(/\/settings\/alerts$/);
});

test('a view of a known name replaces it when that is wanted, also when no more fit, and the open view is marked @more', async ({
  page,
}) => {
  await registered(page);
  const save = async () => {
    await page.getByRole('button', { name: 'Views' }).click();
    await page.getByRole('menuitem', { name: 'Save this view...' }).click();
    await page.getByLabel('Name').fill('Germany');
    await page.getByRole('button', { name: 'Save view' }).click();
  };
  const views = page.getByRole('menuitem', { name: 'Germany' });
  await page.goto('/analytics?country=DE&range=30d');
  await save();
  await expect(page.getByText('View saved', { exact: true })).toBeVisible();
  await Promise.all(
    Array.from({ length: 49 }, (_, at) =>
      send(page, { path: '/api/v1/analytics/views', data: { name: `View ${at}`, query: '' } }),
    ),
  );

  await page.goto('/analytics?country=DE&country=AT&range=30d');
  await save();
  await expect(page.getByText('There is a view with the name ‘Germany’')).toBeVisible();
  await page.getByRole('button', { name: 'Replace view' }).press('Enter');
  await expect(page.getByRole('dialog')).toHaveCount(0);

  await page.goto('/analytics?range=30d&country=AT&country=DE');
  await page.getByRole('button', { name: 'Views' }).click();
  await expect(views).toHaveCount(1);
  await expect(views.locator('.lucide-check')).toHaveCount(1);
  await views.click();
  await expect(page).toHaveURL(/\?country=DE&country=AT&range=30d$/);
});

test('a note on a day is added, marked on the chart, changed and removed @more', async ({
  page,
}) => {
  await twoClicks(page);
  await page.goto('/analytics');

  await page.getByRole('button', { name: 'Add a note' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Add note' }).click();
  await expect(dialog.getByText('Please enter a note')).toBeVisible();
  await dialog.getByLabel('Note').fill('Newsletter sent');
  await dialog.getByRole('button', { name: 'Add note' }).click();
  await expect(dialog).toHaveCount(0);

  const numbers = page.getByRole('table', { name: 'Clicks per day' });
  await expect(numbers.getByRole('row').last()).toContainText('Newsletter sent');
  await page.getByRole('button', { name: /Newsletter sent/ }).click();
  await dialog.getByLabel('Note').fill('Podcast');
  await dialog.getByRole('button', { name: 'Save note' }).click();
  await expect(numbers.getByRole('row').last()).toContainText('Podcast');
  await page.reload();
  await page.getByRole('button', { name: /Podcast/ }).click();
  await dialog.getByRole('button', { name: 'Remove note' }).click();
  await expect(dialog.getByText('Remove Podcast? This cannot be undone.')).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(dialog.getByRole('button', { name: 'Remove note' })).toBeFocused();
  await page.keyboard.press('Enter');
  await dialog.getByRole('button', { name: 'Remove', exact: true }).click();
  await expect(page.getByRole('list', { name: 'Notes' })).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Add a note' })).toBeFocused();
});

test('what is shown is exported as a file of each format, with its filters @more', async ({
  page,
}) => {
  await twoClicks(page);
  await page.goto('/analytics?country=DE');

  const exported = async (what: string, format: string) => {
    await page.getByRole('button', { name: 'Export' }).click();
    await page.getByLabel('What').selectOption(what);
    await page.getByLabel('Format').selectOption(format);
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Download' }).click();
    const file = await download;
    return { name: file.suggestedFilename(), bytes: await readFile(await file.path()) };
  };

  const list = await exported('Countries', 'CSV');
  expect(list.name).toBe('analytics-countries.csv');
  expect(list.bytes.toString()).toContain('DE');
  expect(list.bytes.toString()).not.toContain('JP');
  await expect(page.getByText('Data exported successfully', { exact: true })).toBeVisible();
  const excel = await exported('Countries', 'CSV for Excel');
  expect(excel.name).toBe('analytics-countries.csv');
  expect(excel.bytes.toString()).toBe(`\uFEFF${list.bytes.toString()}`);
  const days = await exported('Numbers over time', 'JSON lines');
  expect(days.name).toBe('analytics-series.jsonl');
  expect(days.bytes.toString().trim().split('\n')).toHaveLength(7);
  const parquet = await exported('Numbers over time', 'Parquet');
  expect(parquet.bytes.subarray(0, 4).toString()).toBe('PAR1');

  await page.route('**/api/v1/analytics/query', (route) => route.fulfill({ status: 503 }));
  await page.getByRole('button', { name: 'Export' }).click();
  await page.getByRole('button', { name: 'Download' }).click();
  await expect(page.getByText('Failed to export data', { exact: true })).toBeVisible();
});

test('an export waits for the report, and goes on when its dialog is closed @more', async ({
  page,
}) => {
  await registered(page);
  const report = await hold(page, '**/api/analytics/report?*', 'GET');
  await page.goto('/analytics');
  const dialog = page.getByRole('dialog', { name: 'Export' });
  const open = page.getByRole('button', { name: 'Export' });
  const start = dialog.getByRole('button', { name: 'Download' });
  await open.click();
  await expect(dialog.getByText('The report is still loading.')).toBeVisible();
  await expect(start).toBeDisabled();
  await report.release();
  await expect(start).toBeEnabled();

  const file = await hold(page, '**/api/v1/analytics/query', 'POST');
  await start.click();
  await expect(dialog.getByRole('button', { name: 'Exporting...' })).toBeVisible();
  await dialog.getByRole('button', { name: 'Close' }).last().click();
  await expect(dialog).toHaveCount(0);
  await open.click();
  const download = page.waitForEvent('download');
  await file.release();

  expect((await download).suggestedFilename()).toBe('analytics-series.csv');
  await expect(page.getByText('Data exported successfully', { exact: true })).toBeVisible();
  await expect(start).toBeEnabled();
});
