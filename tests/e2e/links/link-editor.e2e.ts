import {
  chooseAction,
  created,
  expect,
  freeAlias,
  registered,
  shownUrl,
  test,
  unfold,
} from '#tests/e2e/setting/journey';

test('the editor shows previews of what is typed, and loses no changes by accident', async ({
  page,
}) => {
  await registered(page);
  const link = await created(page, { originalUrl: 'https://example.com/menu' });
  await page.goto('/links');
  await chooseAction(page, shownUrl(link), 'Open in Editor');
  await expect(page).toHaveURL(`/links/${link.id}/edit`);
  await expect(page.getByRole('heading', { name: 'Edit Link' })).toBeVisible();
  await expect(page.getByRole('img', { name: `QR code of ${shownUrl(link)}` })).toBeVisible();

  await page.getByLabel('Custom alias').fill(freeAlias('menu'));
  await expect(page.getByText('free', { exact: true })).toBeVisible();
  await page.getByLabel('Custom alias').clear();
  await unfold(page, 'Preview');
  await page.getByLabel('Preview title').fill('The menu of the week');
  await expect(page.getByRole('figure')).toContainText('The menu of the week');
  const clip = { x: 0, y: 0, width: 800, height: 420 };
  const buffer = await page.screenshot({ clip });
  const picture = { name: 'menu.png', mimeType: 'image/png', buffer };
  await page.getByLabel('File of the picture').setInputFiles(picture);
  await expect(page.getByText('The picture has been changed', { exact: true })).toBeVisible();
  const preview = page.getByRole('img', { name: 'Preview of the link' });
  await expect(preview).toHaveJSProperty('naturalWidth', 800);
  await unfold(page, 'Rules');
  await page.getByRole('button', { name: 'Add rule' }).click();
  const rule = page.getByRole('group', { name: 'Rule 1' });
  await rule.getByLabel('System').selectOption('iOS');
  await rule.getByLabel('Destination of the rule').fill('https://example.com/app');
  await expect(page.getByRole('button', { name: /^Rules iOS to example.com\/app/ })).toBeVisible();
  await expect(page.getByRole('group', { name: 'Where a visitor goes' })).toContainText(
    'https://example.com/app',
  );
  await expect(page.getByText('Unsaved changes')).toBeVisible();

  await page.getByRole('link', { name: 'Dashboard' }).click();
  const question = page.getByRole('dialog', { name: 'Discard your changes?' });
  await question.getByRole('button', { name: 'Keep editing' }).click();
  await expect(question).toBeHidden();
  await expect(page.getByLabel('Preview title')).toHaveValue('The menu of the week');
  await page.getByRole('button', { name: 'Update Link' }).click();
  await expect(page.getByText('Link updated successfully', { exact: true })).toBeVisible();
  await expect(page).toHaveURL(`/links/${link.id}`);

  const stored = await (await page.request.get(`/api/v1/links/${link.id}`)).json();
  expect(stored).toMatchObject({ previewTitle: 'The menu of the week' });
  expect(stored.previewPicture).toMatch(/^\/api\/link-pictures\//);
  expect(stored.rules).toMatchObject([{ systems: ['ios'], url: 'https://example.com/app' }]);

  await page.goto(`/links/${link.id}/edit`);
  await unfold(page, 'Name');
  await page.getByRole('textbox', { name: /^Title/ }).fill('Gone again');
  await page.getByRole('link', { name: 'Cancel' }).click();
  await question.getByRole('button', { name: 'Discard' }).click();
  await expect(page).toHaveURL(`/links/${link.id}`);
  await expect(page.getByRole('heading', { name: 'Gone again' })).toBeHidden();
});

test('the settings of a link say what each section of the editor holds, and open it there', async ({
  page,
}) => {
  await registered(page);
  const link = await created(page, {
    originalUrl: 'https://example.com/menu?utm_source=news',
    tags: ['Lunch'],
    notes: 'For the newsletter',
    expiresAfterClicks: 500,
  });
  await page.goto(`/links/${link.id}/settings?range=30d`);
  const sections = page.getByRole('list', { name: 'Sections of the settings' });
  await expect(sections.getByRole('link')).toHaveText([
    'Name, tags and folder Lunch · Notes',
    'UTM news',
    'Schedule and limits After 500 clicks',
    'Access Nothing',
    'Rules Nothing',
    'App links Nothing',
    'Preview Nothing',
    'Conversions Nothing',
  ]);
  await expect(page.getByText('Notes', { exact: true })).toBeVisible();

  await sections.getByRole('link', { name: /^Schedule/ }).press('Enter');

  await expect(page).toHaveURL(`/links/${link.id}/edit?range=30d#schedule`);
  await expect(page.getByLabel('Expires after clicks')).toHaveValue('500');
  await expect(page.getByLabel('Preview title')).toHaveCount(0);
  const section = page.getByRole('button', { name: /^Schedule and limits/ });
  await expect(section).toBeFocused();
  await expect(section).toBeInViewport();
});

test('the edit dialog and the editor on phones show the preview in place of the fields', async ({
  page,
}) => {
  await registered(page);
  const link = await created(page, { originalUrl: 'https://example.com/menu' });
  await page.goto('/links');
  await chooseAction(page, shownUrl(link), 'Edit Link');
  const dialog = page.getByRole('dialog', { name: 'Edit Link' });
  await dialog.getByLabel('Custom alias').fill('not free of spaces');
  await dialog.getByRole('radio', { name: 'Preview' }).check({ force: true });
  await expect(dialog.getByText('Short address, once it is saved')).toBeVisible();
  await expect(dialog.getByLabel('Custom alias')).toBeHidden();
  await dialog.getByRole('button', { name: 'Update Link' }).click();
  await expect(dialog.getByLabel('Custom alias')).toBeFocused();

  await page.goto(`/links/${link.id}/edit`);
  const address = page.getByText('Short address', { exact: true });
  await expect(address).toBeVisible();
  await page.setViewportSize({ width: 390, height: 844 });
  await expect(address).toBeHidden();
  await page.getByRole('radio', { name: 'Preview' }).check({ force: true });
  await expect(address).toBeVisible();
  await expect(page.getByLabel('Custom alias')).toBeHidden();
});

test('the editor of a split test is folded to at most 1,100 pixels', async ({ page }) => {
  await registered(page);
  const { id } = await created(page, {
    originalUrl: 'https://example.com/sale',
    splitTestEnabled: true,
    splitTestUrls: ['https://example.com/a', 'https://example.com/b'],
  });
  await page.goto(`/links/${id}/edit`);
  await expect(page.getByRole('textbox', { name: 'Destination B' })).toBeVisible();
  await expect(page.getByRole('img', { name: /QR code/ }).first()).toBeVisible();

  const height = await page.getByRole('main').evaluate(({ scrollHeight }) => scrollHeight);

  expect(height).toBeGreaterThan(400);
  expect(height).toBeLessThanOrEqual(1100);
});

test('the edit dialog asks before it drops changes, and closes at once without any', async ({
  page,
}) => {
  await registered(page);
  const link = await created(page, { originalUrl: 'https://example.com/menu', title: 'Menu' });
  await page.goto('/analytics');
  await page.getByRole('link', { name: 'My Links' }).click();
  const dialog = page.getByRole('dialog', { name: 'Edit Link' });
  const question = page.getByRole('dialog', { name: 'Discard your changes?' });
  const keep = question.getByRole('button', { name: 'Keep editing' });
  const title = dialog.getByRole('textbox', { name: /^Title/ });

  await chooseAction(page, shownUrl(link), 'Edit Link');
  await unfold(dialog, 'Name');
  await title.fill('Menu of the week');
  await title.fill('Menu');
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);

  await chooseAction(page, shownUrl(link), 'Edit Link');
  await unfold(dialog, 'Name');
  await title.fill('Menu of the week');
  await page.keyboard.press('Escape');
  await expect(keep).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(question).toHaveCount(0);
  await expect(title).toBeFocused();
  await page.mouse.click(5, 5);
  await expect(keep).toBeFocused();
  await page.keyboard.press('Enter');
  await page.goBack();
  await expect(keep).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/links$/);
  await expect(title).toHaveValue('Menu of the week');

  await dialog.getByRole('button', { name: 'Cancel' }).press('Enter');
  await question.getByRole('button', { name: 'Discard' }).press('Enter');
  await expect(dialog).toHaveCount(0);
  await expect(page.getByRole('button', { name: /^Actions for/ })).toBeFocused();
  await chooseAction(page, shownUrl(link), 'Edit Link');
  await unfold(dialog, 'Name');
  await expect(title).toHaveValue('Menu');
});

/** A link with a split test of two destinations. */
const aTest = {
  originalUrl: 'https://example.com/a',
  splitTestEnabled: true,
  splitTestUrls: ['https://example.com/a', 'https://example.com/b'],
};

test('without an answer whether a running split test goes on, nothing is saved, however often', async ({
  page,
}) => {
  await registered(page);
  const link = await created(page, aTest);
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(`/links/${link.id}/edit`);
  await page.getByLabel('Destination B').fill('https://example.com/c');
  const first = page.getByRole('radio', { name: 'Continue this test' });
  const saves: string[] = [];
  page.on('request', (request) => request.method() === 'PUT' && saves.push(request.url()));
  await expect(first).toBeVisible();

  for (const part of ['Edit', 'Preview', 'Edit']) {
    await page.getByRole('radio', { name: part, exact: true }).check({ force: true });
    await page.getByRole('button', { name: 'Update Link' }).click();
    await expect(first).toBeFocused();
    await page.keyboard.press('Tab');
    await expect(first).not.toBeFocused();
  }
  await expect(page.getByText('Choose whether this test continues')).toBeInViewport();

  // An answer for one destination is none for another.
  await first.check();
  await page.getByLabel('Destination A').fill('https://example.com/d');
  await expect(page.getByText('Another address for A and B: is it the same page?')).toBeVisible();
  await expect(first).not.toBeChecked();
  await page.getByRole('button', { name: 'Update Link' }).click();
  await expect(first).toBeFocused();
  expect(saves).toEqual([]);
});

test('a running split test continues with a corrected address, or a new one begins, as its owner says @more', async ({
  page,
}) => {
  await registered(page);
  const link = await created(page, aTest);
  const tests = async () => {
    const answer = await page.request.get(`/api/v1/links/${link.id}/split-tests`);
    expect(answer.status()).toBe(200);
    const found: { data: { destinations: { url: string }[] }[] } = await answer.json();
    return found.data.map(({ destinations }) => destinations.map(({ url }) => url.slice(20)));
  };
  const dialog = page.getByRole('dialog', { name: 'Start a new test?' });
  const update = page.getByRole('button', { name: 'Update Link' });
  const updated = page.getByText('Link updated successfully', { exact: true });
  const answer = (name: string) => page.getByRole('radio', { name });

  await page.goto(`/links/${link.id}/edit`);
  await page.getByLabel('Destination B').fill('https://example.com/c');
  await update.click();
  await expect(page.getByText('Choose whether this test continues')).toBeVisible();
  await expect(answer('Continue this test')).toBeFocused();
  expect(await tests()).toEqual([['a', 'b']]);
  await answer('Continue this test').check();
  await update.click();
  await expect(updated).toBeVisible();
  await expect(page).toHaveURL(`/links/${link.id}`);
  expect(await tests()).toEqual([['a', 'c']]);

  await page.goto('/links');
  await chooseAction(page, shownUrl(link), 'Edit Link');
  await page.getByLabel('Destination A').fill('https://example.com/d');
  await answer('Start a new test').check();
  await update.click();
  await expect(updated).toBeVisible();
  expect(await tests()).toEqual([
    ['d', 'c'],
    ['a', 'c'],
  ]);

  await page.goto(`/links/${link.id}/edit`);
  await page.getByRole('button', { name: 'Add destination' }).click();
  await page.getByRole('textbox', { name: 'Destination C' }).fill('https://example.com/e');
  await expect(page.getByText(/^Adding or removing a destination begins a new test/)).toBeVisible();
  await update.click();
  await dialog.getByRole('button', { name: 'Keep editing' }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByRole('textbox', { name: 'Destination C' })).toHaveValue(
    'https://example.com/e',
  );
  expect(await tests()).toHaveLength(2);
  await update.click();
  await dialog.getByRole('button', { name: 'Start new test' }).click();
  await expect(updated).toBeVisible();
  expect(await tests()).toEqual([
    ['d', 'c', 'e'],
    ['d', 'c'],
    ['a', 'c'],
  ]);

  await page.goto(`/links/${link.id}/edit`);
  await unfold(page, 'Name');
  await page.getByRole('textbox', { name: /^Title/ }).fill('The same test');
  await update.click();
  await expect(page).toHaveURL(`/links/${link.id}`);
  await expect(dialog).toBeHidden();
  expect(await tests()).toHaveLength(3);
});

test('a description from the API is part of the notes, and saving keeps its words there @more', async ({
  page,
}) => {
  await registered(page);
  const link = await created(page, {
    originalUrl: 'https://example.com/',
    description: 'From the shop',
    notes: 'Ask Ann',
  });
  await page.goto(`/links/${link.id}/settings`);
  await expect(page.getByText('From the shop Ask Ann', { exact: true })).toBeVisible();
  await expect(page.getByText('Description', { exact: true })).toHaveCount(0);

  await page.goto(`/links/${link.id}/edit#name`);
  const notes = page.getByLabel('Notes');
  await expect(notes).toHaveValue('From the shop\n\nAsk Ann');
  await expect(page.getByLabel('Description')).toHaveCount(0);
  await notes.fill('From the shop\n\nAsk Ann or Bo');
  await page.getByRole('button', { name: 'Update Link' }).press('Enter');
  await expect(page.getByText('Link updated successfully', { exact: true })).toBeVisible();

  const stored = await (await page.request.get(`/api/v1/links/${link.id}`)).json();
  expect(stored).toMatchObject({ description: null, notes: 'From the shop\n\nAsk Ann or Bo' });
});
