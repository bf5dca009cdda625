import { expect, type Locator, type Page } from '@playwright/test';

type Account = {
  readonly firstName: string;
  readonly lastName: string;
  readonly email: string;
  readonly password: string;
};

/** Enters the buyer's data, and continues to the card. */
export async function goOnAs(page: Page, account: Account): Promise<void> {
  await page.getByLabel('First name').fill(account.firstName);
  await page.getByLabel('Last name').fill(account.lastName);
  await page.getByLabel('Email').fill(account.email);
  await page.getByLabel('Password', { exact: true }).fill(account.password);
  await page.getByRole('button', { name: 'Continue to Payment' }).click();
}

/** The text of a toast, or beside a field. */
export const said = (page: Page, text: string) => page.getByText(text, { exact: true }).first();

/** The billing section, from every page. */
export async function billingOf(page: Page): Promise<Locator> {
  await page.goto('/settings/billing');
  return page.locator('#billing');
}

/** A subscription that was just paid: shown in the billing section, cancelled and resumed. */
export async function cancelAndResume(page: Page): Promise<Locator> {
  await expect(said(page, 'Payment Successful')).toBeVisible();
  await expect(page).toHaveURL('/dashboard');
  await expect(page.getByText('Your free trial')).toBeHidden();

  const billing = await billingOf(page);
  await expect(billing.getByText('Next payment')).toBeVisible();
  await expect(billing.getByText('ending in 4242')).toBeVisible();
  await billing.getByRole('button', { name: 'Cancel subscription' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel subscription' }).click();
  await expect(billing.getByText('It is not renewed.')).toBeVisible();
  await billing.getByRole('button', { name: 'Resume subscription' }).click();
  await expect(billing.getByText('Next payment')).toBeVisible();
  return billing;
}

/** The plan of the signed-in person. */
export async function planOf(page: Page): Promise<string> {
  const user: { subscriptionStatus: string } = await (
    await page.request.get('/api/auth/user')
  ).json();
  return user.subscriptionStatus;
}
