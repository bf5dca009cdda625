import type { Page } from '@playwright/test';
import { arrive, counted } from '#tests/e2e/setting/arrivals';
import { created, expect, registered, test } from '#tests/e2e/setting/journey';

async function oneClick(page: Page) {
  await registered(page);
  const link = await created(page, { originalUrl: 'https://example.com/' });
  await arrive(link.shortUrl, {});
  await counted(page, 1);
}

const chooseRange = async (page: Page, name: string) => {
  await page.getByRole('combobox', { name: 'Time range' }).selectOption(name);
};

/** The day so many days before today, as the browser's date inputs take it. */
const dayBefore = (page: Page, days: number) =>
  page.evaluate((back) => {
    const day = new Date();
    day.setDate(day.getDate() - back);
    return [day.getFullYear(), day.getMonth() + 1, day.getDate()]
      .map((part) => String(part).padStart(2, '0'))
      .join('-');
  }, days);

test('days are chosen, refused when they are wrong, and one day is shown by its hours @more', async ({
  page,
}) => {
  await oneClick(page);
  await page.goto('/analytics');
  const [today, before, tomorrow] = [
    await dayBefore(page, 0),
    await dayBefore(page, 9),
    await dayBefore(page, -1),
  ];

  await chooseRange(page, 'Custom days...');
  const dialog = page.getByRole('dialog', { name: 'Custom days' });
  await dialog.getByRole('button', { name: 'Show' }).click();
  await expect(dialog.getByText('Please choose the first day')).toBeVisible();
  await expect(dialog.getByLabel('First day')).toBeFocused();
  await dialog.getByLabel('First day').fill(today);
  await dialog.getByLabel('Last day').fill(before);
  await dialog.getByRole('button', { name: 'Show' }).click();
  await expect(dialog.getByText('The last day is before the first day')).toBeVisible();
  await dialog.getByLabel('Last day').fill(tomorrow);
  await dialog.getByRole('button', { name: 'Show' }).click();
  await expect(dialog.getByText('The last day is in the future')).toBeVisible();
  await dialog.getByLabel('First day').fill(before);
  await dialog.getByLabel('Last day').fill(today);
  await dialog.getByRole('button', { name: 'Show' }).click();

  await expect(page).toHaveURL(new RegExp(`\\?from=${before}&to=${today}$`));
  const days = page.getByRole('table', { name: 'Clicks per day' });
  await expect(days.getByRole('row')).toHaveCount(11);

  await page.goto(`/analytics?from=${today}&to=${today}`);
  const hours = page.getByRole('table', { name: 'Clicks per hour' });
  await expect(hours.getByRole('row').nth(1)).toContainText(/12\sAM/);
  await expect(page.getByText('so far this hour', { exact: true })).toBeVisible();
  await chooseRange(page, 'Last 90 days');
  await expect(page).toHaveURL(/\?range=90d$/);
  await expect(days.getByRole('row')).toHaveCount(91);
  await page.goBack();
  await expect(hours).toBeAttached();
});

test('all time has no comparison and says so, on the dashboard too @more', async ({ page }) => {
  await oneClick(page);
  await page.goto('/analytics?range=30d&compare=previous');
  const comparison = page.getByRole('combobox', { name: 'Compare with' });

  await chooseRange(page, 'All time');

  await expect(page).toHaveURL(/\?range=all$/);
  await expect(comparison.getByRole('option')).toHaveText(['No comparison: all time']);
  await expect(page.getByRole('radio', { name: /^Clicks/ })).toHaveAccessibleName(/^Clicks\s*1\b/);
  await page.getByRole('link', { name: 'Dashboard' }).first().click();
  await expect(page.getByRole('combobox', { name: 'Time range' })).toHaveValue('all');
  const days = page.getByRole('table', { name: 'Clicks per day' });
  await expect(days.getByRole('row')).toHaveCount(2);
});

test('a comparison adds a line, and a change in every tile and row @more', async ({ page }) => {
  await oneClick(page);
  await page.goto('/analytics?range=30d');
  const clicks = page.getByRole('radio', { name: /^Clicks/ });
  await expect(clicks).toHaveAccessibleName(/by people/);

  const comparison = page.getByRole('combobox', { name: 'Compare with' });
  await comparison.selectOption('Compare: previous period');

  await expect(page).toHaveURL(/compare=previous/);
  await expect(clicks).toHaveAccessibleName(/^Clicks\s*1\s*new\s*from 0$/);
  const days = page.getByRole('table', { name: 'Clicks per day' });
  await expect(days.getByRole('columnheader')).toHaveText(['Day', 'Clicks', 'Compared with']);
  const devices = page.getByRole('table', { name: 'Devices' });
  await expect(devices.getByRole('row', { name: /Desktop/ })).toContainText('new');

  const weeks = page
    .getByRole('combobox', { name: 'Unit of the chart' })
    .getByRole('option', { name: /^By week/ });
  await expect(weeks).toHaveText('By week: when compared, only for whole weeks, such as 28 days');
  await expect(weeks).toBeDisabled();

  await comparison.selectOption('Compare: year before');
  await expect(page).toHaveURL(/compare=year/);
  await page.goBack();
  await expect(page).toHaveURL(/compare=previous/);
  await comparison.selectOption('No comparison');
  await expect(weeks).toBeEnabled();
});
