import type { Page } from '@playwright/test';
import {
  chooseAction,
  created,
  type Created,
  expect,
  freeAlias,
  registered,
  send,
  shownUrl,
  test,
  unfold,
} from '#tests/e2e/setting/journey';

const words = 'This link was deleted. You can create a new link with these values.';
const title = (page: Page) => page.getByRole('textbox', { name: /^Title/ });
const save = (page: Page) => page.getByRole('button', { name: 'Update Link' });

async function newLink(page: Page): Promise<Created> {
  await registered(page);
  const customAlias = freeAlias('menu');
  return created(page, { originalUrl: 'https://example.com/menu', customAlias, title: 'Menu' });
}

/** As in another tab. */
async function remove(page: Page, { id }: Created): Promise<void> {
  await send(page, { path: `/api/links/${id}`, method: 'DELETE', status: 204 });
}

/** The form has what was typed, cannot be saved, and says why. */
async function expectKept(page: Page): Promise<void> {
  await expect(page.getByRole('alert').getByText(words)).toBeVisible();
  await expect(title(page)).toHaveValue('Menu of the week');
  await expect(save(page)).toBeDisabled();
  await expect(page.getByText('This link was deleted.', { exact: true })).toBeVisible();
}

/** What was typed is in the form that creates links, without the alias of the deleted link. */
async function expectDuplicated(page: Page): Promise<void> {
  const form = page.getByRole('form', { name: 'Create a short link' });
  await expect(form.getByLabel('Destination URL')).toHaveValue('https://example.com/menu');
  await expect(form.getByLabel('Destination URL')).toBeFocused();
  await expect(form.getByLabel('Custom alias')).toHaveValue('');
  await unfold(form, 'Name');
  await expect(title(page)).toHaveValue('Menu of the week');
  await form.getByRole('button', { name: 'Create link' }).press('Enter');
  await expect(page.getByText('Short link created successfully!')).toBeVisible();
}

const openings = [
  {
    name: 'the editor of a link',
    open: (page: Page, { id }: Created) => page.goto(`/links/${id}/edit`),
  },
  {
    name: 'the edit dialog on the page of a link',
    open: async (page: Page, { id }: Created) => {
      await page.goto(`/links/${id}`);
      await page.getByRole('button', { name: 'Edit', exact: true }).press('Enter');
    },
  },
];

for (const { name, open } of openings) {
  test(`${name} that is deleted elsewhere keeps what was typed, for a new link`, async ({
    page,
  }) => {
    const link = await newLink(page);
    await open(page, link);
    await unfold(page, 'Name');
    await title(page).fill('Menu of the week');

    await remove(page, link);
    await expectKept(page);
    await page.getByRole('button', { name: 'Duplicate' }).press('Enter');

    await expect(page).toHaveURL(/\/links$/);
    await expectDuplicated(page);
  });
}

test('the edit dialog over a list keeps what was typed, also when only the save finds the link deleted', async ({
  page,
}) => {
  const link = await newLink(page);
  // No live updates.
  await page.route('**/api/v1/stream', (route) => route.abort());
  await page.goto('/links');
  await chooseAction(page, shownUrl(link), 'Edit Link');
  await unfold(page, 'Name');
  await title(page).fill('Menu of the week');
  await remove(page, link);
  await save(page).press('Enter');

  await expectKept(page);
  await page.getByRole('button', { name: 'Duplicate' }).press('Enter');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expectDuplicated(page);
});
