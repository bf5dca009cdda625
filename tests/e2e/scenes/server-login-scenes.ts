import type { Page } from '@playwright/test';
import type { Scene } from './scenes.ts';

const path = '/settings/api';
const database = 'waypost_sql_0192f0c17e1a70008000000000000001';

/** As with a ClickHouse server of the operator's, which this Waypost does not have. */
async function onServer(page: Page, createdAt: string | null): Promise<void> {
  const login = { url: 'https://clickhouse.example.com:8443', database, createdAt };
  const password = 'Zq3vT0cXn8Lr5Wd1Ks7Yb2Hf9Jm4Pa6E';
  await page.route(/\/api\/(v1\/)?sql\/login$/, (route) => {
    const isNew = route.request().method() === 'POST';
    return route.fulfill({
      status: isNew ? 201 : 200,
      json: isNew ? { ...login, password } : { login },
    });
  });
  await page.reload();
  await page.getByRole('heading', { name: 'ClickHouse' }).waitFor();
}

const since = '2026-11-02T08:00:00.000Z';
const click = (page: Page, name: string) => page.getByRole('button', { name }).click();

/** The person's own password for a ClickHouse server. */
export const serverLoginScenes: readonly Scene[] = [
  { name: 'server-login', path, act: (page) => onServer(page, since) },
  { name: 'server-login-none', path, act: (page) => onServer(page, null) },
  {
    name: 'server-login-new',
    path,
    shows: 'NewPasswordDialog',
    isWindow: true,
    act: async (page) => {
      await onServer(page, since);
      await click(page, 'New password');
    },
  },
  {
    name: 'server-login-made',
    path,
    shows: 'NewPasswordDialog',
    isWindow: true,
    act: async (page) => {
      await onServer(page, null);
      await click(page, 'Create password');
      await page.getByRole('dialog').getByRole('button', { name: 'Create' }).click();
      await page.getByText('It is not shown again').waitFor();
    },
  },
  {
    name: 'server-login-connect',
    path,
    shows: 'ServerConnectDialog',
    isWindow: true,
    act: async (page) => {
      await onServer(page, since);
      await click(page, 'How to connect');
    },
  },
  {
    name: 'server-login-remove',
    path,
    shows: 'RemovePasswordDialog',
    isWindow: true,
    act: async (page) => {
      await onServer(page, since);
      await click(page, 'Remove password');
    },
  },
];
