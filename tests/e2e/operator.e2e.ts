import { z } from 'zod';
import { complaintsAbout } from './scenes/complaints.ts';
import { expect, newPerson, password, registered, test } from './setting/journey.ts';
import { confirmed } from './setting/mails.ts';

test('@more an operator finds an account, disables it and enables it again; others find no such page', async ({
  page,
  browser,
}) => {
  const other = await browser.newContext();
  const visitor = await other.newPage();
  const person = await registered(visitor);
  expect((await visitor.goto('/admin'))?.status()).toBe(404);
  await expect(visitor.getByRole('heading', { name: '404 Page Not Found' })).toBeVisible();

  await visitor.goto('/dashboard');
  await visitor.getByRole('button', { name: /^Account of/ }).click();
  await expect(visitor.getByRole('menuitem', { name: 'Profile' })).toBeVisible();
  await expect(visitor.getByRole('menuitem', { name: 'Operate Waypost' })).toHaveCount(0);

  const subject = `Question ${person.email}`;
  const { origin } = new URL(visitor.url());
  await visitor.request.post('/api/contact', {
    data: { name: 'Ada', email: person.email, subject, message: 'First line\nSecond line' },
    headers: { origin },
  });

  await confirmed(page, { ...newPerson('Olga', 'Root'), email: 'operator@waypost.test' });
  await page.goto('/dashboard');
  await page.getByRole('button', { name: /^Account of/ }).click();
  await page.getByRole('menuitem', { name: 'Operate Waypost' }).click();
  await expect(page).toHaveURL(/\/admin$/);
  expect((await page.reload())?.status()).toBe(200);
  await expect(page.getByText('Waiting events')).toBeVisible();
  await expect(page.getByText(subject)).toBeVisible();
  await expect(page.getByText('First line Second line')).toBeVisible();

  // The same search finds what is there by now.
  const latecomer = newPerson();
  await page.getByLabel('Search accounts').fill(latecomer.email);
  await page.getByRole('button', { name: 'Search', exact: true }).click();
  await expect(page.getByText(/^No account matches/)).toBeVisible();
  const third = await browser.newPage({ baseURL: origin });
  await registered(third, latecomer);
  await third.close();
  await page.getByRole('button', { name: 'Search', exact: true }).click();
  await expect(page.getByRole('table', { name: 'Found accounts' })).toContainText(latecomer.email);
  await page.getByLabel('Search accounts').fill('');

  // By keyboard alone.
  await page.getByLabel('Search accounts').focus();
  await page.keyboard.type(person.email);
  await page.keyboard.press('Enter');
  const found = page.getByRole('table', { name: 'Found accounts' });
  await expect(found.getByText('Not confirmed')).toBeVisible();
  await found.getByRole('button', { name: `Disable ${person.email}` }).press('Enter');
  await expect(page.getByText('Account disabled', { exact: true })).toBeVisible();
  await expect(found.getByText('Disabled', { exact: true })).toBeVisible();
  await expect.poll(async () => (await visitor.request.get('/api/auth/user')).status()).toBe(401);
  await found.getByRole('button', { name: `Enable ${person.email}` }).press('Enter');
  await expect(page.getByText('Account enabled', { exact: true })).toBeVisible();
  // Their browser has forgotten the ended session.
  const again = { data: { email: person.email, password }, headers: { origin } };
  await expect
    .poll(async () => (await visitor.request.post('/api/auth/login', again)).status())
    .toBe(200);

  await found.getByRole('button', { name: /^Make reset link/ }).click();
  await expect(
    page.getByText('The address of this account is not confirmed', { exact: true }),
  ).toBeVisible();
  expect(await complaintsAbout(page)).toEqual([]);

  // As many as a search shows: there may be more.
  await page.route('**/api/admin/accounts?*', async (route) => {
    const answer = await route.fetch();
    const [account] = z.tuple([z.looseObject({})]).parse(await answer.json());
    const json = Array.from({ length: 20 }, (_, id) => ({ ...account, id }));
    await route.fulfill({ response: answer, json });
  });
  await page.getByLabel('Search accounts').fill(person.email.slice(1));
  await page.keyboard.press('Enter');
  await expect(page.getByText(/^At most 20 accounts are shown/)).toBeVisible();
  expect(await complaintsAbout(page)).toEqual([]);

  await visitor.goto('/settings/security');
  await expect(visitor.getByText('An operator disabled the account')).toBeVisible();
  await other.close();
});
