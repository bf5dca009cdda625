import type { Page } from '@playwright/test';
import {
  created,
  expect,
  freeAlias,
  newPerson,
  password,
  registered,
  test,
} from '#tests/e2e/setting/journey';

async function signIn(page: Page, email: string, secret: string) {
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(secret);
  await page.getByRole('button', { name: 'Sign In' }).click();
}

test('a wrong password is reported above the form and in a toast, and can be corrected', async ({
  page,
}) => {
  const person = await registered(page);
  await page.context().clearCookies();
  await page.goto('/login');

  await signIn(page, person.email, 'not the pass phrase');

  await expect(page.getByRole('alert')).toContainText('Invalid email or password');
  await expect(page.getByText('Login Failed', { exact: true })).toBeVisible();
  await signIn(page, person.email, password);
  await expect(page).toHaveURL(/\/dashboard$/);
});

test('a login without an answer of the server does not blame the password', async ({ page }) => {
  const away = 'Waypost cannot be reached. Please try again.';
  await page.goto('/login');
  await page.route('**/api/auth/login', (route) => route.abort());
  await signIn(page, 'ada@waypost.test', password);
  await expect(page.getByRole('alert')).toContainText(away);
  await expect(page.getByText(away, { exact: true })).toHaveCount(2);
  await expect(page.getByText('Invalid email or password')).toHaveCount(0);

  await page.unroute('**/api/auth/login');
  await page.route('**/api/auth/login', (route) => route.fulfill({ status: 502, body: 'Bad' }));
  await signIn(page, 'ada@waypost.test', password);
  await expect(page.getByRole('alert')).toContainText('Login failed. Please try again.');
  await expect(page.getByText('Invalid email or password', { exact: true })).toBeVisible();
});

test('the fields of login and register show their errors', async ({ page }) => {
  await page.goto('/login');
  await page.getByLabel('Email').fill('nobody');
  await page.getByLabel('Password', { exact: true }).fill('12345');
  await page.getByRole('button', { name: 'Sign In' }).click();
  await expect(page.getByText('Please enter a valid email', { exact: true })).toBeVisible();
  await expect(page.getByText('Password must be at least 6 characters')).toBeVisible();
  await expect(page.getByLabel('Email')).toBeFocused();

  await page.getByRole('link', { name: 'Sign up' }).click();
  await page.getByRole('button', { name: 'Start Free Trial' }).click();
  for (const message of ['First name is required', 'Last name is required']) {
    await expect(page.getByText(message)).toBeVisible();
  }
  await expect(page.getByText('Please enter a valid email address')).toBeVisible();
  await expect(page.getByText('Password must be at least 6 characters')).toBeVisible();
  await expect(page.getByLabel('First name')).toBeFocused();

  await page.goto('/payment');
  await page.getByRole('button', { name: 'Continue to Payment' }).click();
  await expect(page.getByLabel('First name')).toBeFocused();
});

test('registering with a taken address is rejected', async ({ page }) => {
  const person = await registered(page);
  await page.context().clearCookies();
  await page.goto('/register');
  await page.getByLabel('First name').fill('Ada');
  await page.getByLabel('Last name').fill('Byron');
  await page.getByLabel('Email').fill(person.email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Start Free Trial' }).click();

  await expect(page.getByRole('alert')).toContainText('An account with this email already exists');
});

test('a password can be shown while it is typed', async ({ page }) => {
  await page.goto('/login');
  const field = page.getByLabel('Password', { exact: true });
  await field.fill('secret words');

  await page.getByRole('button', { name: 'Show password' }).click();
  await expect(field).toHaveAttribute('type', 'text');
  await page.getByRole('button', { name: 'Hide password' }).click();
  await expect(field).toHaveAttribute('type', 'password');
});

test('a tab is covered when another person signs in beside it, and keeps what was typed', async ({
  page,
}) => {
  const first = await registered(page);
  await page.goto('/settings/profile');
  await page.getByLabel('First name').fill('Augusta');
  await page.context().clearCookies();
  const beside = await page.context().newPage();
  await registered(beside);

  await page.bringToFront();
  await page.evaluate(() => window.dispatchEvent(new Event('focus')));
  const dialog = page.getByRole('dialog', { name: 'You have been signed out' });
  await expect(dialog.getByLabel('Email', { exact: true })).toHaveValue(first.email);
  await dialog.getByLabel('Password', { exact: true }).fill(password);
  await dialog.getByRole('button', { name: 'Sign In' }).click();

  await expect(dialog).toBeHidden();
  await expect(page.getByLabel('First name')).toHaveValue('Augusta');
});

test('another person who signs in after a session has ended gets nothing of the first one', async ({
  page,
}) => {
  const charles = await registered(page, newPerson('Charles', 'Babbage'));
  await page.context().clearCookies();
  await registered(page);
  const link = await created(page, { originalUrl: 'https://example.com/of-ada' });
  await page.goto(`/links/${link.id}/edit`);
  await page.getByLabel('Custom alias').fill(freeAlias('ada'));
  await expect(page.getByText('Unsaved changes')).toBeVisible();
  await page.context().clearCookies();
  await page.evaluate(() => {
    localStorage.setItem('waypost.draft.of-ada', '{}');
    window.dispatchEvent(new Event('focus'));
  });

  // The changes on the screen are of the first one: the browser must not ask about them.
  const questions: string[] = [];
  page.on('dialog', (question) => {
    questions.push(question.type());
    void question.accept();
  });
  const dialog = page.getByRole('dialog', { name: 'You have been signed out' });
  await dialog.getByLabel('Email', { exact: true }).fill(charles.email);
  await dialog.getByLabel('Password', { exact: true }).fill(password);
  await dialog.getByRole('button', { name: 'Sign In' }).click();

  await expect(page.getByRole('heading', { name: 'Welcome, Charles' })).toBeVisible();
  await expect(page).toHaveURL(/\/dashboard$/);
  await expect(page.getByRole('button', { name: 'Account of Charles Babbage' })).toBeVisible();
  await expect(page.getByLabel('Custom alias')).toHaveCount(0);
  expect(questions).toEqual([]);
  expect(await page.evaluate(() => localStorage.getItem('waypost.draft.of-ada'))).toBeNull();
});

test('an ended session is reported in place of the links', async ({ page }) => {
  await registered(page);
  // Live updates would detect it first.
  await page.route('**/api/v1/stream', (route) => route.abort());
  await page.goto('/analytics');
  await expect(page.getByRole('heading', { name: 'Analytics', exact: true })).toBeVisible();

  await page.context().clearCookies();
  await page.getByRole('link', { name: 'My Links' }).click();

  await expect(
    page.getByText('Session expired. Please refresh the page to log in again.'),
  ).toBeVisible();
  await expect(page.getByRole('heading', { name: 'You have been signed out' })).toBeVisible();
  await page.reload();
  await expect(page).toHaveURL(/\/login\?next=%2Flinks$/);
});

test('a signed-in person who opens login or register gets the dashboard', async ({ page }) => {
  await registered(page);
  for (const path of ['/login', '/register']) {
    await page.goto(path);
    await expect(page.getByRole('heading', { name: 'Welcome, Ada' })).toBeVisible();
    await expect(page).toHaveURL(/\/$/);
  }
});

test('an unknown address shows 404, signed in or not, at any depth', async ({ page }) => {
  for (const path of ['/deep/nowhere', '/settings/deeper']) {
    const answer = await page.goto(path);
    expect(answer?.status()).toBe(404);
    await expect(page.getByRole('heading', { name: '404 Page Not Found' })).toBeVisible();
  }
  const unknown = await page.goto(`/${freeAlias('nobody')}`);
  expect(unknown?.status()).toBe(404);
  await expect(page.getByText('404')).toBeVisible();

  await registered(page);
  const answer = await page.goto('/deep/nowhere');
  expect(answer?.status()).toBe(404);
  await expect(page.getByRole('heading', { name: '404 Page Not Found' })).toBeVisible();
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible();
});

test('two people in one tab never see each other’s data', async ({ page }) => {
  const ada = await registered(page, newPerson('Ada'));
  await created(page, { originalUrl: 'https://example.com/of-ada', customAlias: freeAlias('ada') });
  await page.goto('/links');
  await expect(page.getByRole('cell', { name: 'example.com/of-ada' })).toBeVisible();
  await page.getByRole('button', { name: 'Account of Ada Byron' }).click();
  await page.getByRole('menuitem', { name: 'Log out' }).click();
  await expect(page.getByRole('link', { name: 'Login' })).toBeVisible();

  const charles = newPerson('Charles', 'Babbage');
  await registered(page, charles);
  await page.goto('/links');
  await expect(page.getByText('No links created yet')).toBeVisible();
  await expect(page.getByText('of-ada')).toHaveCount(0);
  await expect(page.getByText(ada.email)).toHaveCount(0);
  await page.goBack();
  await expect(page.getByText('of-ada')).toHaveCount(0);
});
