import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { expect, newPerson, password, registered, test } from '#tests/e2e/setting/journey';
import { mailedLink, subjectsTo } from '#tests/e2e/setting/mails';

const asAccessible = async (page: Page) => {
  await expect(page.locator('h1').first()).toBeVisible();
  const { violations } = await new AxeBuilder({ page }).analyze();
  expect(violations.map(({ id, nodes }) => `${id} ${nodes[0]?.html}`)).toEqual([]);
};

/** The server's response, once, to a person who signed in long ago. */
const forgetProof = (page: Page, calls: string) =>
  page.route(
    calls,
    (route) =>
      route.fulfill({
        status: 403,
        contentType: 'application/problem+json',
        json: { code: 'reauth_required', message: 'Please enter your password to continue' },
      }),
    { times: 1 },
  );

test('[proven-addresses] an email address is confirmed by its emailed link, and API keys can then be created', async ({
  page,
}) => {
  const { email } = await registered(page);
  await page.goto('/settings');
  await page.getByRole('link', { name: 'API', exact: true }).click();
  await expect(page.getByRole('button', { name: 'New API key' })).toBeDisabled();
  await page.getByRole('link', { name: 'Profile', exact: true }).click();
  await expect(page.getByText('Your email is not confirmed yet.')).toBeVisible();
  await page
    .getByRole('form', { name: 'Profile Information' })
    .getByRole('button', { name: 'Resend email' })
    .click();
  await expect(page.getByText('Check Your Email', { exact: true })).toBeVisible();

  const link = await mailedLink(email, /^Welcome/, '/verify');
  const answer = await page.goto(link);
  expect(answer?.headers()['referrer-policy']).toBe('no-referrer');
  await page.reload();
  await asAccessible(page);
  await page.getByRole('button', { name: 'Confirm Email' }).press('Enter');

  await expect(page.getByText('Email Confirmed', { exact: true })).toBeVisible();
  await expect(page).toHaveURL(/\/settings\/profile$/);
  await expect(page.getByText('Email confirmed', { exact: true })).toBeVisible();
  await page.getByRole('link', { name: 'API', exact: true }).click();
  await page.getByRole('button', { name: 'New API key' }).click();
  await forgetProof(page, '**/api/keys');
  await page.getByRole('dialog').getByLabel('Name').fill('Shop');
  await page.keyboard.press('Enter');
  const question = page.getByRole('dialog', { name: "Confirm it's you" });
  await question.getByLabel('Password', { exact: true }).fill(password);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: 'Copy API key' })).toBeVisible();
  await page.getByRole('button', { name: 'Done' }).click();

  await page.context().clearCookies();
  await page.goto(link);
  await page.getByRole('button', { name: 'Confirm Email' }).click();
  await expect(page.getByText('This email address is already confirmed.').first()).toBeVisible();
  await expect(page).toHaveURL('/login');
});

test('[sensitive-changes] a new email address takes effect after its link is opened, and requires the password @more', async ({
  page,
}) => {
  const { email } = await registered(page);
  const wish = newPerson('Augusta').email;
  await page.goto('/settings');
  await expect(page.getByLabel('Email', { exact: true })).toHaveValue(email);
  await forgetProof(page, '**/api/profile');
  await page.getByLabel('Email', { exact: true }).fill('nobody');
  await page.getByRole('button', { name: 'Update Profile' }).click();
  await expect(page.getByText('Please enter a valid email address')).toBeVisible();
  await page.getByLabel('Email', { exact: true }).fill(wish);
  await page.getByRole('button', { name: 'Update Profile' }).click();

  const dialog = page.getByRole('dialog', { name: "Confirm it's you" });
  await dialog.getByLabel('Password', { exact: true }).fill('not the password');
  await dialog.getByRole('button', { name: 'Continue' }).click();
  await expect(dialog.getByText('Current password is incorrect')).toBeVisible();
  await asAccessible(page);
  await dialog.getByLabel('Password', { exact: true }).fill(password);
  await page.keyboard.press('Enter');

  await expect(page.getByText(`Waiting for ${wish}`)).toBeVisible();
  await expect(page.getByLabel('Email', { exact: true })).toHaveValue(email);
  await page.getByRole('button', { name: 'Cancel change' }).click();
  await expect(page.getByText('Email Change Canceled', { exact: true })).toBeVisible();
  await expect(page.getByText(`Waiting for ${wish}`)).toHaveCount(0);
  await page.getByLabel('Email', { exact: true }).fill(wish);
  await page.getByRole('button', { name: 'Update Profile' }).click();
  await expect(page.getByText(`Waiting for ${wish}`)).toBeVisible();

  await expect.poll(() => subjectsTo(wish)).toHaveLength(2);
  await page.goto(await mailedLink(wish, /^Confirm your new email/, '/verify'));
  await page.getByRole('button', { name: 'Confirm Email' }).click();
  await expect(page.getByText('Email Confirmed', { exact: true })).toBeVisible();
  await expect(page.getByLabel('Email', { exact: true })).toHaveValue(wish);
  await expect
    .poll(() => subjectsTo(email))
    .toEqual(
      expect.arrayContaining([
        'Your Waypost email address is about to change',
        'Your Waypost email address was changed',
      ]),
    );
});

test('a tab goes on with the new email address when it was confirmed in another browser', async ({
  page,
  browser,
}) => {
  await registered(page);
  const wish = newPerson('Augusta').email;
  await page.goto('/settings');
  await page.getByLabel('Email', { exact: true }).fill(wish);
  await page.getByRole('button', { name: 'Update Profile' }).click();
  await expect(page.getByText(`Waiting for ${wish}`)).toBeVisible();
  const phone = await (await browser.newContext()).newPage();
  await phone.goto(await mailedLink(wish, /^Confirm your new email/, '/verify'));
  await phone.getByRole('button', { name: 'Confirm Email' }).click();
  await expect(phone.getByText('Email Confirmed', { exact: true })).toBeVisible();

  await page.getByLabel('First name').fill('Augusta Ada');
  await page.evaluate(() => window.dispatchEvent(new Event('focus')));
  const dialog = page.getByRole('dialog', { name: 'You have been signed out' });
  await dialog.getByLabel('Email', { exact: true }).fill(wish);
  await dialog.getByLabel('Password', { exact: true }).fill(password);
  await dialog.getByRole('button', { name: 'Sign In' }).click();

  await expect(dialog).toBeHidden();
  const profile = page.getByRole('form', { name: 'Profile Information' });
  await expect(profile.getByLabel('Email', { exact: true })).toHaveValue(wish);
  await expect(profile.getByLabel('First name')).toHaveValue('Augusta Ada');
});
