import { agents, expect, registered, test, visit } from './setting/journey.ts';
import { confirmed } from './setting/mails.ts';

test('a new person is welcomed, follows three steps, and sees the first click', async ({
  page,
}) => {
  await registered(page);
  await page.goto('/');
  await expect(page.getByRole('heading', { name: 'Welcome, Ada' })).toBeVisible();
  const steps = page.getByRole('listitem').filter({ has: page.getByRole('heading', { level: 3 }) });
  await expect(steps).toHaveCount(3);
  await expect(steps.nth(0)).toHaveAttribute('aria-current', 'step');
  await expect(page.getByRole('table', { name: 'Clicks per day' })).toHaveCount(0);

  await page.getByLabel('Destination URL').fill('https://example.com/first');
  await page.getByRole('button', { name: 'Create link' }).click();

  await expect(steps.nth(0)).toContainText('(done)');
  await expect(steps.nth(1)).toHaveAttribute('aria-current', 'step');
  await expect(steps.nth(1).getByRole('button', { name: 'Copy the link' })).toBeVisible();
  const [link] = await (await page.request.get('/api/links?limit=1')).json();
  await expect(steps.nth(1)).toContainText(new URL(link.shortUrl).pathname);

  await visit(link.shortUrl, agents.desktop);

  await expect(page.getByRole('table', { name: 'Clicks per day' })).toBeAttached({
    timeout: 20_000,
  });
  await expect(steps).toHaveCount(0);
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Welcome back, Ada' })).toBeVisible();
});

test('the dashboard asks to confirm the email address, and sends the link again', async ({
  page,
}) => {
  const { email } = await registered(page);
  await page.goto('/');
  const request = page.getByRole('complementary', { name: 'Confirm your email' });
  await expect(request).toContainText(email);

  await request.getByRole('button', { name: 'Resend email' }).click();

  await expect(page.getByText('Check Your Email', { exact: true })).toBeVisible();
});

test('a person with a confirmed address is not asked @more', async ({ page }) => {
  await confirmed(page);
  await page.goto('/');

  await expect(page.getByRole('heading', { name: /^Welcome/ })).toBeVisible();
  await expect(page.getByText('Confirm your email.')).toHaveCount(0);
});
