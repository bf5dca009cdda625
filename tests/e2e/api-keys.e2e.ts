import type { Page } from '@playwright/test';
import { complaintsAbout } from './scenes/complaints.ts';
import { settled } from './scenes/settled.ts';
import { expect, test } from './setting/journey.ts';
import { confirmed } from './setting/mails.ts';

/** The key that a dialog shows this once. */
async function shownKey(page: Page): Promise<string> {
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByRole('button', { name: 'Copy API key' })).toBeFocused();
  const text = await dialog.getByText(/^wp_[\da-f]{64}$/).textContent();
  await dialog.getByRole('button', { name: 'Done' }).press('Enter');
  await expect(dialog).toBeHidden();
  return text ?? '';
}

async function check(page: Page, what: string): Promise<void> {
  await settled(page);
  expect({ what, complaints: await complaintsAbout(page) }).toEqual({ what, complaints: [] });
}

async function statusWith(page: Page, key: string): Promise<number> {
  const headers = { authorization: `Bearer ${key}` };
  return (await page.request.get('/api/v1/keys/current', { headers })).status();
}

test('[api-keys] a key is made for an assistant, widened, rotated and revoked by keyboard', async ({
  page,
}) => {
  await confirmed(page);
  await page.goto('/settings/api');
  await page.getByRole('button', { name: 'New API key' }).press('Enter');
  const creating = page.getByRole('dialog', { name: 'New API Key' });
  await expect(creating.getByLabel('Name')).toBeFocused();
  await page.keyboard.type('Assistant');
  await creating.getByRole('button', { name: 'Assistant: read only' }).press('Enter');
  await expect(creating.getByLabel('Links')).toHaveValue('read');
  await expect(creating.getByLabel('Conversions')).toHaveValue('read');
  await expect(creating.getByLabel('Domains')).toHaveValue('none');
  await expect(creating.getByLabel('Name')).toHaveValue('Assistant');
  await check(page, 'new API key, with the choices of a preset');
  await creating.getByRole('button', { name: 'Create key' }).press('Enter');
  const first = await shownKey(page);
  const row = page.getByRole('list', { name: 'API keys' }).getByRole('listitem');
  await expect(row).toContainText(
    'See links, labels and QR codes · See clicks, reports and split tests',
  );
  await expect(row).toContainText('never used');
  await expect(row).not.toContainText('expires');

  await row.getByRole('button', { name: 'Edit Assistant' }).press('Enter');
  const editing = page.getByRole('dialog', { name: 'Edit API Key' });
  await editing
    .getByLabel('Links')
    .selectOption({ label: 'Create, change and delete links and labels' });
  await editing.getByLabel('Ends').selectOption({ label: 'In 30 days' });
  await check(page, 'edit API key');
  await editing.getByRole('button', { name: 'Save key' }).press('Enter');
  await expect(page.getByText('API key saved', { exact: true })).toBeVisible();
  await expect(row).toContainText('Create, change and delete links and labels · See clicks');
  await expect(row).toContainText('expires');

  await row.getByRole('button', { name: 'Rotate Assistant' }).press('Enter');
  const rotating = page.getByRole('dialog', { name: 'Rotate API Key' });
  await check(page, 'rotate API key');
  await rotating.getByRole('button', { name: 'Rotate', exact: true }).press('Enter');
  const second = await shownKey(page);
  expect(second).not.toBe(first);
  expect([await statusWith(page, first), await statusWith(page, second)]).toEqual([200, 200]);
  await page.reload();
  await expect(row).toContainText('the old key works until');
  await expect(row).toContainText('last used');

  // A question waits for the answer, whatever is pressed meanwhile.
  let answer = (): void => {};
  const isDue = new Promise<void>((resolve) => void (answer = resolve));
  await page.route('**/api/keys/*', async (route) => {
    await isDue;
    await route.continue();
  });
  await row.getByRole('button', { name: 'Revoke Assistant' }).press('Enter');
  const revoking = page.getByRole('dialog', { name: 'Revoke API Key' });
  await revoking.getByRole('button', { name: 'Revoke' }).press('Enter');
  await expect(revoking.getByRole('button', { name: 'Revoking...' })).toBeVisible();
  await page.keyboard.press('Escape');
  await revoking.getByRole('button', { name: 'Cancel' }).press('Enter');
  await expect(revoking.getByRole('button', { name: 'Revoking...' })).toBeVisible();
  answer();
  await expect(page.getByText('No API keys yet')).toBeVisible();
  expect([await statusWith(page, first), await statusWith(page, second)]).toEqual([401, 401]);
});

test('[api-keys] a key without a permission is not made, and one from before says what it reads now', async ({
  page,
}) => {
  await confirmed(page);
  await page.route('**/api/v1/keys?*', async (route) => {
    const response = await route.fetch();
    const text = (await response.text()).replaceAll('"readsMore":false', '"readsMore":true');
    await route.fulfill({ response, body: text });
  });
  await page.goto('/settings/api');
  await page.getByRole('button', { name: 'New API key' }).click();
  const creating = page.getByRole('dialog', { name: 'New API Key' });
  await creating.getByLabel('Name').fill('QR codes');
  await creating.getByLabel('Conversions').selectOption({ label: 'No access' });
  await creating.getByRole('button', { name: 'Create key' }).click();
  await expect(creating.getByText('Choose at least one permission')).toBeVisible();
  await creating.getByLabel('Links').selectOption({ label: 'See links, labels and QR codes' });
  await creating.getByRole('button', { name: 'Create key' }).click();
  await shownKey(page);
  await expect(page.getByText('it also reads links, tags and folders')).toBeVisible();
  await check(page, 'API keys, one from before');
  await page.getByRole('button', { name: 'Edit QR codes' }).click();
  const editing = page.getByRole('dialog', { name: 'Edit API Key' });
  await editing.getByRole('button', { name: 'Everything', exact: true }).click();
  await editing.getByRole('button', { name: 'Save key' }).click();
  const row = page.getByRole('list', { name: 'API keys' }).getByRole('listitem');
  await expect(row.getByText('Everything', { exact: true })).toBeVisible();
  await page.unrouteAll({ behavior: 'wait' });
});
