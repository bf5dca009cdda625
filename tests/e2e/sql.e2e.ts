import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { agents, created, expect, freeAlias, registered, test, visit } from './setting/journey.ts';
import { withSetting } from './setting/instance-settings.ts';
import { confirmed } from './setting/mails.ts';

const editor = (page: Page) => page.getByRole('textbox', { name: 'SQL statement' });

/** Runs until its time is over: each row is hashed many times. */
const slow = `SELECT sum(${'sipHash64('.repeat(30)}number${')'.repeat(30)}) FROM numbers(90000000)`;

/** Replaces the statement, by the keyboard alone. */
async function write(page: Page, statement: string): Promise<void> {
  await editor(page).focus();
  await page.keyboard.press('Control+a');
  await page.keyboard.insertText(statement);
}

test('a statement runs by keyboard, and its result is a table, a chart and a file', async ({
  page,
}) => {
  await confirmed(page);
  const link = await created(page, {
    originalUrl: 'https://example.com/sql',
    customAlias: freeAlias('sql'),
  });
  await visit(link.shortUrl, agents.desktop);
  await visit(link.shortUrl, agents.desktop);
  await page.goto('/sql');
  const total = page.getByRole('cell', { name: '2', exact: true });
  const statement = 'SELECT device, count() AS clicks FROM clicks GROUP BY device';
  await expect(async () => {
    await write(page, statement);
    await page.keyboard.press('Control+Enter');
    await expect(total).toBeVisible({ timeout: 2_000 });
  }).toPass();
  await expect(page.getByRole('cell', { name: 'desktop' })).toBeVisible();
  await expect(page.getByRole('status').filter({ hasText: '1 row ·' })).toBeVisible();

  await page.getByRole('button', { name: 'Chart' }).click();
  await expect(page.getByRole('list', { name: 'clicks by device' })).toContainText('desktop');

  const downloading = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download' }).click();
  await page.getByRole('menuitem', { name: 'CSV', exact: true }).click();
  const file = await (await downloading).path();
  expect((await readFile(file, 'utf8')).trim().split('\n')).toEqual([
    '"device","clicks"',
    '"desktop",2',
  ]);
});

test('an error says what is wrong, and the statement stays @more', async ({ page }) => {
  await confirmed(page);
  await page.goto('/sql');
  await write(page, 'SELECT nothing FROM clicks');
  await page.keyboard.press('Control+Enter');
  await expect(page.getByRole('alert')).toContainText('nothing');
  await write(page, "SELECT file('/etc/passwd')");
  await page.getByRole('button', { name: 'Run' }).click();
  await expect(page.getByRole('alert')).toContainText('file');
  await expect(editor(page)).toContainText("file('/etc/passwd')");
});

test('a result that is cut says so, and a whole one does not @more', async ({ page }) => {
  await confirmed(page);
  await page.goto('/sql');
  const note = page.getByText('Only the first 10,000 rows: there are more.');
  const status = page.getByRole('status').filter({ hasText: 'rows ·' });

  await write(page, 'SELECT number FROM numbers(10001) ORDER BY number');
  await page.keyboard.press('Control+Enter');
  await expect(note).toBeVisible();
  await expect(status).toContainText('first 10,000 rows ·');
  const head = page.getByRole('columnheader', { name: 'number' });
  await expect(head).toBeVisible();
  await expect(head.getByRole('button')).toHaveCount(0);

  await write(page, 'SELECT number FROM numbers(10000) ORDER BY number');
  await page.keyboard.press('Control+Enter');
  await expect(note).toBeHidden();
  await expect(status).not.toContainText('first');
  await head.getByRole('button').click();
  await expect(page.getByRole('row').nth(1)).toHaveText('9999');
});

test('a whole result is sorted here, and its columns are hidden, moved and resized', async ({
  page,
}) => {
  await confirmed(page);
  await page.goto('/sql');
  await write(
    page,
    'SELECT number AS n, if(number = 1, NULL, toString(100 - number)) AS word, toUInt64(number * 5000000000) AS big FROM numbers(150)',
  );
  await page.keyboard.press('Control+Enter');
  const heads = page.getByRole('table', { name: 'Result' }).getByRole('columnheader');
  const cells = page.getByRole('row').nth(1).getByRole('cell');
  await expect(heads).toHaveText(['n', 'word', 'big']);
  await page.getByRole('button', { name: 'Next page' }).click();
  await expect(cells.first()).toHaveText('100');

  await heads.nth(2).getByRole('button').click();
  await expect(heads.nth(2)).toHaveAttribute('aria-sort', 'descending');
  await expect(cells).toHaveText(['149', '-49', '745000000000']);
  await heads.nth(1).getByRole('button').click();
  await expect(heads.nth(1)).toHaveAttribute('aria-sort', 'ascending');
  await page.getByRole('button', { name: 'Next page' }).click();
  await expect(page.getByRole('row').last()).toContainText('NULL');

  await page.getByRole('button', { name: 'Columns of the result' }).click();
  await page.getByRole('button', { name: 'Move big to the left' }).click();
  await page.getByRole('checkbox', { name: 'n', exact: true }).click();
  await expect(heads).toHaveText(['big', 'word']);
  const widthOf = async () => (await heads.first().boundingBox())?.width ?? 0;
  const before = await widthOf();
  await page.getByRole('button', { name: 'Make big wider' }).click();
  expect(await widthOf()).toBeCloseTo(before * 1.2, 0);
  await page.getByRole('checkbox', { name: 'word' }).click();
  await expect(page.getByRole('checkbox', { name: 'big' })).toBeDisabled();
});

test('a running statement can be cancelled @more', async ({ page }) => {
  await confirmed(page);
  await page.goto('/sql');
  await write(page, slow);
  await page.keyboard.press('Control+Enter');
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByRole('status').filter({ hasText: 'Cancelled' })).toBeVisible();

  await expect(async () => {
    await write(page, 'SELECT 42 AS answer');
    await page.keyboard.press('Control+Enter');
    await expect(page.getByRole('cell', { name: '42' })).toBeVisible({ timeout: 2_000 });
  }).toPass();
});

test('examples and the history put a statement into the editor; columns are inserted @more', async ({
  page,
}) => {
  await confirmed(page);
  await page.goto('/sql');
  await page.getByRole('button', { name: 'Examples' }).click();
  const examples = page.getByRole('dialog', { name: 'Examples' });
  await expect(examples.getByRole('list').getByRole('button')).toHaveCount(21);
  await examples.getByRole('list').getByRole('button').nth(1).click();
  await expect(examples).toBeHidden();
  await page.getByRole('button', { name: 'Run' }).click();
  await expect(page.getByRole('heading', { name: 'Result' })).toBeVisible();

  await write(page, 'SELECT 7 AS seven');
  await page.keyboard.press('Control+Enter');
  await expect(page.getByRole('cell', { name: '7' })).toBeVisible();
  await page.reload();
  await expect(editor(page)).toContainText('SELECT 7 AS seven');
  await page.getByRole('button', { name: 'History' }).click();
  const history = page.getByRole('dialog', { name: 'History' });
  await expect(history.getByRole('list').getByRole('button')).toHaveCount(2);
  await page.keyboard.press('Escape');

  await write(page, 'SELECT ');
  await page.getByRole('list', { name: 'Columns of clicks' }).getByRole('button').first().click();
  await expect(editor(page)).toContainText(/SELECT \w+/);
});

test('completion offers names, not within numbers and texts, and closes when the statement runs @more', async ({
  page,
}) => {
  await confirmed(page);
  await page.goto('/sql');
  const offered = page.getByRole('listbox', { name: 'Completions' });
  await write(page, '');
  await page.keyboard.type("SELECT 'coun', 12", { delay: 150 });
  await expect(offered).toHaveCount(0);
  await page.keyboard.type(', coun', { delay: 150 });
  await expect(offered.getByRole('option', { name: 'country' })).toBeVisible();
  await page.keyboard.press('Control+Enter');
  await expect(offered).toHaveCount(0);

  await write(page, 'SELECT coun');
  await page.keyboard.type('t');
  await page.getByRole('button', { name: 'Run' }).focus();
  await expect(page.getByRole('button', { name: 'Run' })).toBeFocused();
  await page.waitForTimeout(500);
  await expect(offered).toHaveCount(0);
});

test('a statement that was written and not run is there after leaving the page, and logging out removes it @more', async ({
  page,
}) => {
  await confirmed(page);
  await page.goto('/sql');
  await write(page, 'SELECT 3 AS three');
  await page.keyboard.press('Control+Enter');
  await expect(page.getByRole('cell', { name: '3' })).toBeVisible();
  await write(page, 'SELECT 4 AS four');

  await page.getByRole('link', { name: 'My Links' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'My Links' })).toBeVisible();
  await page.goBack();
  await expect(editor(page)).toContainText('SELECT 4 AS four');
  await page.reload();
  await expect(editor(page)).toContainText('SELECT 4 AS four');

  await page.getByRole('button', { name: /^Account of/ }).click();
  await page.getByRole('menuitem', { name: 'Log out' }).click();
  await expect(page).not.toHaveURL(/sql/);
  const kept = await page.evaluate(() =>
    Object.keys(localStorage).filter((key) => key.startsWith('waypost.sql.')),
  );
  expect(kept).toEqual([]);
});

test('the focus stays on the button that led to the last page @more', async ({ page }) => {
  await confirmed(page);
  await page.goto('/sql');
  await write(page, 'SELECT number FROM numbers(150)');
  await page.keyboard.press('Control+Enter');

  const next = page.getByRole('button', { name: 'Next page' });
  await next.press('Enter');
  await expect(page.getByText('101–150 of 150')).toBeVisible();
  await expect(next).toBeFocused();
  await expect(next).toHaveAttribute('aria-disabled', 'true');
  await page.keyboard.press('Enter');
  await expect(page.getByText('101–150 of 150')).toBeVisible();
});

test('a chart of many times is as tall as a chart of few @more', async ({ page }) => {
  await confirmed(page);
  await page.goto('/sql');
  await write(page, 'SELECT toDate(number) AS day, number AS clicks FROM numbers(900)');
  await page.keyboard.press('Control+Enter');
  await page.getByRole('button', { name: 'Chart' }).click();

  await expect(page.getByRole('table', { name: 'clicks by day' })).toBeAttached();
  const height = await page.evaluate(() => document.documentElement.scrollHeight);
  expect(height).toBeLessThan(1_500);
});

test('a chart shows one line per value of a text, and bars name their rows on a phone @more', async ({
  page,
}) => {
  await confirmed(page);
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/sql');
  await write(
    page,
    "SELECT toStartOfMonth(toDate('2026-01-15') + number * 31) AS month, arrayJoin(['EUR', 'USD']) AS currency, number AS sales FROM numbers(5)",
  );
  await page.getByRole('button', { name: 'Run' }).click();
  await page.getByRole('button', { name: 'Chart' }).click();
  await expect(page.getByRole('list', { name: 'Lines' })).toHaveText(/EUR\s*USD/);
  await expect(page.getByRole('table', { name: 'sales by month' }).getByRole('row')).toHaveCount(6);

  await write(
    page,
    "SELECT concat('Country ', toString(number)) AS country, number * 1000 AS clicks_of_all_people_in_this_time FROM numbers(997)",
  );
  await page.getByRole('button', { name: 'Run' }).click();
  await page.getByRole('button', { name: 'Chart' }).click();
  await expect(page.getByText('The first 30 of 997 rows')).toBeVisible();
  const bars = page.getByRole('list', { name: 'clicks_of_all_people_in_this_time by country' });
  await expect(bars.getByRole('listitem').first()).toHaveText('Country 000.0%');
  const label = await bars.getByText('Country 29').boundingBox();
  expect(label?.width).toBeGreaterThan(100);
});

test('a statement is saved under a name, opened again, renamed and deleted @more', async ({
  page,
}) => {
  await confirmed(page);
  await page.goto('/sql');
  await editor(page).press('Control+a');
  await page.keyboard.press('Delete');
  await expect(page.getByRole('button', { name: 'Run' })).toBeDisabled();
  await expect(page.getByRole('button', { name: 'Save', exact: true })).toBeDisabled();
  await write(page, 'SELECT 11 AS eleven');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  const naming = page.getByRole('dialog', { name: 'Save this statement' });
  await naming.getByRole('button', { name: 'Save statement' }).click();
  await expect(naming.getByText('Please enter a name')).toBeVisible();
  await naming.getByRole('textbox', { name: 'Name' }).fill('Eleven');
  await page.keyboard.press('Enter');
  await expect(naming).toBeHidden();

  await page.reload();
  await page.getByRole('button', { name: 'Saved', exact: true }).click();
  const saved = page.getByRole('dialog', { name: 'Saved statements' });
  await saved.getByRole('button', { name: 'Rename Eleven' }).click();
  const renaming = page.getByRole('dialog', { name: 'Rename statement' });
  await renaming.getByRole('textbox', { name: 'Name' }).fill('The eleven');
  await page.keyboard.press('Enter');
  await expect(saved.getByText('The eleven', { exact: true })).toBeVisible();
  await saved.getByText('SELECT 11 AS eleven').click();
  await expect(saved).toBeHidden();
  await expect(editor(page)).toContainText('SELECT 11 AS eleven');

  await page.getByRole('button', { name: 'Saved', exact: true }).click();
  const remove = saved.getByRole('button', { name: 'Delete The eleven' });
  await remove.press('Enter');
  await expect(saved.getByText('Delete The eleven? This cannot be undone.')).toBeVisible();
  await saved.getByRole('button', { name: 'Cancel' }).press('Enter');
  await expect(remove).toBeFocused();
  await remove.press('Enter');
  await saved.getByRole('button', { name: 'Delete', exact: true }).press('Enter');
  await expect(saved.getByText('No statement is saved yet')).toBeVisible();
  await page.keyboard.press('Shift+Tab');
  await expect(saved.getByRole('button', { name: 'Close' })).toBeFocused();
});

test('a statement of a known name replaces it when that is wanted @more', async ({ page }) => {
  await confirmed(page);
  await page.goto('/sql');
  const save = async (statement: string) => {
    await write(page, statement);
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByRole('textbox', { name: 'Name' }).fill('Mine');
    await page.getByRole('button', { name: 'Save statement' }).click();
  };
  const dialog = page.getByRole('dialog');
  await save('SELECT 1 AS one');
  await expect(dialog).toBeHidden();
  // Another visit knows the names from the server alone.
  await page.reload();
  await expect(editor(page)).toContainText('SELECT 1 AS one');

  await save('SELECT 2 AS two');
  await expect(dialog.getByText('There is a statement with the name ‘Mine’')).toBeVisible();
  await page.getByRole('button', { name: 'Replace statement' }).press('Enter');
  await expect(dialog).toBeHidden();

  await page.getByRole('button', { name: 'Saved', exact: true }).click();
  await expect(dialog.getByRole('listitem')).toHaveCount(1);
  await expect(dialog.getByRole('listitem')).toContainText('SELECT 2 AS two');
});

test('a person without a confirmed address is told what to do', async ({ page }) => {
  await registered(page);
  await page.goto('/sql');
  await expect(page.getByText('Confirm your email address first')).toBeVisible();
});

test('where SQL is switched off nothing offers it @more', async ({ page }) => {
  await withSetting(page, 'sql', ['on', 'off']);
  await confirmed(page);

  await page.goto('/settings/api');
  const navigation = page.getByRole('navigation', { name: 'Main' });
  await expect(navigation.getByRole('link', { name: 'Tracking Setup' })).toBeVisible();
  await expect(navigation.getByRole('link', { name: 'SQL' })).toHaveCount(0);
  await page.getByRole('button', { name: 'New API key' }).click();
  await expect(page.getByRole('switch', { name: 'Export the account' })).toBeVisible();
  await expect(page.getByRole('switch', { name: 'Ask in SQL' })).toHaveCount(0);
});
