import type { Page, Route } from '@playwright/test';
import { hold } from './hold.ts';
import { expect, newPerson, password, registered, test } from './journey.ts';
import { payWith } from './pay-with.ts';
import { goOnAs } from './paying-steps.ts';

const dayMs = 86_400_000;

const expectTexts = async (page: Page, texts: readonly string[]) => {
  for (const text of texts) {
    await expect.soft(page.getByText(text).filter({ visible: true }).first()).toBeVisible();
  }
};

const fail = (route: Route) => route.abort();

test('buying lifetime access has the specified words, also where it fails', async ({ page }) => {
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

  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.unroute('**/api/create-payment-intent');
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

test('subscribing has the specified words, while it waits and where it fails', async ({ page }) => {
  await registered(page);
  await page.route('**/api/create-subscription', fail);
  const held = await hold(page, '**/api/create-subscription', 'POST');
  await page.goto('/subscribe');
  await expectTexts(page, ['Setting up your subscription']);
  await held.release();
  await expectTexts(page, [
    ...['Subscription Error', 'Failed to initialize subscription', 'Return to Dashboard'],
  ]);

  await page.unroute('**/api/create-subscription');
  await page.route('**/api/billing/offer', fail);
  await page.getByRole('button', { name: 'Try again' }).click();
  await expectTexts(page, ['Failed to initialize payment']);
  await page.unroute('**/api/billing/offer');
  await page.reload();
  await expectTexts(page, [
    ...['Continue with Pro', 'Your free trial is ending soon', 'Subscribe - $49/month'],
  ]);
});

test('the trial banner has the specified words and colours', async ({ page }) => {
  await registered(page);
  const banner = page.getByRole('complementary', { name: 'Free trial' });
  let leftMs = 0;
  await page.route('**/api/auth/user', async (route) => {
    const answer = await route.fetch();
    const trialEndsAt = new Date(Date.now() + leftMs).toISOString();
    await route.fulfill({ json: { ...(await answer.json()), trialEndsAt } });
  });
  const seen = async (days: number) => {
    leftMs = days * dayMs;
    await page.goto('/');
    await expect(page.getByRole('heading', { name: 'Welcome, Ada' })).toBeVisible();
    return banner.evaluateAll(([aside]) => {
      if (aside === undefined) return null;
      const probe = aside.appendChild(document.createElement('i'));
      const { color } = getComputedStyle(aside);
      const isColour = (name: string) => {
        probe.style.color = `var(${name})`;
        return getComputedStyle(probe).color === color;
      };
      const colour = ['--info', '--warn'].filter(isColour).join();
      probe.remove();
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

test('where nothing can be bought, no screen asks for money', async ({ page }) => {
  await page.route('**/*', async (route) => {
    if (route.request().resourceType() !== 'document') return route.fallback();
    const answer = await route.fetch();
    const body = (await answer.text())
      .replace('data-payments="test"', 'data-payments="off"')
      .replace('name="payments" content="test"', 'name="payments" content="off"');
    await route.fulfill({ response: answer, body });
  });

  await page.goto('/');
  await expect(page.getByRole('link', { name: 'See it at work' })).toBeVisible();
  await expect(page.getByText(/trial|\$49|Pricing/).filter({ visible: true })).toHaveCount(0);
  await page.goto('/register');
  await expect(page.getByRole('heading', { name: 'Create Your Account' })).toBeVisible();
  await expect(page.getByText(/trial|\$49/)).toHaveCount(0);
  await registered(page);
  await page.goto('/');
  await expect(page.getByRole('heading', { name: 'Welcome, Ada' })).toBeVisible();
  await expect(page.getByText('Your free trial')).toHaveCount(0);
  await page.goto('/settings');
  await expect(page.getByText('This session')).toBeVisible();
  await expect(page.locator('#billing')).toHaveCount(0);
});
