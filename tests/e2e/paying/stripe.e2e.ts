import type { Route } from '@playwright/test';
import { expect, newPerson, password } from '#tests/e2e/setting/journey';
import { billingOf, cancelAndResume, planOf, said } from './paying-steps.ts';
import { settled } from '#tests/e2e/scenes/settled';
import {
  accountsOf,
  bankFrame,
  cardFrame,
  cards,
  failRenewal,
  paidBy,
  paymentForm,
  payWith,
  rowsOf,
  stripeSite,
  test,
  toPayment,
  withTrial,
} from './stripe-journey.ts';

test('a visitor pays for lifetime access with Stripe: declined card, declined by the bank, then success', async ({
  page,
}) => {
  const person = newPerson();
  await toPayment(page, person);
  await payWith(page, cards.declined);
  await expect(said(page, 'Payment Failed')).toBeVisible();
  await expect(paymentForm(page).getByRole('alert')).toHaveText('Your card was declined.');
  await payWith(page, cards.askingBack);
  await bankFrame(page).getByRole('button', { name: 'Refuse' }).click();
  await expect(paymentForm(page).getByRole('alert')).toHaveText(
    'The bank did not approve the payment.',
  );
  await payWith(page, cards.askingBack);
  await bankFrame(page).getByRole('button', { name: 'Approve' }).click();

  await expect(said(page, 'Account Created Successfully!')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Welcome, Ada' })).toBeVisible();
  await expect(page.getByText('Your free trial')).toBeHidden();
  const billing = await billingOf(page);
  await expect(billing.getByText('Every feature, for life.')).toBeVisible();
  await expect(billing.getByText('$49', { exact: true })).toBeVisible();
  expect([await accountsOf(person), await paidBy(person)]).toEqual([1, 1]);
});

test('a trial becomes a subscription with Stripe, is canceled and resumed, and then lifetime access @more', async ({
  page,
}) => {
  await withTrial(page);
  await page.goto('/');
  await page.getByRole('link', { name: 'Subscribe Now' }).click();
  await payWith(page, cards.good);
  const billing = await cancelAndResume(page);
  await billing.getByRole('button', { name: 'Change card' }).click();
  await page.getByRole('link', { name: 'Return to Waypost' }).click();
  await expect(page).toHaveURL('/settings/billing');

  await billing.getByRole('button', { name: 'Buy lifetime access' }).click();
  await payWith(page, cards.askingBack);
  const code = bankFrame(page).getByLabel('Code');
  // In a new frame, Chromium sometimes focuses the frame and not the clicked field.
  await expect(async () => {
    await code.click();
    await expect(code).toBeFocused({ timeout: 1_000 });
  }).toPass({ timeout: 20_000 });
  await page.keyboard.type('8472');
  await expect(code).toHaveValue('8472');
  await expect(page.getByRole('heading', { name: 'Lifetime Access' })).toBeVisible();
  await bankFrame(page).getByRole('button', { name: 'Approve' }).click();
  await expect(said(page, 'Payment Successful')).toBeVisible();
  await expect(billing.getByText('Every feature, for life.')).toBeVisible();
});

test('after the trial creating a link is rejected with a way to pay, and paying with Stripe allows it again @more', async ({
  page,
}) => {
  const { email } = await withTrial(page);
  const ended = await rowsOf(
    (sql) => sql`
    UPDATE users SET trial_ends_at = now() - interval '1 second' WHERE email = ${email}`,
  );
  expect(ended).toBe(1);
  const create = async () => {
    await page.getByLabel('Destination URL').fill('https://shop.example/more');
    const answered = page.waitForResponse(
      (answer) => answer.url().endsWith('/api/links') && answer.request().method() === 'POST',
    );
    await page.getByRole('button', { name: 'Create link' }).click();
    return (await answered).status();
  };

  await page.goto('/links');
  await settled(page);
  await expect(page.getByText('Your trial has ended. Subscribe to continue.')).toBeVisible();
  expect(await create()).toBe(402);
  await page.getByRole('link', { name: 'Subscribe Now' }).click();
  await payWith(page, cards.good);
  await expect(said(page, 'Payment Successful')).toBeVisible();
  await expect.poll(() => planOf(page)).toBe('active');
  await page.goto('/links');
  await settled(page);
  await expect(page.getByText('Your trial has ended.')).toBeHidden();
  expect(await create()).toBe(201);
});

test('a failed renewal is paid from the billing settings, and a second one is canceled', async ({
  page,
}) => {
  const { email } = await withTrial(page);
  await page.goto('/subscribe');
  await payWith(page, cards.good);
  await expect(said(page, 'Payment Successful')).toBeVisible();
  await expect.poll(() => planOf(page)).toBe('active');
  await rowsOf((sql) => sql`UPDATE users SET trial_ends_at = now() WHERE email = ${email}`);
  await failRenewal(email);
  await expect.poll(() => planOf(page)).toBe('past_due');

  await page.goto('/links');
  await expect(page.getByText('Your last payment failed. Pay it to continue.')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Pay now' })).toHaveAttribute('href', '/subscribe');
  const billing = await billingOf(page);
  await billing.getByRole('link', { name: 'Pay now' }).click();
  await payWith(page, cards.good);
  await expect(said(page, 'Payment Successful')).toBeVisible();
  await expect.poll(() => planOf(page)).toBe('active');

  await failRenewal(email);
  await expect.poll(() => planOf(page)).toBe('past_due');
  await billingOf(page);
  await billing.getByRole('button', { name: 'Cancel subscription' }).click();
  const dialog = page.getByRole('dialog', { name: 'Cancel subscription' });
  await expect(dialog).toContainText('Your subscription ends now');
  await dialog.getByRole('button', { name: 'Cancel subscription' }).click();
  await expect(said(page, 'Subscription Canceled')).toBeVisible();
  await expect(billing.getByText('No plan')).toBeVisible();
  await expect.poll(() => planOf(page)).toBe('canceled');
  // The screens know it without being loaded again.
  await page.getByRole('link', { name: 'My Links' }).first().click();
  await expect(page.getByRole('heading', { level: 1, name: 'My Links' })).toBeVisible();
  await expect(page.getByText('Your plan has ended. Subscribe to continue.')).toBeVisible();
  await expect(page.getByText('Your last payment failed. Pay it to continue.')).toHaveCount(0);
});

test('a bank with its own page returns to the paid account, or to another attempt @more', async ({
  page,
}) => {
  const person = newPerson();
  await toPayment(page, person);
  await payWith(page, cards.leadingAway);
  await page.getByRole('button', { name: 'Refuse' }).click();
  await expect(page.getByRole('alert').first()).toHaveText(
    'The payment was not completed. Please try again.',
  );
  await toPayment(page, person);
  await payWith(page, cards.leadingAway);
  await page.getByRole('button', { name: 'Approve' }).click();

  await expect(page.getByText('Your payment succeeded.')).toBeVisible();
  await expect(page).toHaveURL(/\/payment\?payment_intent=pi_\w+&redirect_status=succeeded$/);
  await page.reload();
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Create Account' }).click();
  await expect(page.getByRole('heading', { name: 'Welcome, Ada' })).toBeVisible();
  expect([await accountsOf(person), await paidBy(person)]).toEqual([1, 1]);
});

test('after the bank’s page a person returns to another attempt, to the dashboard, or to the settings @more', async ({
  page,
}) => {
  await withTrial(page);
  await page.goto('/subscribe');
  await payWith(page, cards.leadingAway);
  await page.getByRole('button', { name: 'Refuse' }).click();
  await expect(said(page, 'The payment was not completed. Please try again.')).toBeVisible();
  await expect(page).toHaveURL('/subscribe');
  await payWith(page, cards.leadingAway);
  await page.getByRole('button', { name: 'Approve' }).click();
  await expect(said(page, 'Payment Successful')).toBeVisible();
  await expect(page).toHaveURL('/dashboard');

  const billing = await billingOf(page);
  await expect(billing.getByText('Next payment')).toBeVisible();
  await billing.getByRole('button', { name: 'Buy lifetime access' }).click();
  await payWith(page, cards.leadingAway);
  await page.getByRole('button', { name: 'Approve' }).click();
  await expect(said(page, 'You now have lifetime access.')).toBeVisible();
  await expect(page).toHaveURL('/settings/billing');
  await expect(billing.getByText('Every feature, for life.')).toBeVisible();
});

test('the card form reports what blocks it, follows the theme, and pays once @more', async ({
  page,
}) => {
  const blocked = (route: Route) => route.abort('blockedbyclient');
  await page.route('https://js.stripe.com/**', blocked);
  await withTrial(page);
  await page.goto('/subscribe');
  await expect(page.getByRole('alert').filter({ hasText: 'An ad blocker' })).toBeVisible();
  await expect(page.getByText('Loading the payment form')).toBeHidden();
  await page.unroute('https://js.stripe.com/**', blocked);
  await page.getByRole('button', { name: 'Try again' }).click();

  const frame = cardFrame(page);
  await expect(frame.locator('html')).toHaveAttribute('data-theme', 'night');
  await page.evaluate(() => localStorage.setItem('waypost.theme', 'system'));
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.reload();
  await expect(frame.locator('html')).toHaveAttribute('data-theme', 'night');
  await page.emulateMedia({ colorScheme: 'light' });
  await expect(frame.locator('html')).toHaveAttribute('data-theme', 'stripe');
  await expect(frame.locator('body')).toHaveCSS('background-color', 'rgb(255, 255, 255)');

  const confirmed: string[] = [];
  let release = () => {};
  const held = new Promise<void>((resolve) => (release = resolve));
  await page.route('https://api.stripe.com/**/confirm', async (route) => {
    confirmed.push(route.request().url());
    await held;
    const { host, pathname } = new URL(route.request().url());
    await route.fetch({ url: `${stripeSite}/${host}${pathname}` });
    await route.abort();
  });
  const pay = paymentForm(page).locator('button[type=submit]');
  await frame.getByLabel('Card number').focus();
  for (const typed of [cards.good, '12 / 39', '123']) {
    await page.keyboard.type(typed);
    await page.keyboard.press('Tab');
  }
  await expect(pay).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(pay).toHaveText('Processing...');
  await page.keyboard.press('Enter');
  await pay.click({ force: true });
  release();
  await expect(said(page, 'Payment Failed')).toBeVisible();
  expect(confirmed).toHaveLength(1);

  await page.unroute('https://api.stripe.com/**/confirm');
  await pay.click();
  await expect(said(page, 'Payment Successful')).toBeVisible();
  await expect(page).toHaveURL('/dashboard');
});

test('the pages connect only to Stripe, and a violation is detected', async ({
  page,
  complaints,
}) => {
  await page.goto('/payment');
  const reach = (url: string) =>
    page.evaluate(
      (to) =>
        fetch(to, { mode: 'no-cors' }).then(
          () => 'reached',
          () => 'kept away',
        ),
      url,
    );

  expect(await reach('https://api.stripe.com/v1/payment_intents/pi_none?key=pk_test_double')).toBe(
    'reached',
  );
  expect(complaints).toEqual([]);
  for (const url of ['https://m.stripe.com/6', 'https://hooks.stripe.com/', 'https://evil.test/']) {
    expect([url, await reach(url)]).toEqual([url, 'kept away']);
  }
  await expect.poll(() => complaints.filter((text) => /connect-src/.test(text)).length).toBe(3);
  await expect.poll(() => complaints.filter((text) => text === 'a policy report').length).toBe(3);
  complaints.length = 0;
});
