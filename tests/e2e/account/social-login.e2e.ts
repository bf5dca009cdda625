import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { ada } from '#tests/support/doubles/open-id-provider';
import { expect, test } from '#tests/e2e/setting/journey';
import { mailedLink } from '#tests/e2e/setting/mails';

const email = String(ada['email']);
const newPassword = 'difference-engine-no-2';

async function expectAccessible(page: Page) {
  const { violations } = await new AxeBuilder({ page }).analyze();
  expect(violations.map(({ id, nodes }) => `${id} ${nodes[0]?.html}`)).toEqual([]);
}

test('a person signs in with Google, cancels once, and sets a password by email @more', async ({
  page,
  browser,
}) => {
  await page.goto('/login');
  await page.getByRole('link', { name: 'Continue with Google' }).click();
  await page.getByRole('link', { name: 'Cancel' }).click();
  await expect(page.getByRole('alert')).toContainText('Signing in with Google was canceled.');
  await expect(page.getByRole('link', { name: 'Continue with Facebook' })).toBeVisible();

  await page.getByRole('link', { name: 'Continue with Google' }).focus();
  await page.keyboard.press('Enter');
  await page.getByRole('link', { name: 'Continue as Ada' }).click();
  await expect(page).toHaveURL(/\/dashboard$/);
  await page.goto('/settings/security');
  await expect(page.getByText('You sign in with Google and have no password here.')).toBeVisible();
  await page.getByRole('link', { name: 'Profile', exact: true }).click();
  await page.getByRole('button', { name: 'Delete Account' }).click();
  await expect(page.getByRole('dialog')).toContainText('Deleting an account needs a password');
  await expectAccessible(page);
  await page.getByRole('dialog').getByRole('button', { name: 'Set a Password' }).click();
  await expect(page.getByText('Check Your Email', { exact: true })).toBeVisible();

  const other = await browser.newContext();
  const there = await other.newPage();
  await there.goto(await mailedLink(email, /^Reset/, '/reset-password'));
  await there.getByLabel('New password', { exact: true }).fill(newPassword);
  await there.getByLabel('Confirm new password').fill(newPassword);
  await there.getByRole('button', { name: 'Reset Password' }).click();
  await expect(there).toHaveURL(/\/login$/);
  await there.getByLabel('Email').fill(email);
  await there.getByLabel('Password', { exact: true }).fill(newPassword);
  await there.getByRole('button', { name: 'Sign In' }).click();
  await expect(there).toHaveURL(/\/dashboard$/);
  await there.goto('/settings/security');
  await expect(there.getByRole('heading', { name: 'Change Password' })).toBeVisible();
  await other.close();
});

test('without a configured provider there is no button, and an unknown error shows nothing', async ({
  page,
}) => {
  await page.route(/\/(login|register)/, async (route) => {
    const answer = await route.fetch();
    const body = (await answer.text()).replace('content="google facebook"', 'content=""');
    await route.fulfill({ response: answer, body });
  });

  for (const path of ['/login?provider=google&problem=%3Cb%3E', '/register']) {
    await page.goto(path);
    await expect(page.getByLabel('Email')).toBeVisible();
    await expect(page.getByRole('link', { name: /^Continue with/ })).toHaveCount(0);
    await expect(page.getByRole('alert')).toHaveText('');
  }
});
