import type { Page } from '@playwright/test';
import { created, expect, registered, shownUrl, test } from '#tests/e2e/setting/journey';

const heads = (page: Page) => page.getByRole('table', { name: 'Links' }).getByRole('columnheader');
const head = (page: Page, name: string) => heads(page).filter({ hasText: name });
const select = 'Select the links of this page';
const usual = [
  select,
  'Link',
  'Original URL',
  'Tags',
  'Clicks',
  'Conv',
  'Profit',
  'Date',
  'Actions',
];
const panel = (page: Page) => page.getByRole('dialog', { name: 'Columns' });

async function widthOf(page: Page, name: string): Promise<number> {
  return (await head(page, name).boundingBox())?.width ?? 0;
}

test('by keyboard, columns are moved, hidden and made wider; the person finds them again', async ({
  page,
}) => {
  await registered(page);
  await created(page, { originalUrl: 'https://example.com/' });
  await page.goto('/links');
  await expect(heads(page)).toHaveText(usual);
  const before = await widthOf(page, 'Clicks');

  await page.getByRole('button', { name: 'Columns' }).press('Enter');
  const earlier = panel(page).getByRole('button', { name: 'Move Profit to the left' });
  await earlier.press('Enter');
  await expect(earlier).toBeFocused();
  await earlier.press('Enter');
  await expect(panel(page).getByRole('status')).toHaveText('Profit is further left');
  await page.keyboard.press('ArrowDown');
  await expect(panel(page).getByRole('button', { name: 'Move Clicks to the left' })).toBeFocused();
  await panel(page).getByRole('checkbox', { name: 'Date' }).press('Space');
  await panel(page).getByRole('button', { name: 'Make Clicks wider' }).press('Enter');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: 'Columns' })).toBeFocused();

  const arranged = [select, 'Link', 'Original URL', 'Tags', 'Profit', 'Clicks', 'Conv', 'Actions'];
  await expect(heads(page)).toHaveText(arranged);
  await page.reload();
  await expect(heads(page)).toHaveText(arranged);
  expect(await widthOf(page, 'Clicks')).toBeGreaterThan(before * 1.1);

  await page.getByRole('button', { name: 'Columns' }).click();
  await expect(panel(page).getByRole('checkbox', { name: 'Link' })).toBeDisabled();
  await panel(page).getByRole('button', { name: 'Reset' }).click();
  await expect(heads(page)).toHaveText(usual);
  // The order may be drawn a frame before the widths.
  await expect.poll(() => widthOf(page, 'Clicks')).toBeCloseTo(before, 0);
});

test('a dragged edge stays below the pointer and moves nothing but its two columns', async ({
  page,
}) => {
  await registered(page);
  await created(page, { originalUrl: 'https://example.com/' });
  await page.goto('/links');
  await expect(heads(page)).toHaveText(usual);
  const before = { conv: await widthOf(page, 'Conv'), profit: await widthOf(page, 'Profit') };
  const date = await widthOf(page, 'Date');

  const box = await head(page, 'Conv').boundingBox();
  const edgeX = (box?.x ?? 0) + (box?.width ?? 0);
  const y = (box?.y ?? 0) + (box?.height ?? 0) / 2;
  await page.mouse.move(edgeX, y);
  await page.mouse.down();
  await page.mouse.move(edgeX + 10, y);
  await page.mouse.move(edgeX + 20, y);
  await page.mouse.up();

  // The browser draws the last movement a frame later.
  await expect.poll(() => widthOf(page, 'Conv')).toBeCloseTo(before.conv + 20, -0.5);
  expect(await widthOf(page, 'Profit')).toBeCloseTo(before.profit - 20, -0.5);
  expect(await widthOf(page, 'Date')).toBeCloseTo(date, -0.5);
  await page.reload();
  await expect(heads(page)).toHaveText(usual);
  expect(await widthOf(page, 'Conv')).toBeCloseTo(before.conv + 20, -0.5);
});

test('another person in the same browser has columns of their own @more', async ({ page }) => {
  await registered(page);
  await created(page, { originalUrl: 'https://example.com/' });
  await page.goto('/links');
  await page.getByRole('button', { name: 'Columns' }).click();
  await panel(page).getByRole('checkbox', { name: 'Clicks' }).click();
  await expect(head(page, 'Clicks')).toHaveCount(0);

  await page.context().clearCookies();
  await registered(page);
  await created(page, { originalUrl: 'https://example.com/' });
  await page.goto('/links');
  await expect(heads(page)).toHaveText(usual);
});

test('comfortable rows are higher, and have the short link below the title @more', async ({
  page,
}) => {
  await registered(page);
  const link = await created(page, { originalUrl: 'https://example.com/', title: 'Ridge boots' });
  await page.goto('/links');
  const row = page.getByRole('row').nth(1);
  const short = row.getByTitle(shownUrl(link), { exact: true });
  await expect(short).toHaveText(new URL(link.shortUrl).pathname);
  const heightOf = async () => (await row.boundingBox())?.height ?? 0;
  const before = await heightOf();

  await page.getByRole('button', { name: 'Columns' }).click();
  await panel(page).getByText('Comfortable', { exact: true }).click();
  await expect(short).toContainText(shownUrl(link));
  await page.reload();
  await expect(short).toContainText(shownUrl(link));
  expect(await heightOf()).toBeGreaterThan(before + 8);
});

test('a long address with a long end is cut in one place', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  await registered(page);
  const end = 'WWWWWWWWWWWWWWWWWWWW';
  await created(page, { originalUrl: `https://shop.example.com/winter/boots?campaign=${end}` });
  await page.goto('/links');
  const cut = page.getByRole('cell').filter({ hasText: end }).locator('[aria-hidden] > span');
  await expect(cut).toHaveCount(2);
  const signs = await cut.evaluateAll((parts) =>
    parts.map((part) => ({
      isCut: part.scrollWidth > part.clientWidth,
      hasSign: getComputedStyle(part).textOverflow === 'ellipsis',
    })),
  );
  expect(signs).toEqual([
    { isCut: true, hasSign: true },
    { isCut: true, hasSign: false },
  ]);
});
