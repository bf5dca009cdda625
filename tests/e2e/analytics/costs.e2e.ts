import { arrive, counted, homes } from '#tests/e2e/setting/arrivals';
import { created, expect, recorded, registered, test } from '#tests/e2e/setting/journey';

test('a cost of a link shows its ROI; costs of campaigns come by hand and as CSV', async ({
  page,
}) => {
  await registered(page);
  const link = await created(page, {
    originalUrl: 'https://example.com/sale',
    trackConversions: true,
    splitTestEnabled: true,
    splitTestUrls: ['https://example.com/a', 'https://example.com/b'],
  });
  for (const _ of [1, 2, 3, 4]) await arrive(link.shortUrl, { from: homes.Germany });
  await recorded(page, { linkId: link.id, eventType: 'sale', value: 1000, currency: 'USD' });
  await counted(page, 4);
  const numbers = page.getByRole('region', { name: 'Costs and earnings' });

  const part = (name: string) =>
    page.getByRole('navigation', { name: 'Parts of the link' }).getByRole('link', { name }).click();
  await page.goto(`/links/${link.id}/conversions`);
  await expect(page.getByText('Enter what clicks cost')).toBeVisible();
  await expect(numbers).toHaveCount(0);
  await page.getByRole('button', { name: 'Add a cost' }).press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Add a cost' });
  await dialog.getByRole('button', { name: 'Add cost' }).click();
  await expect(dialog.getByText('Enter an amount of at least 0.01')).toBeVisible();
  // Split tests count in UTC days, in which today may not have begun.
  const yesterday = new Date(Date.now() - 86_400_000).toISOString().slice(0, 10);
  await dialog.getByLabel('First day').fill(yesterday);
  await dialog.getByLabel('Amount').fill('0.50');
  await dialog.getByLabel('Amount').press('Enter');

  await expect(dialog).toBeHidden();
  await part('Overview');
  await expect(numbers).toContainText(
    /Cost\s*\$2in USD.*ROI\s*\+400.0%.*Cost per click\s*\$0.50earned \$2.50/,
  );
  const shared = page.getByRole('table', { name: 'Costs of destinations' }).getByRole('row');
  await expect(shared.nth(1)).toHaveText('Aexample.com/a$1-100.0%$0');
  await expect(shared.nth(2)).toHaveText('Bexample.com/b$1-100.0%$0');
  await part('Conversions');
  const costs = page.getByRole('list', { name: 'Costs', exact: true });
  await costs.getByRole('button', { name: 'Edit $0.50 per click' }).click();
  await page.getByRole('dialog').getByLabel('Amount').fill('2.50');
  await page.getByRole('dialog').getByLabel('Note').fill('Search ads');
  await page.getByRole('button', { name: 'Save cost' }).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await part('Overview');
  await expect(numbers).toContainText(/Cost\s*\$10in.*ROI\s*0.0%/);

  await page.goto('/analytics?sources=links');
  await expect(numbers).toContainText(/Cost\s*\$10in/);
  await expect(page.getByRole('table', { name: 'Link' }).getByRole('row').nth(1)).toContainText(
    '$100.0%',
  );
  const heads = page.getByRole('table', { name: 'Link' }).getByRole('columnheader');
  await expect(heads.filter({ hasText: 'Per click', visible: true })).toHaveCount(1);
  await expect(heads.filter({ hasText: 'Visitors', visible: true })).toHaveCount(0);
  await expect(page.getByText("lack of room: Share, Visitors. 'View all' has more")).toBeVisible();
  const head = heads.filter({ hasText: 'ROI' });
  await head.getByRole('button').press('Enter');
  await expect(head).toHaveAttribute('aria-sort', 'descending');
  await expect(page).toHaveURL(/sources-sort=roi$/);
  await page.reload();
  await expect(head).toHaveAttribute('aria-sort', 'descending');
  await page.goto('/analytics?sources=links&compare=previous');
  await expect(numbers).toContainText(
    /Cost\s*\$10new from \$0ROI\s*0.0%no comparisonCost per click\s*\$2.50no comparison/,
  );
  // The whole list has room for every column, so it does not ask for a wider window.
  await page.getByRole('button', { name: 'View all links' }).click();
  const whole = page.getByRole('dialog');
  await expect(whole.getByRole('columnheader', { name: 'Visitors' })).toBeVisible();
  await expect(whole.getByRole('columnheader', { name: 'Share' })).toBeVisible();
  await expect(whole.getByText('Hidden for lack of room')).toHaveCount(0);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Add a cost' }).click();
  await page.getByRole('dialog').getByLabel('UTM campaign').fill('autumn');
  await page.getByRole('dialog').getByLabel('Cost', { exact: true }).selectOption('Per day');
  await page.getByRole('dialog').getByLabel('Amount').fill('5');
  await page.getByRole('button', { name: 'Add cost' }).click();
  await expect(numbers).toContainText(/Cost\s*\$15new/);

  const upload = (csv: string) =>
    page
      .getByLabel('CSV file with costs')
      .setInputFiles({ name: 'costs.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) });
  await upload('date,link,cost,currency\n2026-11-01,nowhere,1,USD\n1.11.2026,x,1,USD\n');
  const bad = page.getByRole('alert').filter({ hasText: 'Nothing was added' });
  await expect(bad.getByRole('listitem')).toHaveText([/^Row 2: .*short address/, /^Row 3: /]);
  await expect(costs.getByRole('listitem')).toHaveCount(1);
  await upload('date,campaign,cost,currency\n2026-11-01,spring,12.50,EUR\n');
  await expect(page.getByText('1 cost added', { exact: true })).toBeVisible();
  await expect(bad).toBeHidden();
  await expect(costs.getByRole('listitem')).toHaveCount(2);

  await page.getByRole('combobox', { name: 'Currency of the amounts' }).selectOption('EUR');
  await expect(numbers).toContainText(/Cost\s*€0.*There are no costs here in this range/);
  await costs.getByRole('button', { name: 'Remove autumn, $5 per day' }).click();
  await costs.getByRole('button', { name: 'Remove', exact: true }).click();
  await expect(costs.getByRole('listitem')).toHaveCount(1);
  await expect(page.getByRole('button', { name: 'Add a cost' })).toBeFocused();
});
