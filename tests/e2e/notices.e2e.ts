import { agents, created, expect, freeAlias, registered, test, visit } from './journey.ts';

const soon = { timeout: 30_000 };

test('what happens to a link is told live, seen, chosen and marked as read', async ({ page }) => {
  await registered(page);
  await page.goto('/links');
  const bell = page.getByRole('button', { name: 'Notifications' });
  await bell.focus();
  await page.keyboard.press('Enter');
  await expect(page.getByText('No notifications yet')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByText('No notifications yet')).toBeHidden();
  await expect(bell).toBeFocused();

  const alias = freeAlias('bell');
  const link = await created(page, {
    originalUrl: 'https://example.com/bell',
    customAlias: alias,
    trackConversions: true,
  });
  await visit(link.shortUrl, agents.desktop);
  await expect(page.getByRole('button', { name: 'Notifications, 1 new' })).toBeVisible(soon);
  await page.keyboard.press('Enter');
  const panel = page.getByRole('dialog', { name: 'Notifications' });
  const first = panel.getByRole('button', { name: /Unread: First click/ });
  await expect(first).toContainText(alias);
  await expect(panel.getByText('1 new')).toBeVisible();
  await first.focus();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(new RegExp(`/analytics\\?.*link=${link.id}`));
  await expect(page.getByRole('button', { name: 'Notifications', exact: true })).toBeVisible();

  const { origin } = new URL(page.url());
  const sale = { linkId: link.id, eventType: 'sale', value: 4999, currency: 'USD' };
  await page.request.post('/api/conversions', { data: sale, headers: { origin } });
  await page.getByRole('button', { name: 'Notifications, 1 new' }).click(soon);
  await expect(panel.getByRole('button', { name: /Unread: New conversion/ })).toContainText(
    '$49.99',
  );
  await panel.getByRole('button', { name: 'Mark all as read' }).click();
  await expect(panel.getByText('Unread:')).toHaveCount(0);
  await page.reload();
  await page.getByRole('button', { name: 'Notifications', exact: true }).click();
  await expect(panel.getByRole('listitem')).toHaveCount(2);
});

test('notification preferences are kept', async ({ page }) => {
  await registered(page);
  await page.goto('/settings');
  const [mails, alerts] = [
    page.getByRole('switch', { name: 'Email notifications' }),
    page.getByRole('switch', { name: 'Conversion alerts' }),
  ];
  await expect(mails).toBeChecked();
  await expect(alerts).toBeChecked();

  await alerts.click();
  await expect(page.getByText('Settings Updated', { exact: true })).toBeVisible();
  await page.reload();

  await expect(mails).toBeChecked();
  await expect(alerts).not.toBeChecked();
});
