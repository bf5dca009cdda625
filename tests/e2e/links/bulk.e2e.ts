import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import {
  chooseAction,
  created,
  expect,
  registered,
  send,
  shownUrl,
  test,
} from '#tests/e2e/setting/journey';

const bar = (page: Page) => page.getByRole('region', { name: 'Selected links' });
const badges = (page: Page) => page.getByRole('cell').getByText('Paused', { exact: true });
const button = (page: Page, name: string | RegExp) => bar(page).getByRole('button', { name });

async function addLinks(page: Page, count: number): Promise<void> {
  for (let n = 1; n <= count; n += 1) {
    const originalUrl = `https://example.com/page-${String(n).padStart(2, '0')}`;
    await created(page, { originalUrl });
  }
}

test('all links that match are paused at once, and one button takes it back', async ({ page }) => {
  await registered(page);
  await addLinks(page, 23);
  await created(page, { originalUrl: 'https://other.example/' });
  await page.goto('/links?search=page-');
  await expect(page.getByText('1–20 of 23')).toBeVisible();

  await page.getByLabel('Select the links of this page').check();
  await expect(bar(page)).toContainText('20 selected of 23');
  await button(page, 'Select all 23 that match').click();
  await expect(bar(page)).toContainText('23 selected');
  await button(page, 'Pause').click();
  await expect(page.getByText('23 links paused', { exact: true })).toBeVisible();
  await expect(badges(page)).toHaveCount(20);
  await expect(bar(page)).toHaveCount(0);

  await page.getByLabel('Status').selectOption('Paused');
  await expect(page).toHaveURL(/status=paused/);
  await expect(page.getByText('1–20 of 23')).toBeVisible();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByText('Undone: 23 links resumed', { exact: true })).toBeVisible();
  await expect(page.getByText('No links match your search and filters')).toBeVisible();
  await page.getByRole('button', { name: 'Clear filters' }).click();
  await expect(page.getByText('1–20 of 23')).toBeVisible();
  await expect(badges(page)).toHaveCount(0);
});

test('all links that match are paused while the deletion of one can be undone @more', async ({
  page,
}) => {
  await registered(page);
  await addLinks(page, 23);
  await page.goto('/links?search=page-');
  await page.getByRole('row').nth(1).focus();
  await page.keyboard.press('x');
  await button(page, 'Delete').click();
  await expect(page.getByText('Link deleted successfully', { exact: true })).toBeVisible();

  await page.getByLabel('Select the links of this page').check();
  await button(page, 'Select all 22 that match').click();
  await button(page, 'Pause').click();
  await expect(page.getByText('23 links paused', { exact: true })).toBeVisible();
});

test('a selection loses a link that is deleted by itself, and has it again when that is undone', async ({
  page,
}) => {
  await registered(page);
  await addLinks(page, 2);
  const third = await created(page, { originalUrl: 'https://example.com/third' });
  await page.goto('/links');
  const box = page.getByLabel(`Select ${shownUrl(third)}`, { exact: true });
  await box.check();
  await page.getByRole('row').nth(2).getByRole('checkbox').check();
  await expect(bar(page)).toContainText('2 selected of 3');

  await chooseAction(page, shownUrl(third), 'Delete');
  await expect(page.getByText('Link deleted successfully', { exact: true })).toBeVisible();
  await expect(bar(page)).toContainText('1 selected of 2');
  await expect(box).toHaveCount(0);
  await expect(page.getByRole('row').nth(1).getByRole('checkbox')).toBeChecked();

  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(bar(page)).toContainText('2 selected of 3');
  await expect(box).toBeChecked();
});

test('by keyboard alone, links are selected, deleted and kept again', async ({ page }) => {
  await registered(page);
  await addLinks(page, 2);
  await page.goto('/links');
  await expect(page.getByRole('row')).toHaveCount(3);

  await page.keyboard.press('j');
  await page.keyboard.press('j');
  await expect(page.getByRole('row').nth(2)).toBeFocused();
  await page.keyboard.press('k');
  await page.keyboard.press('x');
  await expect(bar(page)).toContainText('1 selected of 2');
  await button(page, 'Delete').press('Enter');
  await expect(page.getByText('Link deleted successfully', { exact: true })).toBeVisible();
  await expect(page.getByRole('row')).toHaveCount(2);
  await page.getByRole('button', { name: 'Undo' }).press('Enter');
  await expect(page.getByText('Undone: 1 link kept', { exact: true })).toBeVisible();

  await page.getByRole('row').nth(2).focus();
  await page.keyboard.press('e');
  await expect(page.getByRole('heading', { name: 'Edit Link' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await page.keyboard.press('/');
  await expect(page.getByLabel('Search links')).toBeFocused();
  await page.keyboard.press('?');
  await expect(page.getByLabel('Search links')).toHaveValue('?');
  await page.getByLabel('Search links').fill('');
  await expect(page).not.toHaveURL(/search=/);
  await expect(page.getByRole('row')).toHaveCount(3);
  await page.getByRole('button', { name: 'Keyboard help' }).press('Enter');
  await expect(page.getByRole('dialog', { name: 'Keyboard' })).toContainText('Next link');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);

  await page.getByRole('row').nth(1).focus();
  await page.keyboard.press('q');
  await expect(page.getByRole('dialog')).toContainText('QR');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await page.getByRole('row').nth(1).focus();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/links\/[\da-f-]{36}/);
});

test('exactly the selected links are exported, or all that match, and they stay selected', async ({
  page,
}) => {
  await registered(page);
  await addLinks(page, 23);
  await created(page, { originalUrl: 'https://other.example/' });
  await page.goto('/links?search=page-');
  await expect(page.getByText('1–20 of 23')).toBeVisible();
  const exported = async (start: () => Promise<void>) => {
    const download = page.waitForEvent('download');
    await start();
    const text = await readFile(await (await download).path(), 'utf8');
    return { isForExcel: text.startsWith('\uFEFF'), pages: text.match(/page-\d\d/g) ?? [], text };
  };

  await page.getByRole('row').nth(1).getByRole('checkbox').check();
  await page.getByRole('row').nth(3).getByRole('checkbox').check();
  const two = await exported(() => button(page, 'Export 2').click());
  expect([two.isForExcel, two.pages]).toEqual([false, ['page-23', 'page-21']]);
  await button(page, 'Other formats').press('Enter');
  const forExcel = await exported(() =>
    page.getByRole('menuitem', { name: 'CSV for Excel' }).press('Enter'),
  );
  expect([forExcel.isForExcel, forExcel.pages]).toEqual([true, two.pages]);

  await button(page, 'Select all 23 that match').click();
  const all = await exported(() => button(page, 'Export 23').click());
  expect(all.pages).toHaveLength(23);
  expect(all.text).not.toContain('other.example');
  await expect(bar(page)).toContainText('23 selected');
});

test('the deletion of several links does not ask, as that of one, and its undo outlasts another message', async ({
  page,
}) => {
  await registered(page);
  await addLinks(page, 4);
  await page.goto('/links');
  await page.getByLabel('Select the links of this page').check();
  await page.getByRole('row').nth(4).getByRole('checkbox').uncheck();

  await button(page, 'Delete').press('Enter');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  const toasts = page.getByRole('region', { name: /Notifications/ }).getByRole('listitem');
  await expect(toasts).toHaveText([/3 links will be deleted in a few seconds/]);
  await expect(toasts).toContainText('Their addresses stop working');
  await expect(page.getByRole('region', { name: 'List of links' })).toBeFocused();

  await page.reload();
  await expect(toasts).toHaveText([/3 links will be deleted in a few seconds/]);

  await page.getByRole('row').nth(1).focus();
  await page.keyboard.press('c');
  await expect(toasts).toHaveText([/cop/i]);
  const copied = toasts.filter({ hasText: /cop/i });
  await copied.getByRole('button', { name: 'Dismiss' }).press('Enter');
  await expect(toasts).toHaveText([/3 links will be deleted in a few seconds/]);
  await page.getByRole('button', { name: 'Undo' }).press('Enter');
  await expect(page.getByText('Undone: 3 links kept', { exact: true })).toBeVisible();
});

test('the actions for selected links are one key away, and the focus returns to the list', async ({
  page,
}) => {
  await registered(page);
  await addLinks(page, 3);
  await page.goto('/links');
  await expect(page.getByRole('row')).toHaveCount(4);
  const list = page.getByRole('region', { name: 'List of links' });

  await page.keyboard.press('j');
  await page.keyboard.press('b');
  await expect(page.getByRole('row').nth(1)).toBeFocused();
  await page.keyboard.press('x');
  await page.keyboard.press('b');
  await expect(button(page, 'Select all 3 that match')).toBeFocused();
  await page.keyboard.press('Enter');
  await button(page, 'Pause').press('Enter');
  await expect(page.getByText('3 links paused', { exact: true })).toBeVisible();
  await expect(list).toBeFocused();
  await page.keyboard.press('F8');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await expect(page.getByRole('button', { name: 'Undo' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByText('Undone: 3 links resumed', { exact: true })).toBeVisible();
  await expect(list).toBeFocused();

  await page.keyboard.press('j');
  await page.keyboard.press('x');
  await button(page, 'Clear the selection').press('Enter');
  await expect(list).toBeFocused();
  await page.getByLabel('Select the links of this page').press(' ');
  await button(page, 'Delete').press('Enter');
  await expect(bar(page)).toHaveCount(0);
  await expect(list).toBeFocused();
});

test('a deletion of selected links happens when its undo is over @more', async ({ page }) => {
  await registered(page);
  await addLinks(page, 2);
  await page.goto('/links');
  await page
    .getByLabel(/^Select \S+$/)
    .first()
    .check();
  await button(page, 'Delete').click();

  await expect(page.getByText('It no longer works.')).toBeVisible({ timeout: 30_000 });
  await expect(page.getByRole('row')).toHaveCount(2);
});

test('selected links get a tag and a folder, and the list is filtered by them @more', async ({
  page,
}) => {
  await registered(page);
  await addLinks(page, 3);
  await send(page, { path: '/api/v1/tags', data: { name: 'summer' } });
  await send(page, { path: '/api/v1/folders', data: { name: 'Campaigns' } });
  await page.goto('/links');

  const row = page.getByRole('row').nth(1);
  await row.getByRole('checkbox').check();
  await button(page, 'Tag').click();
  await expect(page.getByRole('searchbox', { name: /^Find a tag/ })).toBeFocused();
  await page.keyboard.type('umme');
  await expect(page.getByRole('button', { name: 'Remove summer' })).toBeVisible();
  await page.getByRole('button', { name: 'Add summer' }).click();
  await expect(row.getByRole('cell').getByText('summer')).toBeVisible();
  await row.getByRole('checkbox').check();
  await button(page, 'Move').click();
  await page.getByRole('button', { name: 'Campaigns', exact: true }).click();
  await expect(row.getByRole('cell').getByText('Campaigns')).toBeVisible();
  await row.getByRole('checkbox').check();
  await button(page, 'Tag').press('Enter');
  await page.keyboard.type('Autumn 2026');
  await expect(page.getByRole('button', { name: 'New tag “Autumn 2026”' })).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(row.getByRole('cell').getByText('Autumn 2026')).toBeVisible();

  // A name that is typed whole is meant, also where another one contains it.
  await send(page, { path: '/api/v1/tags', data: { name: 'presale' } });
  await send(page, { path: '/api/v1/tags', data: { name: 'sale' } });
  await page.reload();
  await row.getByRole('checkbox').check();
  await button(page, 'Tag').press('Enter');
  await page.keyboard.type('sale');
  await expect(page.getByRole('button', { name: 'Add presale' })).toBeVisible();
  await page.keyboard.press('Enter');
  const tags = async () => (await (await page.request.get('/api/v1/tags')).json()).data;
  await expect.poll(tags).toContainEqual(expect.objectContaining({ name: 'sale', links: 1 }));

  await page.getByRole('combobox', { name: 'Tag' }).selectOption('summer');
  await expect(page.getByRole('row')).toHaveCount(2);
  await page.getByRole('combobox', { name: 'Tag' }).selectOption('Without tags');
  await expect(page.getByRole('row')).toHaveCount(3);
});

test('a destination that has a short link is pointed out @more', async ({ page }) => {
  await registered(page);
  const earlier = await created(page, { originalUrl: 'https://shop.example/sale' });
  await page.goto('/links');

  await page.getByLabel('Destination URL').fill('shop.example/sale');

  const hint = page.getByText('You shortened this destination before');
  await hint.getByRole('link').click();
  await expect(page).toHaveURL(new RegExp(`/links/${earlier.id}`));
});

test('an undo names the links that it changed, without those that were paused before @more', async ({
  page,
}) => {
  await registered(page);
  await addLinks(page, 2);
  const { id } = await created(page, { originalUrl: 'https://example.com/paused' });
  await send(page, {
    path: `/api/links/${id}`,
    method: 'PUT',
    data: { isActive: false },
    status: 200,
  });
  await page.goto('/links');
  await page.getByLabel('Select the links of this page').check();
  await button(page, 'Pause').click();
  await expect(page.getByText('2 links paused, 1 unchanged', { exact: true })).toBeVisible();

  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByText('Undone: 2 links resumed', { exact: true })).toBeVisible();
});

test('hidden columns and labels stay hidden after a reload, on phones too @more', async ({
  page,
}) => {
  await registered(page);
  await created(page, { originalUrl: 'https://shop.example/sale', tags: ['Summer'] });
  await page.goto('/links');
  await expect(page.getByRole('cell').getByText('Summer')).toBeVisible();
  await choose('Profit');
  await expect(page.getByRole('columnheader', { name: 'Profit' })).toHaveCount(0);
  await choose('Tags');
  await expect(page.getByRole('cell').getByText('Summer')).toHaveCount(0);

  await page.reload();
  await expect(page.getByRole('columnheader', { name: 'Clicks' })).toBeVisible();
  await expect(page.getByRole('columnheader', { name: 'Profit' })).toHaveCount(0);
  await expect(page.getByRole('cell').getByText('Summer')).toHaveCount(0);

  const card = page.getByRole('listitem').filter({ hasText: 'shop.example/sale' });
  await page.setViewportSize({ width: 390, height: 844 });
  await expect(card).toBeVisible();
  await expect(card.getByText('Summer')).toHaveCount(0);
  await page.setViewportSize({ width: 1280, height: 900 });
  await choose('Tags');
  await page.setViewportSize({ width: 390, height: 844 });
  await expect(card.getByText('Summer')).toBeVisible();

  async function choose(name: string): Promise<void> {
    await page.getByRole('button', { name: 'Columns' }).click();
    await page.getByRole('checkbox', { name, exact: true }).click();
    await page.keyboard.press('Escape');
  }
});

test('a link is deleted although its page is closed before the undo is over @more', async ({
  page,
}) => {
  await registered(page);
  const link = await created(page, { originalUrl: 'https://example.com/closed' });
  await page.goto('/links');
  await chooseAction(page, shownUrl(link), 'Delete');
  await expect(page.getByText('Link deleted successfully', { exact: true })).toBeVisible();
  await page.goto('about:blank');

  const statusOf = async () => (await fetch(link.shortUrl, { redirect: 'manual' })).status;
  expect(await statusOf()).toBe(302);
  await expect.poll(statusOf, { timeout: 30_000 }).toBe(404);
});
