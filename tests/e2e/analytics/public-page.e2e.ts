import { arrive, counted, homes } from '#tests/e2e/setting/arrivals';
import { created, expect, recorded, registered, test, undecided } from '#tests/e2e/setting/journey';

test('a link’s numbers are opened to everybody, protected by a password, and closed again', async ({
  page,
  browser,
}) => {
  await registered(page);
  const link = await created(page, { originalUrl: 'https://example.com/sale' });
  await arrive(link.shortUrl, { from: homes.Germany });
  await recorded(page, { linkId: link.id, eventType: 'sale', value: 4950, currency: 'USD' });
  await counted(page, 1);

  await page.goto(`/links/${link.id}/settings`);
  await page.getByRole('switch', { name: 'Open to everybody' }).click();
  const address = page.getByRole('link', { name: /\/public\// });
  await expect(address).toBeVisible();
  const url = (await address.getAttribute('href')) ?? '';

  const stranger = await browser.newPage({ baseURL: new URL(url).origin, locale: 'en-US' });
  await stranger.goto(url);
  const clicks = stranger.getByRole('radio', { name: /^Clicks/ });
  await expect(clicks).toHaveAccessibleName(/^Clicks\s*1\b/);
  await expect(stranger.getByRole('table', { name: 'Countries' })).toContainText('Germany');
  await stranger.getByRole('tab', { name: 'Browsers' }).click();
  await expect(stranger.getByRole('table', { name: 'Browsers' })).toBeVisible();
  await expect(stranger.getByRole('radio', { name: /^Revenue/ })).toHaveCount(0);
  await expect(stranger.getByRole('columnheader', { name: /Revenue|Profit|Per/ })).toHaveCount(0);
  await expect(stranger.getByRole('button', { name: /^(Filter by|View all|Add)/ })).toHaveCount(0);

  await page.getByRole('switch', { name: 'Show revenue and profit' }).click();
  await expect(page.getByRole('switch', { name: 'Show revenue and profit' })).toBeChecked();
  await stranger.reload();
  await expect(stranger.getByRole('radio', { name: /^Revenue/ })).toHaveAccessibleName(/\$49\.50/);

  await page.getByRole('button', { name: 'Set a password' }).click();
  await page.getByLabel('Password', { exact: true }).fill('short');
  await page.getByRole('button', { name: 'Set password' }).click();
  await expect(page.getByText('The password must have at least 8 characters')).toBeVisible();
  await page.getByLabel('Password', { exact: true }).fill('for the team');
  await page.getByRole('button', { name: 'Set password' }).click();
  await expect(page.getByText('Protected by a password')).toBeVisible();
  await stranger.reload();
  await stranger.getByLabel('Password', { exact: true }).fill('a wrong guess');
  await stranger.getByRole('button', { name: 'Open' }).click();
  await expect(stranger.getByText('This password is incorrect')).toBeVisible();
  await stranger.getByLabel('Password', { exact: true }).fill('for the team');
  await stranger.getByRole('button', { name: 'Open' }).click();
  await expect(clicks).toBeVisible();
  await expect(stranger.getByRole('main')).toBeFocused();

  await page.getByRole('button', { name: 'Remove password' }).press('Enter');
  await expect(page.getByText('No password')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Set a password' })).toBeFocused();

  await page.getByRole('switch', { name: 'Open to everybody' }).click();
  await page.getByRole('button', { name: 'Close page' }).click();
  await expect(address).toHaveCount(0);
  await stranger.reload();
  await expect(stranger.getByRole('heading', { name: 'There is no such page' })).toBeVisible();
  await stranger.close();
});

test('a public page shows the running split test, without money and without addresses', async ({
  page,
  browser,
}) => {
  await registered(page);
  const link = await created(page, {
    originalUrl: 'https://example.com/sale',
    splitTestEnabled: true,
    splitTestUrls: ['https://example.com/photo', 'https://example.com/video'],
  });
  await arrive(link.shortUrl, { from: homes.Germany });
  await counted(page, 1);

  await page.goto(`/links/${link.id}/settings`);
  await page.getByRole('switch', { name: 'Open to everybody' }).click();
  const address = page.getByRole('link', { name: /\/public\// });
  const url = (await address.getAttribute('href')) ?? '';
  const stranger = await browser.newPage({ baseURL: new URL(url).origin, locale: 'en-US' });
  await stranger.goto(url);

  await expect(stranger.getByRole('heading', { name: 'Split test' })).toBeVisible();
  await expect(stranger.getByText(undecided)).toBeVisible();
  await expect(stranger.getByRole('row', { name: /^A Destination A 1 0 0/ })).toBeVisible();
  await expect(stranger.getByRole('row', { name: /^B Destination B 0 0/ })).toBeVisible();
  await expect(stranger.getByRole('columnheader', { name: 'Converted' })).toBeVisible();
  await expect(stranger.getByText('example.com/photo')).toHaveCount(0);
  await stranger.close();
});
