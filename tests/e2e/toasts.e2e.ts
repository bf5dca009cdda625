import type { Locator, Page } from '@playwright/test';
import {
  chooseAction,
  type Created,
  created,
  expect,
  registered,
  shownUrl,
  test,
  unfold,
} from './setting/journey.ts';

/** Where F8 sets the focus. */
const region = (page: Page) =>
  page.getByRole('region', { name: /Notifications/ }).getByRole('list');
const toasts = (page: Page) => region(page).getByRole('listitem');
const undo = (page: Page) => page.getByRole('button', { name: 'Undo' });

/** Opens the list of one link. The test can stop the page's time. */
async function openList(page: Page): Promise<Created> {
  await registered(page);
  const link = await created(page, { originalUrl: 'https://example.com/' });
  await page.clock.install();
  await page.goto('/links');
  await expect(page.getByRole('row')).toHaveCount(2);
  return link;
}

/** Pauses the link, and offers the undo for ten seconds. */
async function pauseLink(page: Page): Promise<void> {
  await page.getByLabel('Select the links of this page').check();
  const bar = page.getByRole('region', { name: 'Selected links' });
  await bar.getByRole('button', { name: 'Pause' }).press('Enter');
  await page.getByText('1 link paused', { exact: true }).waitFor();
  await expect(toasts(page)).toHaveText(['1 link pausedUndo']);
}

/** Copies the link, which shows a toast for five seconds. */
async function copyLink(page: Page): Promise<void> {
  await page.getByRole('row').nth(1).focus();
  await page.keyboard.press('c');
  await expect(toasts(page)).toHaveText([/cop/i]);
}

test('an undo waits behind a newer message, and is offered again for the rest of its time', async ({
  page,
}) => {
  await openList(page);
  await pauseLink(page);
  // Until then the clock runs on, also while a slow page answers.
  await page.clock.pauseAt(await page.evaluate(() => Date.now() + 600));
  await copyLink(page);
  await expect(undo(page)).toHaveCount(0);

  await page.clock.runFor(5100);
  await expect(toasts(page)).toHaveText(['1 link pausedUndo']);
  // Without the five seconds behind the other message its time would be over.
  await page.clock.runFor(4500);
  await undo(page).press('Enter');
  await page.clock.resume();
  await expect(page.getByText('Undone: 1 link resumed', { exact: true })).toBeVisible();
});

test('an undo that the server does not take any more is not offered, although it waited', async ({
  page,
}) => {
  await openList(page);
  await pauseLink(page);
  await page.clock.pauseAt(await page.evaluate(() => Date.now() + 1000));
  await copyLink(page);
  await page.keyboard.press('F8');
  await expect(region(page)).toBeFocused();

  // The focus keeps the newer message visible.
  await page.clock.runFor(12_000);
  await expect(toasts(page)).toHaveText([/cop/i]);
  await page.keyboard.press('Escape');
  await expect(toasts(page)).toHaveCount(0);
  await expect(page.getByRole('row').nth(1)).toBeFocused();
});

test('a message that replaces one with the focus leaves the focus in the toasts, and gives it back', async ({
  page,
}) => {
  const link = await openList(page);
  await pauseLink(page);
  let answer = (): void => {};
  const isDue = new Promise<void>((resolve) => void (answer = resolve));
  await page.route('**/api/links/*', async (route) => {
    await isDue;
    await route.continue();
  });
  await chooseAction(page, shownUrl(link), 'Resume');
  await page.getByRole('row').nth(1).focus();
  await page.keyboard.press('F8');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await expect(undo(page)).toBeFocused();

  answer();
  await expect(toasts(page)).toHaveText(['Link resumed']);
  await expect(region(page)).toBeFocused();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Escape');
  await expect(toasts(page)).toHaveText(['1 link pausedUndo']);
  await page.keyboard.press('Escape');
  await expect(toasts(page)).toHaveCount(0);
  await expect(page.getByRole('row').nth(1)).toBeFocused();
});

test('a deletion that has begun offers no undo', async ({ page }) => {
  await openList(page);
  await page.route('**/api/v1/bulk-actions/*', async (route) => {
    const answer = await route.fetch();
    await route.fulfill({ json: { ...(await answer.json()), state: 'running' } });
  });
  await page.getByLabel('Select the links of this page').check();
  const bar = page.getByRole('region', { name: 'Selected links' });
  await bar.getByRole('button', { name: 'Delete' }).press('Enter');

  await expect(toasts(page)).toHaveText([/^Deleting 1 link: \d+%$/]);
  await expect(undo(page)).toHaveCount(0);
  await page.unrouteAll({ behavior: 'ignoreErrors' });
});

type Box = NonNullable<Awaited<ReturnType<Locator['boundingBox']>>>;

async function boxOf(shown: Locator): Promise<Box> {
  const box = await shown.boundingBox();
  if (!box) throw new Error('Not shown');
  return box;
}

/** How much of a box another one covers, in pixels. */
function coveredBy(over: Box, box: Box): number {
  const width = Math.min(over.x + over.width, box.x + box.width) - Math.max(over.x, box.x);
  const height = Math.min(over.y + over.height, box.y + box.height) - Math.max(over.y, box.y);
  return Math.max(0, width) * Math.max(0, height);
}

for (const screen of [
  '1024 × 768',
  '320 × 640',
  '1440 × 900 @more',
  '820 × 1180 @more',
  '390 × 844 @more',
]) {
  test(`a toast covers no button of a dialog on a screen of ${screen}`, async ({ page }) => {
    const [width = 0, height = 0] = screen.split(/ × | /).map(Number);
    await page.setViewportSize({ width, height });
    await registered(page);
    const link = await created(page, { originalUrl: 'https://example.com/' });
    await page.goto('/links');
    const message = 'This destination is on a list of dangerous addresses.';
    await page.route(`**/api/links/${link.id}`, (route) =>
      route.request().method() === 'PUT'
        ? route.fulfill({ status: 422, json: { code: 'blocked', message } })
        : route.fallback(),
    );
    await chooseAction(page, shownUrl(link), 'Edit Link');
    const dialog = page.getByRole('dialog');
    const update = dialog.getByRole('button', { name: 'Update Link' });
    await unfold(dialog, 'Name');
    await dialog.getByLabel('Title').fill('Changed');
    await update.click();
    await expect(toasts(page)).toContainText(message);
    const toast = await boxOf(toasts(page));

    const buttons = await dialog.getByRole('button').filter({ visible: true }).all();
    expect(buttons.length).toBeGreaterThan(2);
    for (const button of buttons) {
      const text = await button.textContent();
      expect([text, coveredBy(toast, await boxOf(button))]).toEqual([text, 0]);
    }
  });
}
