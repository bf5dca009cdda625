import { createServer } from 'node:http';
import type { Page } from '@playwright/test';
import { Webhook } from 'standardwebhooks';
import { confirmed } from '#tests/e2e/setting/mails';
import { created, expect, registered, send, test } from '#tests/e2e/setting/journey';
import { hold } from '#tests/e2e/scenes/hold';
import { complaintsAbout } from '#tests/e2e/scenes/complaints';

type Got = { readonly headers: Record<string, string>; readonly text: string };

/** A receiver on this machine, which answers 500 until it is told to answer 200. */
async function receiver() {
  const got: Got[] = [];
  const answers = { status: 500 };
  const server = createServer((request, answer) => {
    let text = '';
    request.on('data', (chunk: Buffer) => (text += chunk.toString()));
    request.on('end', () => {
      const headers = Object.entries(request.headers).map(([name, value]) => [name, String(value)]);
      got.push({ headers: Object.fromEntries(headers), text });
      answer.writeHead(answers.status).end('{"seen":true}');
    });
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : 0;
  return { got, answers, url: `http://127.0.0.1:${port}/hook`, close: () => server.close() };
}

const enter = (page: Page, name: string | RegExp) =>
  page.getByRole('button', { name }).first().press('Enter');

test('a person adds a webhook, sees what was sent and answered, and sends it again, by keyboard alone', async ({
  page,
}) => {
  const shop = await receiver();
  await confirmed(page);
  await page.goto('/settings/webhooks');
  await expect(page.getByText('No webhooks yet')).toBeVisible();
  await enter(page, 'New webhook');
  const dialog = page.getByRole('dialog', { name: 'New Webhook' });
  await expect(dialog.getByLabel('Address')).toBeFocused();
  await page.keyboard.insertText(process.env['WAYPOST_URL'] ?? '');
  await page.keyboard.press('Enter');
  await expect(dialog.getByText('Enter an address of another service')).toBeVisible();
  expect(await complaintsAbout(page)).toEqual([]);
  await dialog.getByLabel('Address').fill(shop.url);
  await dialog.getByRole('switch', { name: 'All events' }).press('Space');
  await dialog.getByRole('button', { name: 'Add webhook' }).press('Enter');
  await expect(dialog.getByRole('group', { name: 'Events' })).toHaveAccessibleDescription(
    'Choose at least one event',
  );
  await dialog.getByRole('checkbox', { name: 'Link created' }).press('Space');
  // The secret is shown once: the dialog stays until it is there.
  const adding = await hold(page, '**/api/v1/webhooks', 'POST');
  await dialog.getByRole('button', { name: 'Add webhook' }).press('Enter');
  await adding.sent;
  await page.keyboard.press('Escape');
  await expect(dialog.getByRole('button', { name: 'Saving...' })).toBeVisible();
  await expect(page.getByRole('dialog')).toHaveCount(1);
  await adding.release();

  await expect(dialog.getByRole('button', { name: /^Copy/ })).toBeFocused();
  const secret = (await dialog.locator('code').innerText()).trim();
  await dialog.getByRole('button', { name: 'Done' }).press('Enter');
  const row = page.getByRole('list', { name: 'Webhooks' }).getByRole('listitem');
  await expect(row).toContainText('Link created · all links');

  const link = await created(page, { originalUrl: 'https://example.com/', title: 'Autumn' });
  await expect.poll(() => shop.got.length).toBe(1);
  const [first] = shop.got;
  if (first === undefined) throw new Error('nothing arrived');
  expect(new Webhook(secret).verify(first.text, first.headers)).toMatchObject({
    type: 'link.created',
    data: { link: { id: link.id, title: 'Autumn' } },
  });

  await page.reload();
  await expect(row).toContainText('Failing');
  await enter(page, `Deliveries: ${shop.url}`);
  const attempts = page.getByRole('list', { name: 'Deliveries' }).getByRole('listitem');
  await expect(attempts.first()).toContainText('Status 500');
  shop.answers.status = 200;
  await attempts
    .first()
    .getByRole('button', { name: /^Details/ })
    .press('Enter');
  await expect(page.getByText('{"seen":true}')).toBeVisible();
  await expect(page.getByText('"title": "Autumn"')).toBeVisible();
  expect(await complaintsAbout(page)).toEqual([]);
  await attempts
    .first()
    .getByRole('button', { name: /^Send again/ })
    .press('Enter');
  await expect(page.getByText('Event sent again').first()).toBeVisible();
  await expect(attempts.first()).toContainText('Status 200');
  expect(new Set(shop.got.map(({ headers }) => headers['webhook-id'])).size).toBe(1);
  await page.keyboard.press('Escape');

  const held = await hold(page, '**/api/v1/webhooks/*/rotate', 'POST');
  await enter(page, `Replace secret: ${shop.url}`);
  const replacing = page.getByRole('dialog', { name: 'Replace Secret' });
  await replacing.getByRole('button', { name: 'Replace' }).press('Enter');
  await held.sent;
  await page.keyboard.press('Escape');
  await expect(replacing.getByRole('button', { name: 'Replacing...' })).toBeVisible();
  await held.release();
  await expect(replacing.locator('code')).not.toHaveText(secret);
  await replacing.getByRole('button', { name: 'Done' }).press('Enter');

  await enter(page, `Edit: ${shop.url}`);
  await page.getByLabel('Description').fill('The shop');
  await page.getByRole('switch', { name: 'On', exact: true }).press('Space');
  await page.getByRole('button', { name: 'Save webhook' }).press('Enter');
  await expect(row).toContainText('The shop');
  await expect(row).toContainText('Off');
  await enter(page, `Remove: ${shop.url}`);
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).press('Enter');
  await expect(page.getByText('No webhooks yet')).toBeVisible();
  shop.close();
});

test('pages of deliveries keep the focus, and one that has become empty leads back @more', async ({
  page,
}) => {
  await confirmed(page);
  await send(page, { path: '/api/v1/webhooks', data: { url: 'https://hooks.example.com/' } });
  const id = '0193c0de-0000-7000-8000-000000000001';
  const times = { nextAt: null, attemptedAt: new Date().toISOString(), milliseconds: 86 };
  const attempt = { id, eventId: id, type: 'link.created', attempt: 1, status: 204, error: null };
  await page.route('**/api/v1/webhooks/*/attempts?*', (route) => {
    const isFirst = !route.request().url().includes('cursor');
    const rest = { previousCursor: null, count: null, nextCursor: isFirst ? 'older' : null };
    return route.fulfill({ json: { data: isFirst ? [{ ...attempt, ...times }] : [], ...rest } });
  });
  await page.goto('/settings/webhooks');
  await enter(page, /^Deliveries:/);
  const older = page.getByRole('button', { name: 'Older deliveries' });
  await older.press('Enter');

  await expect(page.getByText('No older deliveries')).toBeVisible();
  await expect(older).toBeFocused();
  await page.getByRole('button', { name: 'Newer deliveries' }).press('Enter');
  await expect(page.getByRole('list', { name: 'Deliveries' })).toContainText('Status 204');
});

test('without a confirmed email address the page says why there is no webhook @more', async ({
  page,
}) => {
  await registered(page);
  await page.goto('/settings/webhooks');
  await expect(page.getByRole('button', { name: 'New webhook' })).toBeDisabled();
  await expect(page.getByText(/Confirm your email address before you add webhooks/)).toBeVisible();
});
