import { agents, created, expect, freeAlias, registered, test, visit } from './setting/journey.ts';

const soon = { timeout: 30_000 };

test('events of a link appear as notifications immediately, and can be opened and marked as read', async ({
  page,
}) => {
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
  const group = panel.getByRole('listitem').filter({ hasText: alias });
  await expect(group).toHaveCount(1);
  await expect(group.getByRole('button')).toHaveCount(2);
});

test('notifications are grouped by day and by link, with one line for a link’s conversions of a day', async ({
  page,
}) => {
  await registered(page);
  const now = Date.now();
  const at = (daysAgo: number) => new Date(now - daysAgo * 86_400_000).toISOString();
  const link = (name: string) => ({
    id: name,
    shortUrl: `https://go.example/${name}`,
    title: null,
  });
  const sale = { kind: 'conversions', isRead: false, count: 2 };
  const told = [
    {
      ...sale,
      happenedAt: at(0),
      link: link('autumn'),
      amounts: [{ currency: 'USD', value: 4999 }],
    },
    { ...sale, happenedAt: at(0), link: link('spring'), amounts: [] },
    { ...sale, happenedAt: at(0), link: link('autumn'), amounts: [{ currency: 'USD', value: 1 }] },
    {
      kind: 'first_click',
      isRead: true,
      count: null,
      amounts: [],
      happenedAt: at(1),
      link: link('autumn'),
    },
    {
      kind: 'password_changed',
      isRead: true,
      count: null,
      amounts: [],
      happenedAt: at(40),
      link: null,
    },
  ];
  const notices = told.map((notice, id) => ({ ...notice, text: null, id: String(id) }));
  await page.route('**/api/v1/notices', (route) =>
    route.fulfill({ json: { unread: 3, data: notices } }),
  );
  await page.goto('/links');
  await page.getByRole('button', { name: 'Notifications' }).click();
  const panel = page.getByRole('dialog', { name: 'Notifications' });

  await expect(panel.getByRole('heading', { level: 3 })).toHaveCount(3);
  await expect(panel.getByRole('heading', { level: 3 }).nth(0)).toHaveText('Today');
  await expect(panel.getByRole('heading', { level: 3 }).nth(1)).toHaveText('Yesterday');
  const today = panel.getByRole('list', { name: 'Notifications, Today' }).getByRole('listitem');
  await expect(today).toHaveCount(2);
  await expect(today.first()).toContainText('go.example/autumn');
  await expect(today.first().getByRole('button')).toHaveCount(1);
  await expect(today.first()).toContainText('4 new conversions');
  await expect(today.first()).toContainText('$50');
});

test('notification preferences are saved @more', async ({ page }) => {
  await registered(page);
  await page.goto('/settings/notifications');
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
