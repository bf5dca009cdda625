import type { Page } from '@playwright/test';
import { expect, test } from './setting/journey.ts';
import { confirmed } from './setting/mails.ts';

test.use({ permissions: ['clipboard-read', 'clipboard-write'] });

const copied = (page: Page) => page.evaluate(() => navigator.clipboard.readText());

const server = 'https://clickhouse.example:8443';
const database = 'waypost_sql_0192f0c17e1a70008000000000000001';

/** The Waypost of these journeys has no ClickHouse server, so its answers about one are written here. */
test('a password for ClickHouse is created by keyboard, shown once, replaced and removed @more', async ({
  page,
}) => {
  let made = 0;
  let createdAt: string | null = null;
  await page.route(/\/api\/(v1\/)?sql\/login$/, (route) => {
    const method = route.request().method();
    if (method === 'DELETE') createdAt = null;
    if (method === 'POST') createdAt = new Date(Date.UTC(2026, 10, 20)).toISOString();
    if (method === 'DELETE') return route.fulfill({ status: 204 });
    const login = { url: server, database, createdAt };
    const json = method === 'POST' ? { ...login, password: `password ${++made}` } : { login };
    return route.fulfill({ status: method === 'POST' ? 201 : 200, json });
  });
  await confirmed(page);
  await page.goto('/settings/api');
  const dialog = page.getByRole('dialog');
  await expect(page.getByText('None yet')).toBeVisible();

  await page.getByRole('button', { name: 'Create password' }).focus();
  await page.keyboard.press('Enter');
  await expect(dialog).not.toContainText('earlier password');
  await dialog.getByRole('button', { name: 'Create' }).focus();
  await page.keyboard.press('Enter');
  await expect(dialog.getByText('password 1', { exact: true })).toBeVisible();
  await expect(dialog.getByRole('button', { name: 'Copy password' })).toBeFocused();
  await expect(dialog).toContainText(`--host clickhouse.example --secure --user ${database}`);
  await page.keyboard.press('Escape');
  await expect(page.getByText('password 1')).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'New password' })).toBeFocused();

  await page.getByRole('button', { name: 'New password' }).click();
  await expect(dialog).toContainText('Your earlier password stops working immediately.');
  await dialog.getByRole('button', { name: 'Create' }).click();
  await dialog.getByRole('button', { name: 'Copy password' }).click();
  await expect.poll(() => copied(page)).toBe('password 2');
  await dialog.getByRole('button', { name: 'Done' }).click();

  await page.getByRole('button', { name: 'How to connect' }).click();
  await expect(dialog).toContainText('Server port: 8443');
  await expect(dialog).not.toContainText('password 2');
  await page.keyboard.press('Escape');

  await page.getByRole('button', { name: 'Remove password' }).click();
  await dialog.getByRole('button', { name: 'Remove', exact: true }).click();
  await expect(page.getByText('ClickHouse password removed', { exact: true })).toBeVisible();
  await expect(page.getByText('None yet')).toBeVisible();
});

test('without a ClickHouse server of the operator’s there is nothing about one @more', async ({
  page,
}) => {
  await confirmed(page);
  await page.goto('/settings/api');
  await expect(page.getByText('No API keys yet')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'ClickHouse' })).toHaveCount(0);
});
