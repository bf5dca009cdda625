import type { Page } from '@playwright/test';
import { payWith } from './pay-with.ts';
import { goOnAs } from './paying-steps.ts';
import type { Scene } from '#tests/e2e/scenes/scenes';

const dayMs = 86_400_000;

/** As if the person's plan were another one. */
const withPlan = async (page: Page, plan: Record<string, string>) => {
  await page.route('**/api/auth/user', async (route) => {
    const answer = await route.fetch();
    await route.fulfill({ json: { ...(await answer.json()), ...plan } });
  });
  await page.reload();
};

/** As if the person's subscription had another price; null while the price is not known. */
export const withPrice = (page: Page, price: object | null) =>
  page.route('**/api/v1/billing', async (route) => {
    const answer = await route.fetch();
    const billing: { subscription: object } = await answer.json();
    await route.fulfill({
      json: { ...billing, subscription: { ...billing.subscription, price } },
    });
  });

/** A new person at the card form. */
export async function beginPayment(page: Page): Promise<void> {
  const email = `buyer-${Date.now()}@waypost.example`;
  await goOnAs(page, { firstName: 'Ada', lastName: 'Byron', email, password: 'show me around' });
  await page.getByLabel('Card number').waitFor();
}

const pay = async (page: Page, number: string) => {
  await page.getByLabel('Card number').waitFor();
  await payWith(page, number);
};

/** For a person on trial. */
export const tryingScenes: readonly Scene[] = [
  {
    name: 'banner-soon',
    path: '/',
    isWindow: true,
    act: (page) => withPlan(page, { trialEndsAt: new Date(Date.now() + dayMs / 2).toISOString() }),
  },
  {
    name: 'trial-over',
    path: '/links',
    isWindow: true,
    act: async (page) => {
      await withPlan(page, { subscriptionStatus: 'expired' });
      await page.getByText('Your trial has ended.').waitFor();
    },
  },
  {
    name: 'subscribe',
    path: '/subscribe',
    isWindow: true,
    act: (page) => page.getByLabel('Card number').waitFor(),
  },
  {
    name: 'subscribe-declined',
    path: '/subscribe',
    isWindow: true,
    act: async (page) => {
      await pay(page, '4000 0000 0000 0002');
      await page.getByText('Your card was declined.').first().waitFor();
    },
  },
  {
    name: 'second-step',
    path: '/subscribe',
    shows: 'TestCardForm',
    isWindow: true,
    act: async (page) => {
      await pay(page, '4000 0025 0000 3155');
      await page.getByRole('button', { name: 'Approve' }).waitFor();
    },
  },
  {
    name: 'lifetime-dialog',
    path: '/settings/billing',
    shows: 'LifetimeDialog',
    isWindow: true,
    act: async (page) => {
      await page.getByRole('button', { name: 'Buy lifetime access' }).click();
      await page.getByLabel('Card number').waitFor();
    },
  },
];

const openBilling = async (page: Page) => {
  const billing = page.locator('#billing');
  await billing.getByText('ending in 4242').waitFor();
  await billing.scrollIntoViewIfNeeded();
};

const askInBilling = async (page: Page, button: string) => {
  await openBilling(page);
  await page.getByRole('button', { name: button }).click();
  await page.getByRole('dialog').getByRole('heading').waitFor();
};

/** As if the last payment of the subscription had failed. */
const failPayment = async (page: Page) => {
  await page.route('**/api/v1/billing', async (route) => {
    const answer = await route.fetch();
    const billing: { subscription: object } = await answer.json();
    const subscription = { ...billing.subscription, status: 'past_due' };
    await route.fulfill({ json: { ...billing, status: 'past_due', subscription } });
  });
  await page.reload();
  await page.getByText('Payment failed', { exact: true }).waitFor();
};

/** For a person with a subscription. */
export const subscriberScenes: readonly Scene[] = [
  { name: 'billing', path: '/settings/billing', isWindow: true, act: openBilling },
  {
    name: 'billing-own-price',
    path: '/settings/billing',
    isWindow: true,
    act: async (page) => {
      const quarterly = { interval: 'month', intervalCount: 3 };
      await withPrice(page, { amountCents: 2490, currency: 'EUR', ...quarterly });
      await page.reload();
      await openBilling(page);
    },
  },
  {
    name: 'billing-payment-failed',
    path: '/settings/billing',
    isWindow: true,
    act: failPayment,
  },
  {
    name: 'cancel-unpaid-subscription',
    path: '/settings/billing',
    shows: 'CancelSubscriptionDialog',
    isWindow: true,
    act: async (page) => {
      await failPayment(page);
      await askInBilling(page, 'Cancel subscription');
    },
  },
  {
    name: 'cancel-subscription',
    path: '/settings/billing',
    shows: 'CancelSubscriptionDialog',
    isWindow: true,
    act: (page) => askInBilling(page, 'Cancel subscription'),
  },
  {
    name: 'change-card',
    path: '/settings/billing',
    shows: 'NewCardDialog',
    isWindow: true,
    act: (page) => askInBilling(page, 'Change card'),
  },
  { name: 'subscribed-already', path: '/subscribe', isWindow: true },
];
