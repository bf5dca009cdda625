import type { Page, Route } from '@playwright/test';
import { hold } from '#tests/e2e/scenes/hold';
import { expect, newPerson, password, registered, test } from '#tests/e2e/setting/journey';
import { withSetting } from '#tests/e2e/setting/instance-settings';
import { payWith } from './pay-with.ts';
import { withPrice } from './paying-scenes.ts';
import { billingOf, goOnAs, planOf } from './paying-steps.ts';

const dayMs = 86_400_000;

const expectTexts = async (page: Page, texts: readonly string[]) => {
  for (const text of texts) {
    await expect.soft(page.getByText(text).filter({ visible: true }).first()).toBeVisible();
  }
};

/** As if the trial had this many days left. */
const withDaysLeft = (page: Page, days: () => number) =>
  page.route('**/api/auth/user', async (route) => {
    const answer = await route.fetch();
    const trialEndsAt = new Date(Date.now() + days() * dayMs).toISOString();
    await route.fulfill({ json: { ...(await answer.json()), trialEndsAt } });
  });

const cheap = { amountCents: 900, currency: 'USD', interval: 'month', intervalCount: 1 };
const ownPrices = [
  [cheap, 'Pro, $9/month'],
  [
    { ...cheap, amountCents: 70_000, currency: 'JPY', intervalCount: 3 },
    'Pro, ¥700 every 3 months',
  ],
  [{ ...cheap, amountCents: 9050, currency: 'EUR', interval: 'year' }, 'Pro, €90.50/year'],
  [null, 'Pro'],
] as const;

const fail = (route: Route) => route.abort();

test('buying lifetime access shows the specified texts, also on failures @more', async ({
  page,
}) => {
  const person = newPerson();
  await page.goto('/payment');
  await expectTexts(page, [
    ...['Create Your Account', '$49 lifetime access', 'Unlimited link shortening'],
    ...['Advanced analytics and tracking', 'A/B split testing', 'Conversion tracking'],
    ...['Custom aliases', 'Continue to Payment'],
  ]);
  await page.getByLabel('Email').fill('nobody');
  await page.getByLabel('Password', { exact: true }).fill('short');
  await page.getByRole('button', { name: 'Continue to Payment' }).click();
  await expectTexts(page, [
    ...['First name is required', 'Last name is required', 'Please enter a valid email address'],
    'Password must be at least 6 characters',
  ]);
  await page.route('**/api/create-payment-intent', fail);
  await goOnAs(page, { ...person, password });
  await expectTexts(page, ['Error', 'Failed to create payment. Please try again.']);
  await page.reload();
  await expect(page.getByLabel('Email')).toHaveValue(person.email);

  await page.unroute('**/api/create-payment-intent');
  await page.getByLabel('Password', { exact: true }).fill('123456');
  await page.getByRole('button', { name: 'Continue to Payment' }).click();
  await expect(page.getByLabel('Password', { exact: true })).toHaveAccessibleDescription(
    /This password is too easy to guess\. Please choose another one\./,
  );
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Continue to Payment' }).click();
  await expectTexts(page, [
    ...['Complete Payment', `${person.firstName} ${person.lastName}`, person.email],
    ...['Total', '$49.00', 'Complete Payment & Create Account'],
  ]);
  await page.route('**/api/confirm-payment', fail);
  await payWith(page, '4242 4242 4242 4242');
  await expectTexts(page, [
    'Account Creation Failed',
    'Something went wrong. Please contact support.',
  ]);
});

test('subscribing shows the specified texts, also while waiting and on failures @more', async ({
  page,
}) => {
  await registered(page);
  await page.route('**/api/create-subscription', fail);
  await page.route('**/api/billing/offer', fail);
  const held = await hold(page, '**/api/create-subscription', 'POST');
  await page.goto('/subscribe');
  await expectTexts(page, ['Setting up your subscription']);
  await held.release();
  await expectTexts(page, [
    ...['Subscription Error', 'Failed to initialize subscription', 'Return to Dashboard'],
  ]);

  await page.unroute('**/api/create-subscription');
  await page.getByRole('button', { name: 'Try again' }).click();
  await expectTexts(page, ['Failed to initialize payment']);
  await page.unroute('**/api/billing/offer');
  await page.getByRole('button', { name: 'Try again' }).click();
  await expectTexts(page, [
    ...['Continue with Pro', 'Your free trial ends in 30 days.', 'Subscribe - $49/month'],
  ]);
  await expect(page.getByText('ending soon')).toHaveCount(0);

  await withDaysLeft(page, () => 7);
  await page.reload();
  await expectTexts(page, ['Your free trial is ending soon: 7 days left.']);
});

test('a lifetime payment that could not be started can be tried again @more', async ({ page }) => {
  await registered(page);
  await page.route('**/api/billing/lifetime', fail);
  await page.goto('/settings/billing');
  await page.getByRole('button', { name: 'Buy lifetime access' }).click();
  await expectTexts(page, ['Failed to initialize payment']);
  await page.unroute('**/api/billing/lifetime');
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('button', { name: 'Pay $49' })).toBeVisible();
});

test('a signed-out person who opens /subscribe comes back to it after the login', async ({
  page,
}) => {
  const { email } = await registered(page);
  await page.context().clearCookies();
  await page.goto('/subscribe');
  await expectTexts(page, ['Subscription Error', 'Return to Dashboard']);
  await page.getByRole('link', { name: 'Sign In' }).click();
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign In' }).click();

  await expect(page.getByRole('heading', { name: 'Continue with Pro' })).toBeVisible();
  await expect(page).toHaveURL(/\/subscribe$/);
});

test('both prices have the same wording everywhere, with the server’s amounts @more', async ({
  page,
}) => {
  const both = '$49/month, or $49 once for lifetime access';
  const prices = page.getByRole('list', { name: 'Prices' }).getByRole('listitem');
  await page.goto('/');
  await expect(prices).toContainText([/Pro\$49\/month/, /Lifetime access\$49one-time/]);
  for (const path of ['/register', '/payment']) {
    await page.goto(path);
    await expect(page.getByText(both)).toBeVisible();
  }
  await registered(page);
  for (const path of ['/', '/subscribe']) {
    await page.goto(path);
    await expect(page.getByText(both)).toBeVisible();
  }
  await page.goto('/settings/billing');
  await expect(prices).toContainText([/Pro\$49\/month/, /Lifetime access\$49one-time/]);

  await page.route('**/api/billing/offer', async (route) => {
    const answer = await route.fetch();
    const json = { ...(await answer.json()), monthlyCents: 900, lifetimeCents: 19_950 };
    await route.fulfill({ json });
  });
  await page.reload();
  await expect(prices).toContainText([/Pro\$9\/month/, /Lifetime access\$199\.50one-time/]);
  await page.goto('/subscribe');
  await expect(page.getByText('$9/month, or $199.50 once for lifetime access')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Subscribe - $9/month' })).toBeVisible();
});

test('a running subscription has its own price everywhere, beside the offer @more', async ({
  page,
}) => {
  await registered(page);
  await page.goto('/subscribe');
  await payWith(page, '4242 4242 4242 4242');
  await expect.poll(() => planOf(page)).toBe('active');
  const billing = await billingOf(page);
  await expect(billing.getByText('Pro, $49/month')).toBeVisible();
  for (const [price, words] of ownPrices) {
    await withPrice(page, price);
    await page.reload();
    await expect(billing.getByText(`${words}Active`, { exact: true })).toBeVisible();
    await expect(billing.getByText('Next payment')).toBeVisible();
    await expect(billing.getByRole('list', { name: 'Prices' })).toContainText('Pro$49/month');
  }

  const payment = { clientSecret: 'pi_1_secret_1', paymentIntentId: 'pi_1' };
  for (const [price, button] of [
    [cheap, 'Subscribe - $9/month'],
    [null, 'Subscribe'],
  ] as const) {
    const json = { ...payment, lapsed: { price } };
    await page.route('**/api/create-subscription', (route) => route.fulfill({ json }));
    await page.goto('/subscribe');
    await expect(page.getByRole('button', { name: button, exact: true })).toBeVisible();
  }
});

test('an address that had its trial with a deleted account is not told of another one @more', async ({
  page,
}) => {
  const person = await registered(page);
  const { origin } = new URL(process.env['WAYPOST_URL'] ?? '');
  await page.request.delete('/api/profile', { data: { password }, headers: { origin } });
  const hadIt = 'Your email address has already had its free trial.';

  await page.goto('/register');
  await page.getByLabel('First name').fill(person.firstName);
  await page.getByLabel('Last name').fill(person.lastName);
  await page.getByLabel('Email').fill(person.email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Start Free Trial' }).click();

  await expectTexts(page, ['Account Created Successfully!', hadIt]);
  await expect(page.getByText('Your free trial has started.')).toHaveCount(0);
  await page.goto('/subscribe');
  await expectTexts(page, ['Continue with Pro', hadIt]);
  await page.goto('/settings/billing');
  await expectTexts(page, ['No plan', hadIt]);
  await expect(page.getByText('Your trial has ended')).toHaveCount(0);
});

test('a closed trial banner stays closed for its account, until seven days are left @more', async ({
  page,
}) => {
  const banner = page.getByRole('complementary', { name: 'Free trial' });
  const { email } = await registered(page);
  let days = 8;
  await withDaysLeft(page, () => days);
  await page.goto('/');
  await banner.getByRole('button', { name: 'Close' }).focus();
  await page.keyboard.press('Enter');
  await expect(banner).toHaveCount(0);
  await expect(page.getByRole('main')).toBeFocused();
  await page.reload();
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(banner).toHaveCount(0);

  days = 7;
  await page.reload();
  await expect(banner).toContainText('Your free trial ends in 7 days.');
  await expect(banner.getByRole('button', { name: 'Close' })).toHaveCount(0);

  days = 8;
  const other = await registered(page);
  expect(other.email).not.toBe(email);
  await page.goto('/');
  await expect(banner).toContainText('Your free trial ends in 8 days.');
});

test('the trial banner has the specified texts and colors @more', async ({ page }) => {
  await registered(page);
  const banner = page.getByRole('complementary', { name: 'Free trial' });
  let daysLeft = 0;
  await withDaysLeft(page, () => daysLeft);
  const seen = async (days: number) => {
    daysLeft = days;
    await page.goto('/');
    await expect(page.getByRole('heading', { name: 'Welcome, Ada' })).toBeVisible();
    return banner.evaluateAll(([aside]) => {
      if (aside === undefined) return null;
      const { color } = getComputedStyle(aside);
      // A new element for each colour: with less motion, a changed colour takes a moment.
      const isColour = (name: string) => {
        const probe = document.createElement('i');
        probe.style.color = `var(${name})`;
        const isSame = getComputedStyle(aside.appendChild(probe)).color === color;
        probe.remove();
        return isSame;
      };
      const colour = ['--info', '--warn'].filter(isColour).join();
      return [aside.querySelector('p')?.textContent, colour];
    });
  };
  const says = (days: number) =>
    `Your free trial ends in ${days} days. Subscribe to continue using all features.`;

  expect(await seen(8)).toEqual([says(8), '--info']);
  expect(await seen(7)).toEqual([says(7), '--warn']);
  expect(await seen(1)).toEqual([
    'Your free trial ends tomorrow. Subscribe to continue using Waypost Pro.',
    '--warn',
  ]);
  await expect(banner.getByRole('link', { name: 'Subscribe Now' })).toHaveAttribute(
    'href',
    '/subscribe',
  );
  expect(await seen(-0.001)).toBeNull();
});

test('where registration is closed nothing offers a new account @more', async ({ page }) => {
  await withSetting(page, 'registration', ['open', 'closed']);

  await page.goto('/');
  await expect(page.getByRole('link', { name: 'See screenshots' })).toBeVisible();
  await expect(
    page.getByText(/trial|Get Started|\$49|Pricing/).filter({ visible: true }),
  ).toHaveCount(0);
  await expect(page.getByRole('main').getByRole('link', { name: 'Sign In' })).toHaveAttribute(
    'href',
    '/login',
  );
  for (const path of ['/register', '/payment']) {
    await page.goto(path);
    await expect(page.getByText('This Waypost takes no new accounts.')).toBeVisible();
    await expect(page.getByRole('textbox')).toHaveCount(0);
  }
  await page.getByRole('link', { name: 'Sign In' }).click();
  await expect(page.getByRole('heading', { name: 'Welcome back' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Sign up' })).toHaveCount(0);
});

test('without payments no screen asks for money @more', async ({ page }) => {
  await withSetting(page, 'payments', ['test', 'off']);

  await page.goto('/');
  await expect(page.getByRole('link', { name: 'See screenshots' })).toBeVisible();
  await expect(page.getByText(/trial|\$49|Pricing/).filter({ visible: true })).toHaveCount(0);
  await page.goto('/register');
  await expect(page.getByRole('heading', { name: 'Create Your Account' })).toBeVisible();
  await expect(page.getByText(/trial|\$49/)).toHaveCount(0);
  const isFree = page.getByText('Every feature of this Waypost is free.');
  await page.goto('/payment');
  await expect(isFree).toBeVisible();
  await page.getByRole('link', { name: 'Create Account' }).click();
  await expect(page.getByRole('heading', { name: 'Create Your Account' })).toBeVisible();
  await page.goto('/subscribe');
  await expect(isFree).toBeVisible();
  await expect(page.getByRole('link', { name: 'Sign In' })).toHaveAttribute('href', '/login');
  await registered(page);
  await page.goto('/subscribe');
  await expect(isFree).toBeVisible();
  await page.goto('/settings/notifications');
  await expect(page.getByRole('switch', { name: 'Email notifications' })).toBeVisible();
  await expect(page.getByText('trial')).toHaveCount(0);
  await page.goto('/');
  await expect(page.getByRole('heading', { name: 'Welcome, Ada' })).toBeVisible();
  await expect(page.getByText('Your free trial')).toHaveCount(0);
  await page.goto('/settings/billing');
  await expect(page).toHaveURL(/\/settings\/profile$/);
  await expect(page.getByRole('link', { name: 'Security' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Billing' })).toHaveCount(0);
});
