import type { Locator, Page } from '@playwright/test';
import { agents, created, expect, registered, test, visit } from './setting/journey.ts';
import { keyboardComplaints } from './scenes/keyboard.ts';
import { confirmed } from './setting/mails.ts';

const mostTabs = 90;
const button = (page: Page, name: string | RegExp) =>
  page.getByRole('button', { name }).filter({ visible: true }).first();

/** Goes to a control as the keyboard does, from the beginning of the page. */
async function tabTo(page: Page, control: Locator): Promise<void> {
  await expect(control).toBeVisible();
  for (let tabs = 0; tabs < mostTabs; tabs += 1) {
    if (await control.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press('Tab');
  }
  await expect(control).toBeFocused({ timeout: 100 });
}

/** What is open holds the focus, closes with Escape, and gives the focus back to the control that opened it. */
async function expectLayer(
  page: Page,
  opener: Locator,
  what: string,
  hasChanges = false,
): Promise<void> {
  expect.soft([what, await keyboardComplaints(page, hasChanges)]).toEqual([what, []]);
  await expect(opener, what).toBeFocused();
}

async function openDialog(page: Page, opener: Locator, title: string): Promise<void> {
  await tabTo(page, opener);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog').getByRole('heading', { name: title })).toBeVisible();
  await expectLayer(page, opener, title);
}

/** Opens the menu, goes down to the action and chooses it. */
async function chooseFromMenu(page: Page, opener: Locator, action: string): Promise<void> {
  await page.keyboard.press('Enter');
  await expect(page.getByRole('menuitem').first()).toBeFocused();
  const item = page.getByRole('menuitem', { name: action });
  const place = await item.evaluate((element) => {
    const items = element.closest('[role="menu"]')?.querySelectorAll('[role="menuitem"]') ?? [];
    return [...items].indexOf(element);
  });
  for (let down = 0; down < place; down += 1) await page.keyboard.press('ArrowDown');
  await expect(item).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog').getByRole('heading').first()).toBeVisible();
  await expectLayer(page, opener, action);
}

test('each dialog opens, holds the focus and closes by keyboard, and the focus returns @more', async ({
  page,
}) => {
  await confirmed(page);
  await created(page, { originalUrl: 'https://example.com/', trackConversions: true });
  const dialogs = [
    ['/conversions', 'Add Conversion', 'Record Conversion'],
    ['/settings/profile', 'Delete Account', 'Delete Account'],
    ['/settings/api', 'New API key', 'New API Key'],
    ['/settings/billing', 'Buy lifetime access', 'Lifetime Access'],
  ] as const;
  for (const [path, opener, title] of dialogs) {
    await page.goto(path);
    await openDialog(page, button(page, opener), title);
  }

  await page.goto('/tracking');
  await tabTo(page, page.getByRole('tab', { name: 'Image' }));
  await page.keyboard.press('End');
  await openDialog(page, button(page, 'New secret'), 'New Postback Secret');
});

test('a dialog with changes asks before Escape closes it, and the focus returns by keyboard @more', async ({
  page,
}) => {
  await registered(page);
  await page.goto('/analytics');
  const opener = button(page, 'Add a note');
  await tabTo(page, opener);
  await page.keyboard.press('Enter');
  const note = page.getByRole('dialog').getByLabel('Note');
  await expect(note).toBeFocused();
  await page.keyboard.type('Newsletter sent');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: 'Keep editing' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(note).toBeFocused();
  await expect(note).toHaveValue('Newsletter sent');

  await expectLayer(page, opener, 'a note with changes', true);
});

test('the list of all referrers and the notifications can be read by keyboard @more', async ({
  page,
}) => {
  await registered(page);
  const link = await created(page, { originalUrl: 'https://example.com/' });
  await visit(link.shortUrl, agents.desktop);
  await expect(async () => {
    await page.goto('/');
    await expect(button(page, 'View All')).toBeVisible({ timeout: 2000 });
  }).toPass();

  await openDialog(page, button(page, 'View All'), 'All referrers');
  await page.goto('/links');
  const bell = button(page, /^Notifications/);
  await tabTo(page, bell);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog', { name: 'Notifications' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(bell).toBeFocused();
});

test('each menu action of a link and of a conversion works by keyboard, and the focus returns @more', async ({
  page,
}) => {
  await registered(page);
  const link = await created(page, {
    originalUrl: 'https://example.com/',
    trackConversions: true,
  });
  const { origin } = new URL(process.env['WAYPOST_URL'] ?? '');
  const sale = { linkId: link.id, eventType: 'sale', value: 4900 };
  const answer = await page.request.post('/api/conversions', { data: sale, headers: { origin } });
  expect(answer.status()).toBe(201);

  await page.goto('/links');
  const actions = button(page, /^Actions for/);
  await tabTo(page, actions);
  await page.keyboard.press('Enter');
  await expectLayer(page, actions, 'actions of a link');
  for (const action of ['Edit Link', 'Add Conversion']) {
    await chooseFromMenu(page, actions, action);
  }

  await expect(async () => {
    await page.goto('/conversions');
    await expect(button(page, /^Actions for Sale/)).toBeVisible({ timeout: 2000 });
  }).toPass();
  const ofSale = button(page, /^Actions for Sale/);
  await tabTo(page, ofSale);
  for (const action of ['Edit', 'Delete']) await chooseFromMenu(page, ofSale, action);
});

test('the menu of the account opens and closes by keyboard without a choice @more', async ({
  page,
}) => {
  await registered(page);
  await page.goto('/links');
  const opener = button(page, /^Account of/);
  for (const key of ['Space', 'ArrowDown']) {
    await tabTo(page, opener);
    await page.keyboard.press(key);
    await expect(page.getByRole('menuitem', { name: 'Profile' })).toBeFocused();
    await page.keyboard.press('l');
    await expect(page.getByRole('menuitem', { name: 'Light theme' })).toBeFocused();
    await expectLayer(page, opener, 'menu of the account');
  }
  await page.keyboard.press('Enter');
  await page.keyboard.press('Tab');
  await expect(page.getByRole('menu')).toHaveCount(0);
});

test('a list is chosen from by keyboard @more', async ({ page }) => {
  await registered(page);
  await page.goto('/analytics');
  const range = page.getByRole('combobox', { name: 'Time range' });
  await tabTo(page, range);
  await page.keyboard.press('ArrowDown');
  await expect(range).toHaveValue('30d');
  await expect(page).toHaveURL(/range=30d/);
});

test('Escape first closes the list of links, and then the dialog @more', async ({ page }) => {
  await registered(page);
  await created(page, { originalUrl: 'https://example.com/', trackConversions: true });
  await page.goto('/conversions');
  const opener = button(page, 'Add Conversion');
  await tabTo(page, opener);
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog');
  const choice = dialog.getByRole('combobox', { name: 'Link' });
  await tabTo(page, choice);
  await page.keyboard.press('ArrowDown');
  await expect(page.getByRole('listbox')).toBeVisible();

  await page.keyboard.press('Escape');
  await expect(page.getByRole('listbox')).toHaveCount(0);
  await expect(dialog).toHaveCount(1);
  await expect(choice).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  await expect(opener).toBeFocused();
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, contextOptions: { reducedMotion: 'reduce' } });

  test('the drawer holds the focus, and returns it when it closes', async ({ page }) => {
    await registered(page);
    await page.goto('/links');
    const opener = button(page, 'Open menu');
    await tabTo(page, opener);
    await page.keyboard.press('Enter');
    await expect(page.getByRole('button', { name: 'Close menu' })).toBeVisible();
    await expectLayer(page, opener, 'drawer');
  });
});

test('the first dialog of a page gives the focus back to its button', async ({ page }) => {
  await registered(page);
  await page.goto('/links');
  const opener = page.getByRole('button', { name: 'Tags and folders' });
  await opener.click();
  const heading = page.getByRole('heading', { name: 'Tags and folders' });
  await expect(heading).toBeVisible();
  await page.keyboard.press('Escape');

  await expect(heading).toBeHidden();
  await expect(opener).toBeFocused();
});
