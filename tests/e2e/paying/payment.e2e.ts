import type { Page } from '@playwright/test';
import postgres from 'postgres';
import { withSetting } from '#tests/e2e/setting/instance-settings';
import {
  chooseAction,
  created,
  expect,
  newPerson,
  password,
  registered,
  send,
  shownUrl,
  test,
} from '#tests/e2e/setting/journey';
import { payWith } from './pay-with.ts';
import { billingOf, cancelAndResume, goOnAs, planOf, said } from './paying-steps.ts';

const cards = {
  good: '4242 4242 4242 4242',
  declined: '4000 0000 0000 0002',
  askingBack: '4000 0025 0000 3155',
} as const;

async function endTrial(email: string): Promise<void> {
  const sql = postgres(process.env['WAYPOST_DATABASE'] ?? '', { max: 1 });
  const ended = await sql`
    UPDATE users SET trial_ends_at = now() - interval '1 second' WHERE email = ${email}`;
  expect(ended.count).toBe(1);
  await sql.end();
}

test('a visitor pays for lifetime access: declined card, declined by the bank, then success @more', async ({
  page,
}) => {
  const person = newPerson();
  await page.goto('/');
  await page.getByRole('link', { name: 'Buy lifetime access' }).click();
  await expect(page.getByRole('heading', { name: 'Create Your Account' })).toBeVisible();
  for (const benefit of ['Unlimited link shortening', 'Custom aliases', 'Conversion tracking']) {
    await expect(page.getByText(benefit)).toBeVisible();
  }
  await page.getByRole('button', { name: 'Continue to Payment' }).click();
  await expect(page.getByText('First name is required')).toBeVisible();
  await expect(page.getByText('Please enter a valid email address')).toBeVisible();
  await goOnAs(page, { ...person, password });

  await expect(page.getByRole('heading', { name: 'Complete Payment' })).toBeVisible();
  await expect(page.getByText(person.email)).toBeVisible();
  await expect(page.getByText('$49.00')).toBeVisible();
  await expect(page.getByText('Test mode: no real charge')).toBeVisible();
  expect(await page.evaluate(() => sessionStorage.getItem('waypost.registration'))).toBeNull();
  await payWith(page, cards.declined);
  await expect(said(page, 'Payment Failed')).toBeVisible();
  await expect(said(page, 'Your card was declined.')).toBeVisible();
  await payWith(page, cards.askingBack);
  await page.getByRole('button', { name: 'Decline' }).click();
  await expect(page.getByRole('dialog')).toBeHidden();
  await payWith(page, cards.askingBack);
  await page.getByRole('button', { name: 'Approve' }).click();

  await expect(said(page, 'Account Created Successfully!')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Welcome, Ada' })).toBeVisible();
  await expect(page).toHaveURL('/');
  await expect(page.getByText('Your free trial')).toBeHidden();
  const billing = await billingOf(page);
  await expect(billing.getByText('Every feature, for life.')).toBeVisible();
  await expect(billing.getByText('$49', { exact: true })).toBeVisible();
});

test('name and email go from the free trial to the payment, and stay through reload and Back', async ({
  page,
}) => {
  const person = newPerson();
  const firstName = page.getByLabel('First name');
  const secret = page.getByLabel('Password', { exact: true });
  const expectTyped = async (typedPassword: string) => {
    await expect(firstName).toHaveValue(person.firstName);
    await expect(page.getByLabel('Last name')).toHaveValue(person.lastName);
    await expect(page.getByLabel('Email')).toHaveValue(person.email);
    await expect(secret).toHaveValue(typedPassword);
  };
  await page.goto('/register');
  await firstName.fill(person.firstName);
  await page.getByLabel('Last name').fill(person.lastName);
  await page.getByLabel('Email').fill(person.email);
  await secret.fill(password);
  await page.getByRole('link', { name: /lifetime access/ }).click();
  await expect(page).toHaveURL('/payment');
  await expectTyped('');
  await page.reload();
  await expectTyped('');

  await goOnAs(page, { ...person, password });
  await expect(page.getByRole('heading', { name: 'Complete Payment' })).toBeVisible();
  await page.goBack();
  await expect(page.getByRole('heading', { name: 'Create Your Account' })).toBeVisible();
  await expectTyped(password);
  await page.goForward();
  await expect(page.getByText(person.email)).toBeVisible();
  expect(await page.evaluate(() => sessionStorage.getItem('waypost.registration'))).toBeNull();
  await page.getByRole('button', { name: 'Back' }).click();
  await expectTyped(password);
  await page.goForward();
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Create Your Account' })).toBeVisible();
  await expectTyped('');
  expect(await page.evaluate(() => JSON.stringify(sessionStorage))).not.toContain(password);
});

test('a tab with the payment form learns that another tab has paid', async ({ page, context }) => {
  await registered(page);
  const other = await context.newPage();
  for (const tab of [page, other]) {
    await tab.goto('/subscribe');
    await expect(tab.getByRole('heading', { name: 'Continue with Pro' })).toBeVisible();
  }
  await payWith(page, cards.good);
  await expect(page).toHaveURL('/dashboard');
  await expect.poll(() => planOf(page)).toBe('active');

  await other.evaluate(() => window.dispatchEvent(new Event('focus')));
  await expect(other.getByText('You already have a subscription.')).toBeVisible();
  await expect(other.getByRole('link', { name: 'Return to Dashboard' })).toBeVisible();
});

test('a trial becomes a subscription, which is canceled, resumed, and given another card @more', async ({
  page,
}) => {
  await registered(page);
  await page.goto('/');
  await expect(
    page.getByText('Your free trial ends in 30 days. Subscribe to continue using all features.'),
  ).toBeVisible();
  await page.getByRole('link', { name: 'Subscribe Now' }).click();
  await expect(page.getByRole('heading', { name: 'Continue with Pro' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Subscribe - $49/month' })).toBeVisible();
  await payWith(page, cards.good);
  const billing = await cancelAndResume(page);
  await billing.getByRole('button', { name: 'Change card' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Card number').fill('4000 0025 0000 3155');
  await dialog.getByLabel('Expiration date').fill('11/38');
  await dialog.getByLabel('CVC').fill('123');
  await dialog.getByRole('button', { name: 'Save Card' }).click();
  await expect(billing.getByText('ending in 3155')).toBeVisible();

  await page.goto('/subscribe');
  await expect(page.getByText('You already have a subscription.')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Return to Dashboard' })).toBeVisible();
});

/** Where a person's links are when the trial ends, one of them paused. */
async function openLinks(page: Page) {
  const person = await registered(page);
  const link = await created(page, { originalUrl: 'https://shop.example/sale' });
  const paused = { isActive: false };
  await send(page, { method: 'PUT', path: `/api/links/${link.id}`, data: paused, status: 200 });
  await page.goto('/links');
  await expect(page.getByRole('row')).toHaveCount(2);
  await endTrial(person.email);
  return link;
}

const toasts = (page: Page) =>
  page.getByRole('region', { name: /Notifications/ }).getByRole('listitem');
const ended = 'Your trial has ended. Subscribe to continue.';

test('after the trial a change that is refused from a menu or for selected links leads to a plan @more', async ({
  page,
}) => {
  const link = await openLinks(page);
  await chooseAction(page, shownUrl(link), 'Resume');
  await expect(toasts(page)).toHaveText([`${ended}Subscribe Now`]);
  await page.getByRole('button', { name: 'Dismiss' }).press('Enter');

  await page.getByLabel('Select the links of this page').check();
  const bar = page.getByRole('region', { name: 'Selected links' });
  await bar.getByRole('button', { name: 'Resume' }).press('Enter');
  await expect(toasts(page)).toHaveText([`${ended}Subscribe Now`]);
  await toasts(page).getByRole('button', { name: 'Subscribe Now' }).press('Enter');

  await expect(page.getByRole('heading', { name: 'Continue with Pro' })).toBeVisible();
  await expect(page).toHaveURL('/subscribe');
});

test('after the trial links can be paused and deleted, from a menu and for selected links', async ({
  page,
}) => {
  const person = await registered(page);
  const [one, other] = [
    await created(page, { originalUrl: 'https://shop.example/one' }),
    await created(page, { originalUrl: 'https://shop.example/other' }),
  ];
  await endTrial(person.email);
  await page.goto('/links');

  await chooseAction(page, shownUrl(one), 'Pause');
  await expect(toasts(page)).toHaveText(['Link paused']);
  await page.getByLabel('Select the links of this page').check();
  const bar = page.getByRole('region', { name: 'Selected links' });
  await bar.getByRole('button', { name: 'Pause' }).press('Enter');
  await expect(toasts(page)).toHaveText(['1 link paused, 1 unchangedUndo']);
  await chooseAction(page, shownUrl(other), 'Delete');
  await expect(page.getByRole('row')).toHaveCount(2);
});

test('without payments a refused change has no button to a plan @more', async ({ page }) => {
  await withSetting(page, 'payments', ['test', 'off']);
  const link = await openLinks(page);
  await chooseAction(page, shownUrl(link), 'Resume');

  await expect(toasts(page)).toHaveText([ended]);
});

test('after the trial links stay, creating is rejected with a way to pay, and paying allows it again @more', async ({
  page,
}) => {
  const person = await registered(page);
  const link = await created(page, { originalUrl: 'https://shop.example/sale' });
  await endTrial(person.email);

  await page.goto('/links');
  await expect(page.getByText('Your trial has ended. Subscribe to continue.')).toBeVisible();
  await expect(page.getByText(link.shortCode).filter({ visible: true }).first()).toBeVisible();
  expect((await page.request.get(link.shortUrl, { maxRedirects: 0 })).status()).toBe(302);
  await page.getByLabel('Destination URL').fill('https://shop.example/more');
  await page.getByRole('button', { name: 'Create link' }).click();
  await expect(page.getByRole('status').getByText('Your trial has ended.').first()).toBeVisible();

  await page.goto('/links/import');
  await expect(page.getByText('Your trial has ended. Subscribe to continue.')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Subscribe Now' })).toBeVisible();
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox', { name: /^Find links/ }).fill('https://shop.example/more');
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Subscribe Now' }).click();
  await payWith(page, cards.good);
  await expect(said(page, 'Payment Successful')).toBeVisible();
  await expect(page).toHaveURL('/dashboard');
  // The plan begins when Stripe has told of the payment.
  await expect.poll(() => planOf(page)).toBe('active');
  await page.goto('/links');
  await expect(page.getByText('Your trial has ended.')).toBeHidden();
  await page.getByLabel('Destination URL').fill('https://shop.example/more');
  await page.getByRole('button', { name: 'Create link' }).click();
  await expect(page.getByText('Short link created successfully!')).toBeVisible();
});

test('logged out, the subscription page explains why it cannot start and leads to the login', async ({
  page,
}) => {
  await page.goto('/subscribe');

  await expect(page.getByRole('heading', { name: 'Subscription Error' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Return to Dashboard' })).toBeVisible();
  await page.getByRole('link', { name: 'Sign In' }).click();
  await expect(page).toHaveURL('/login?next=%2Fsubscribe');
});
