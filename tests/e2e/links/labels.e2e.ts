import {
  chooseAction,
  created,
  expect,
  registered,
  send,
  shownUrl,
  test,
  unfold,
} from '#tests/e2e/setting/journey';

test('a link gets tags, a folder and notes, and its page shows them', async ({ page }) => {
  await registered(page);
  const link = await created(page, { originalUrl: 'https://example.com/', tags: ['Sale'] });
  await page.goto('/links');
  await chooseAction(page, shownUrl(link), 'Edit Link');
  const dialog = page.getByRole('dialog');

  await unfold(dialog, 'Name');
  const tags = dialog.getByRole('combobox', { name: 'Tags' });
  await tags.pressSequentially('Letter,spring');
  await tags.press('Enter');
  // As a paste does: none of it is cut, and what is too long stays to be corrected.
  const long = 'x'.repeat(51);
  await tags.fill(`one that is pasted, ${long}, another one of a long list, and the last one`);
  await expect(dialog.getByRole('list', { name: 'Chosen tags' }).getByRole('listitem')).toHaveText([
    ...['Sale', 'Letter', 'spring', 'one that is pasted'],
    ...['another one of a long list', 'and the last one'],
  ]);
  await expect(tags).toHaveValue(long);
  await expect(dialog.getByText('At most 50 characters for one tag')).toBeVisible();
  await tags.fill('');
  await dialog.getByRole('button', { name: 'Remove tag one that is pasted' }).click();
  await dialog.getByRole('button', { name: 'Remove tag another one of a long list' }).click();
  await dialog.getByRole('button', { name: 'Remove tag and the last one' }).click();
  await dialog.getByRole('button', { name: 'Remove tag Sale' }).click();
  await dialog.getByLabel('Folder').fill('Shop');
  await dialog.getByLabel('Notes').fill('For the newsletter');
  await dialog.getByRole('button', { name: 'Update Link' }).click();

  await expect(dialog).toHaveCount(0);
  await page.goto(`/links/${link.id}`);
  const labels = page.getByRole('list', { name: 'Folder and tags' }).getByRole('listitem');
  await expect(labels).toHaveText(['Folder Shop', 'Letter', 'spring']);
  await page.getByRole('link', { name: 'Settings', exact: true }).last().click();
  await expect(page.getByText('For the newsletter')).toBeVisible();
});

test('a new link gets a title, a tag and UTM parameters @more', async ({ page }) => {
  await registered(page);
  await page.goto('/');
  const form = page.getByRole('form', { name: 'Create a short link' });
  await form.getByLabel('Destination URL').fill('https://example.com/sale#top');
  await form.getByRole('button', { name: 'More options' }).click();
  await unfold(form, 'Name');
  await form.getByLabel('Title').first().fill('Summer sale');
  await form.getByRole('combobox', { name: 'Tags' }).fill('Sale');
  await form.getByRole('combobox', { name: 'Tags' }).press('Enter');
  await unfold(form, 'UTM');
  await form.getByLabel('Source').fill('newsletter');
  await expect(form.getByLabel('Destination URL')).toHaveValue(
    'https://example.com/sale?utm_source=newsletter#top',
  );
  await form.getByRole('button', { name: 'Create link' }).click();
  await expect(page.getByText('Short link created successfully!', { exact: true })).toBeVisible();

  const [link] = await (await page.request.get('/api/links')).json();
  expect(link).toMatchObject({
    title: 'Summer sale',
    originalUrl: 'https://example.com/sale?utm_source=newsletter#top',
    tags: [{ name: 'Sale' }],
  });
});

test('more tags than a page of the API has are all shown @more', async ({ page }) => {
  await registered(page);
  for (let link = 0; link < 6; link += 1) {
    const tags = Array.from({ length: 18 }, (_, n) => `Tag ${link * 18 + n}`);
    await created(page, { originalUrl: 'https://example.com/', tags });
  }

  await page.goto('/links');
  await page.getByRole('button', { name: 'Tags and folders' }).click();

  const tags = page.getByRole('dialog').getByRole('list', { name: 'Your tags' });
  await expect(tags.getByRole('listitem')).toHaveCount(108);
});

test('tags that failed to load can be loaded again @more', async ({ page }) => {
  await registered(page);
  await created(page, { originalUrl: 'https://example.com/', tags: ['Sale'] });
  await page.route('**/api/v1/tags?*', (route) => route.fulfill({ status: 503, body: '' }));
  await page.goto('/links');
  await page.getByRole('button', { name: 'Tags and folders' }).press('Enter');
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByRole('alert')).toContainText('Failed to load tags');
  await page.unroute('**/api/v1/tags?*');

  await dialog.getByRole('button', { name: 'Try again' }).press('Enter');

  await expect(dialog.getByRole('list', { name: 'Your tags' })).toContainText('Sale');
});

test('tags and folders are added, renamed, recoloured and deleted by keyboard @more', async ({
  page,
}) => {
  await registered(page);
  await created(page, { originalUrl: 'https://example.com/', tags: ['Sale'] });
  await page.goto('/links');
  await page.getByRole('button', { name: 'Tags and folders' }).press('Enter');
  const dialog = page.getByRole('dialog');
  const tags = dialog.getByRole('list', { name: 'Your tags' }).getByRole('listitem');

  await dialog.getByLabel('New tag').fill('SALE');
  await dialog.getByLabel('New tag').press('Enter');
  await expect(dialog.getByText('You already have a tag with this name')).toBeVisible();
  await dialog.getByLabel('New tag').fill('Letter');
  await dialog.getByLabel('New tag').press('Enter');
  await expect(tags).toHaveText(['Letter0 links', 'Sale1 link']);

  await dialog.getByRole('button', { name: 'Edit Sale' }).press('Enter');
  await dialog.getByLabel('New name of Sale').fill('Sales');
  await tags.getByRole('radio', { name: 'pink' }).press(' ');
  await dialog.getByRole('button', { name: 'Save' }).press('Enter');
  await expect(tags).toHaveText(['Letter0 links', 'Sales1 link']);
  await expect(dialog.getByRole('button', { name: 'Edit Sales' })).toBeFocused();

  const remove = dialog.getByRole('button', { name: 'Delete Sales' });
  await remove.press('Enter');
  await expect(dialog.getByText('1 link will lose it. The links stay.')).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(remove).toBeFocused();
  await remove.press('Enter');
  await dialog.getByRole('button', { name: 'Delete', exact: true }).press('Enter');
  await expect(tags).toHaveText(['Letter0 links']);
  await expect(dialog.getByRole('list', { name: 'Your tags' })).toBeFocused();

  await dialog.getByRole('tab', { name: 'Folders' }).click();
  await dialog.getByLabel('New folder').fill('Shop');
  await dialog.getByLabel('New folder').press('Enter');
  await expect(dialog.getByRole('button', { name: 'Delete Shop' })).toBeVisible();
});

test('a report is narrowed to a tag, and the address keeps it @more', async ({ page }) => {
  await registered(page);
  await created(page, { originalUrl: 'https://example.com/', tags: ['Sale'] });
  const [tag] = (await (await page.request.get('/api/v1/tags')).json()).data;
  await page.goto('/analytics');

  await page.getByRole('button', { name: 'Add filter' }).click();
  await page.getByRole('menuitem', { name: 'Tag', exact: true }).click();
  await page.getByRole('checkbox', { name: /Sale/ }).check();
  await page.getByRole('button', { name: 'Apply' }).click();

  await expect(page).toHaveURL(new RegExp(`tag=${tag.id}`));
  const chip = page.getByRole('list', { name: 'Filters' });
  await expect(chip).toContainText('TagSale');
  await page.reload();
  await expect(chip).toContainText('TagSale');
  await page.getByRole('button', { name: 'Remove filter: Tag' }).click();
  await expect(page).not.toHaveURL(/tag=/);
});

test('the UTM fields and the address are the same, both ways, and a template fills them @more', async ({
  page,
}) => {
  await registered(page);
  const link = await created(page, { originalUrl: 'https://example.com/?a=%7e#top' });
  await page.goto('/links');
  await chooseAction(page, shownUrl(link), 'Edit Link');
  const dialog = page.getByRole('dialog');
  const address = dialog.getByLabel('Destination URL');

  await unfold(dialog, 'UTM');
  await dialog.getByLabel('Source').fill('newsletter');
  await dialog.getByLabel('Campaign').fill('summer & sun');
  await expect(address).toHaveValue(
    'https://example.com/?a=%7e&utm_source=newsletter&utm_campaign=summer%20%26%20sun#top',
  );
  // Without a name, Enter neither saves a template nor sends the form around it.
  await dialog.getByLabel('Save as template').press('Enter');
  await expect(dialog.getByLabel('Save as template')).toBeFocused();
  await dialog.getByLabel('Save as template').fill('Summer');
  await dialog.getByLabel('Save as template').press('Enter');
  await expect(dialog.getByRole('button', { name: 'Summer', exact: true })).toBeVisible();

  await address.fill('https://example.com/b?utm_source=poster&utm_medium=qr');
  await expect(dialog.getByLabel('Source')).toHaveValue('poster');
  await expect(dialog.getByLabel('Campaign')).toHaveValue('');
  await dialog.getByRole('button', { name: 'Summer', exact: true }).click();
  const applied = 'https://example.com/b?utm_source=newsletter&utm_campaign=summer%20%26%20sun';
  await expect(address).toHaveValue(applied);
  await dialog.getByRole('button', { name: 'Edit template Summer' }).click();
  await dialog.getByLabel('Campaign').fill('winter');
  await dialog.getByLabel('Name of the template').fill('Winter');
  await dialog.getByLabel('Name of the template').press('Enter');
  await expect(dialog.getByRole('button', { name: 'Summer', exact: true })).toHaveCount(0);
  await dialog.getByLabel('Campaign').fill('other');
  await dialog.getByRole('button', { name: 'Winter', exact: true }).click();
  const changed = 'https://example.com/b?utm_source=newsletter&utm_campaign=winter';
  await expect(address).toHaveValue(changed);

  const before = await (await page.request.get(`/api/v1/links/${link.id}`)).json();
  expect(before.originalUrl).toBe('https://example.com/?a=%7e#top');
  const templates = await (await page.request.get('/api/v1/utm-templates')).json();
  expect(templates.data).toMatchObject([{ name: 'Winter', utm_campaign: 'winter' }]);
  await dialog.getByRole('button', { name: 'Update Link' }).click();
  await expect(dialog).toHaveCount(0);
  const stored = await (await page.request.get(`/api/v1/links/${link.id}`)).json();
  expect(stored.originalUrl).toBe(changed);
});

test('a UTM template is deleted only after a question, by keyboard @more', async ({ page }) => {
  await registered(page);
  const utm = { utm_medium: '', utm_campaign: '', utm_term: '', utm_content: '' };
  const data = { name: 'Summer', utm_source: 'newsletter', ...utm };
  await send(page, { path: '/api/v1/utm-templates', data });
  await page.goto('/links');
  await page.getByLabel('Destination URL').focus();
  await page.getByRole('button', { name: 'More options' }).press('Enter');
  await unfold(page, 'UTM');
  const templates = page.getByRole('group', { name: 'UTM templates' });
  const opener = templates.getByRole('button', { name: 'Delete template Summer' });

  await opener.press('Enter');
  await expect(templates.getByRole('alert')).toContainText('Delete Summer?');
  await expect(templates.getByRole('button', { name: 'Cancel' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(templates.getByRole('alert')).toHaveCount(0);
  await expect(opener).toBeFocused();

  await opener.press('Enter');
  await templates.getByRole('button', { name: 'Delete', exact: true }).press('Enter');
  await expect(opener).toHaveCount(0);
  await expect(templates).toBeFocused();
  const kept = await (await page.request.get('/api/v1/utm-templates')).json();
  expect(kept.data).toEqual([]);
});

test('the folders stand below My Links, with their numbers, and the address names the chosen one', async ({
  page,
}) => {
  await registered(page);
  await created(page, { originalUrl: 'https://example.com/boots', folder: 'Shop' });
  await created(page, { originalUrl: 'https://example.com/letter' });
  await page.goto('/links?search=example&status=active');
  const folders = page.getByRole('list', { name: 'Folders' });
  await expect(folders.getByRole('link')).toHaveText([
    'All links2 links',
    'No folder1 link',
    'Shop1 link',
  ]);

  await folders.getByRole('link', { name: 'Shop' }).press('Enter');
  await expect(page).toHaveURL(/\/links\?folder=[\da-f-]{36}$/);
  await expect(folders.getByRole('link', { name: 'Shop' })).toHaveAttribute('aria-current', 'true');
  await expect(page.getByRole('row')).toHaveCount(2);
  await expect(page.getByRole('row').nth(1)).toContainText('boots');
  await folders.getByRole('link', { name: 'No folder' }).click();
  await expect(page.getByRole('row').nth(1)).toContainText('letter');

  await page.getByRole('row').nth(1).focus();
  await page.keyboard.press('x');
  await page.getByRole('button', { name: 'Delete' }).click();
  await expect(folders.getByRole('link')).toHaveText([
    'All links1 link',
    'No folder0 links',
    'Shop1 link',
  ]);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(folders.getByRole('link').first()).toHaveText('All links2 links');

  await page.setViewportSize({ width: 390, height: 844 });
  await page.getByRole('button', { name: /open menu/i }).click();
  await folders.getByRole('link', { name: 'Shop' }).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(page.getByRole('listitem').filter({ hasText: 'boots' })).toBeVisible();
});
