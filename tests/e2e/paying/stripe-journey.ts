import type { Page, Route } from '@playwright/test';
import postgres from 'postgres';
import {
  expect,
  newPerson,
  password,
  type Person,
  registered,
  test as base,
} from '#tests/e2e/setting/journey';
import { goOnAs } from './paying-steps.ts';

const waypostUrl = process.env['WAYPOST_STRIPE_URL'] ?? '';
export const stripeSite = process.env['STRIPE_SITE'] ?? '';

export const cards = {
  good: '4242 4242 4242 4242',
  declined: '4000 0000 0000 0002',
  askingBack: '4000 0025 0000 3155',
  /** Its bank has its own page. */
  leadingAway: '4000 0000 0000 3063',
} as const;

/** Pages that reach the double under Stripe's hosts, and fail on violations of the policy. */
export const test = base.extend<{ stripe: void }>({
  baseURL: waypostUrl,
  stripe: [
    async ({ context, page, complaints }, use) => {
      await context.route(/^https:\/\/(?:js|api|hooks|billing)\.stripe\.com\//, askDouble);
      page.on('request', (request) => {
        if (request.url().endsWith('/api/policy-reports')) complaints.push('a policy report');
      });
      await use();
    },
    { auto: true },
  ],
});

async function askDouble(route: Route): Promise<void> {
  const { host, pathname, search } = new URL(route.request().url());
  const response = await route.fetch({ url: `${stripeSite}/${host}${pathname}${search}` });
  await route.fulfill({ response });
}

export const paymentForm = (page: Page) => page.getByRole('form', { name: 'Payment' });
export const cardFrame = (page: Page) =>
  paymentForm(page).frameLocator('iframe[title="Secure payment input frame"]');
export const bankFrame = (page: Page) => page.frameLocator('iframe[title="Your bank"]');

/** Types a card into Stripe's frame and pays with it. */
export async function payWith(page: Page, number: string): Promise<void> {
  const frame = cardFrame(page);
  await frame.getByLabel('Card number').fill(number);
  await frame.getByLabel('Expiration date').fill('12 / 39');
  await frame.getByLabel('Security code').fill('123');
  await paymentForm(page).locator('button[type=submit]').click();
}

/** Goes to the card form, for a new account. */
export async function toPayment(page: Page, person: Person): Promise<void> {
  await page.goto('/payment');
  await goOnAs(page, { ...person, password });
  await expect(page.getByRole('heading', { name: 'Complete Payment' })).toBeVisible();
}

/**
 * The number of rows that a statement found or changed in the database of the Waypost with Stripe.
 */
export async function rowsOf(
  run: (sql: postgres.Sql) => Promise<{ count: number }>,
): Promise<number> {
  const sql = postgres(process.env['WAYPOST_STRIPE_DATABASE'] ?? '', { max: 1 });
  const { count } = await run(sql);
  await sql.end();
  return count;
}

/**
 * The next payment of a person's subscription is declined. It does not count as a declined card of the
 * address that all these tests share.
 */
export async function failRenewal(email: string): Promise<void> {
  const sql = postgres(process.env['WAYPOST_STRIPE_DATABASE'] ?? '', { max: 1 });
  const [row] = await sql<{ subscription_id: string }[]>`
    UPDATE subscriptions SET address_key = 'elsewhere' FROM users
    WHERE users.id = user_id AND email = ${email} RETURNING subscription_id`;
  await sql.end();
  const path = `dashboard.stripe.com/declined-renewals/${row?.subscription_id}`;
  const answer = await fetch(`${stripeSite}/${path}`, { method: 'POST' });
  expect(answer.status).toBe(200);
}

export const accountsOf = ({ email }: Person) =>
  rowsOf((sql) => sql`SELECT FROM users WHERE email = ${email}`);
export const paidBy = ({ email }: Person) =>
  rowsOf(
    (sql) => sql`
    SELECT FROM purchases JOIN users ON users.id = user_id
    WHERE email = ${email} AND state = 'paid'`,
  );

/** A person on trial, registered through the API. */
export const withTrial = (page: Page) => registered(page, newPerson(), waypostUrl);
