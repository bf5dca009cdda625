import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { expect, password, registered, test } from '#tests/e2e/setting/journey';
import { mailedLink, mailTo } from '#tests/e2e/setting/mails';

const asked = /^Reset your/;
const newPassword = 'another-phrase-nobody-has';

async function askForLink(page: Page, email: string) {
  await page.goto('/login');
  await page.getByRole('link', { name: 'Forgot password?' }).click();
  await expect(page.getByRole('heading', { name: 'Forgot your password?' })).toBeVisible();
  await page.getByLabel('Email').fill(email);
  await page.getByRole('button', { name: 'Send Reset Link' }).click();
  await expect(page.getByRole('heading', { name: 'Check Your Email' })).toBeVisible();
}

async function choose(page: Page, first: string, second = first) {
  await page.getByLabel('New password', { exact: true }).fill(first);
  await page.getByLabel('Confirm new password').fill(second);
  await page.getByRole('button', { name: 'Reset Password' }).click();
}

async function logIn(page: Page, email: string, secret: string) {
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(secret);
  await page.getByRole('button', { name: 'Sign In' }).click();
}

async function expectAccessible(page: Page) {
  const { violations } = await new AxeBuilder({ page }).analyze();
  expect(violations.map(({ id, nodes }) => `${id} ${nodes[0]?.html}`)).toEqual([]);
}

test('a forgotten password is reset by an emailed link, from the form to the dashboard', async ({
  page,
}) => {
  const { email } = await registered(page);
  await page.context().clearCookies();
  await askForLink(page, email);
  await expect(page.getByText('The link expires in 24 hours')).toBeVisible();
  await expect(page.getByText('Check your spam folder')).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('link', { name: 'Back to Sign In' }).click();
  await expect(page).toHaveURL(/\/login$/);

  const link = await mailedLink(email, asked, '/reset-password');
  const answer = await page.goto(link);
  expect(answer?.headers()['referrer-policy']).toBe('no-referrer');
  await page.reload();
  await choose(page, newPassword, `${newPassword}!`);
  await expect(page.getByText("Passwords don't match")).toBeVisible();
  await choose(page, email);
  await expect(page.getByText('This password is too easy to guess.')).toBeVisible();
  await choose(page, newPassword);

  await expect(page.getByText('Password Updated', { exact: true })).toBeVisible();
  await expect(page).toHaveURL(/\/login$/);
  await logIn(page, email, password);
  await expect(page.getByRole('alert')).toContainText('Invalid email or password');
  await logIn(page, email, newPassword);
  await expect(page).toHaveURL(/\/dashboard$/);
  await mailTo(email, /^Your Waypost password was changed$/);

  await page.goto(link);
  await choose(page, 'a-third-phrase-nobody-has');
  await expect(page.getByRole('alert')).toContainText('This reset link is invalid or has expired');
  await expectAccessible(page);
});

test('after a reset the welcome link says that the address is confirmed', async ({ page }) => {
  const { email } = await registered(page);
  await page.context().clearCookies();
  const welcome = await mailedLink(email, /^Welcome/, '/verify');
  await askForLink(page, email);
  await page.goto(await mailedLink(email, asked, '/reset-password'));
  await choose(page, newPassword);
  await expect(page.getByText('Password Updated', { exact: true })).toBeVisible();

  await page.goto(welcome);
  await page.getByRole('button', { name: 'Confirm Email' }).click();
  await expect(page.getByText('This email address is already confirmed.').first()).toBeVisible();
  await expect(page).toHaveURL('/login');
});

test('a signed-in person can request a reset link, and is told after the reset to sign in', async ({
  page,
}) => {
  const { email } = await registered(page);
  await page.goto('/forgot-password');
  await expect(page.getByRole('link', { name: 'Return to Dashboard' })).toBeVisible();
  await page.getByLabel('Email').fill(email);
  await page.getByRole('button', { name: 'Send Reset Link' }).click();
  await expect(page.getByRole('heading', { name: 'Check Your Email' })).toBeVisible();

  await page.goto(await mailedLink(email, asked, '/reset-password'));
  await choose(page, newPassword);

  await expect(page.getByText('Password Updated', { exact: true })).toBeVisible();
  await expect(page).toHaveURL(/\/login$/);
  await logIn(page, email, newPassword);
  await expect(page).toHaveURL(/\/dashboard$/);
});

test('the mail’s HTML fits a phone and is accessible @more', async ({ page, context }) => {
  const { email } = await registered(page);
  await context.clearCookies();
  await askForLink(page, email);
  const mail = await mailTo(email, asked);
  const reader = await context.newPage();
  await reader.setViewportSize({ width: 360, height: 740 });

  await reader.setContent(mail.html ?? '');

  await expect(reader.getByRole('link', { name: 'Choose a new password' })).toBeVisible();
  const overflow = await reader.evaluate(
    () => document.documentElement.scrollWidth - window.innerWidth,
  );
  expect(overflow).toBeLessThanOrEqual(0);
  const { violations } = await new AxeBuilder({ page: reader })
    .withTags(['wcag2a', 'wcag2aa', 'wcag22aa'])
    .analyze();
  expect(violations.map(({ id }) => id)).toEqual([]);
});

test('the forms for resetting a password show errors at their fields', async ({ page }) => {
  await page.goto('/forgot-password');
  await page.getByLabel('Email').fill('nobody');
  await page.getByRole('button', { name: 'Send Reset Link' }).click();
  await expect(page.getByText('Please enter a valid email address')).toBeVisible();

  await page.route('**/api/auth/forgot-password', (route) => route.abort());
  await page.getByLabel('Email').fill('nobody@waypost.test');
  await page.getByRole('button', { name: 'Send Reset Link' }).click();
  await expect(page.getByRole('alert')).toContainText(
    'Failed to send reset email. Please try again.',
  );

  await page.goto('/reset-password?token=x');
  await choose(page, '12345', '');
  await expect(page.getByText('New password must be at least 6 characters')).toBeVisible();
  await expect(page.getByText('Please confirm your password')).toBeVisible();

  await page.goto(`/reset-password?token=${'x'.repeat(201)}`);
  await choose(page, newPassword);
  await expect(page.getByRole('alert')).toContainText('The reset link is incomplete');
});

test('the address that was typed for the login is in the form for a forgotten password', async ({
  page,
}) => {
  await page.goto('/login');
  await page.getByLabel('Email').fill('typed@example.com');
  await page.getByRole('link', { name: 'Forgot password?' }).click();
  await expect(page.getByRole('heading', { name: 'Forgot your password?' })).toBeVisible();
  await expect(page.getByLabel('Email')).toHaveValue('typed@example.com');
  await expect(page).toHaveURL(/\/forgot-password$/);
});
