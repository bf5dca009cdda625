import type { Page } from '@playwright/test';
import { agents } from '#tests/support/visitor';
import { created, expect, registered, send, test, undecided } from './setting/journey.ts';

const urls = ['https://example.com/a', 'https://example.com/b', 'https://example.com/c'];

/** A person with a link that has a split test, on the page of the link. */
async function onTest(page: Page, splitTestUrls = urls) {
  await registered(page);
  const link = await created(page, {
    originalUrl: splitTestUrls[0],
    splitTestEnabled: true,
    splitTestUrls,
  });
  await page.goto(`/links/${link.id}`);
  await expect(panel(page)).toContainText(undecided);
  const address = `/api/v1/links/${link.id}/split-tests`;
  const tests = async () => (await (await page.request.get(address)).json()).data;
  return { link, tests };
}

const panel = (page: Page) =>
  page
    .getByRole('main')
    .locator('section')
    .filter({ has: page.getByRole('heading', { name: 'Split test', exact: true }) });

async function chooseMore(page: Page, action: string): Promise<void> {
  await page.getByRole('button', { name: 'More of this test' }).click();
  await page.getByRole('menuitem', { name: action }).click();
}

test('a link gets a split test in its form, which the panel, the list and the navigation show', async ({
  page,
}) => {
  await registered(page);
  await page.goto('/split-tests');
  await expect(page.getByText('No split tests yet')).toBeVisible();
  await page.getByRole('link', { name: 'Choose a link' }).click();
  await page.getByLabel('Destination URL').fill('https://example.com/a');
  await page.getByRole('switch', { name: 'Split test' }).click();
  await page.getByRole('button', { name: 'Add destination' }).click();
  await page.getByRole('textbox', { name: 'Destination B' }).fill('https://example.com/never');
  await page.getByRole('textbox', { name: 'Destination C' }).fill('https://example.com/b');
  await page.getByRole('textbox', { name: 'Name of B' }).fill('Never');
  await page.getByRole('textbox', { name: 'Name of C' }).fill('Video');
  await page.getByRole('button', { name: 'Remove destination B' }).click();
  await expect(page.getByRole('textbox', { name: 'Name of B' })).toHaveValue('Video');
  await page.getByRole('button', { name: 'Create link' }).click();
  await expect(page.getByText('Short link created successfully!')).toBeVisible();

  const place = page.getByRole('navigation').getByRole('link', { name: /^Split Tests/ });
  await expect(place).toHaveText('Split Tests1');
  await place.click();
  const running = page.getByRole('list', { name: 'Running' }).getByRole('listitem');
  await expect(running).toContainText(undecided);
  await expect(running).toContainText('Goal: sale');
  await running.getByRole('link').click();

  await expect(panel(page)).toContainText('Decided on the whole test, whatever the range says');
  const rows = page.getByRole('table', { name: 'Split test' }).getByRole('row');
  await expect(rows).toHaveCount(4);
  await expect(rows.nth(2)).toContainText('Video');
  await expect(rows.nth(2)).toContainText('example.com/b');
  await expect(panel(page)).toContainText('Counted: 0 of 0 visits and 0 of 0 converting visits');
});

test('the list and the navigation follow tests that begin and end elsewhere', async ({ page }) => {
  await registered(page);
  const stream = page.waitForResponse('**/api/v1/stream');
  await page.goto('/split-tests');
  await expect(page.getByText('No split tests yet')).toBeVisible();
  await stream;

  const link = await created(page, {
    originalUrl: 'https://example.com/a',
    title: 'Spring',
    splitTestEnabled: true,
    splitTestUrls: ['https://example.com/a', 'https://example.com/b'],
  });
  const places = page.getByRole('navigation', { name: 'Main' });
  await expect(page.getByRole('link', { name: /Spring/ })).toBeVisible();
  await expect(places.getByRole('link', { name: /^Split Tests/ })).toHaveText(/^Split Tests1/);

  const tests = `/api/v1/links/${link.id}/split-tests`;
  const [test] = (await (await page.request.get(tests)).json()).data;
  const data = { destination: 'B' };
  await send(page, { path: `${tests}/${test.id}/end`, data, status: 200 });
  await expect(places.getByRole('link', { name: /^Split Tests/ })).toHaveText('Split Tests');
  await send(page, { path: `/api/v1/links/${link.id}`, method: 'DELETE', status: 204 });
  await expect(page.getByText('No split tests yet')).toBeVisible();
});

test('before a test begins, the form of its link says how long it would take', async ({ page }) => {
  await registered(page);
  const link = await created(page, { originalUrl: urls[0] });
  const plans = [2, 3].map((destinations) => ({
    destinations,
    twentyPercent: destinations * 10_000,
    fiftyPercent: 4000,
  }));
  const json = { visitsPerDay: 250, rate: 0.05, rateOf: 'account', plans };
  await page.route('**/api/v1/links/*/split-plan', (route) => route.fulfill({ json }));
  await page.goto(`/links/${link.id}/edit`);
  await page.getByRole('switch', { name: 'Split test' }).click();

  await expect(page.getByText('At 250 visits a day')).toHaveText(
    'At 250 visits a day, a difference of 20% takes about 80 days. Counted with 5.0%, the rate of your other links in the last 30 days.',
  );
  await page.getByRole('button', { name: 'Add destination' }).click();
  await expect(page.getByText('At 250 visits a day')).toContainText(
    'takes about 100 days. Test a bolder change.',
  );
});

test('destinations have names, in the panel and in the form of the link', async ({ page }) => {
  const { link } = await onTest(page);
  await chooseMore(page, 'Name destinations');
  await page.getByRole('textbox', { name: 'Name of B' }).fill('Video');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Keep editing' }).click();
  await page.getByRole('button', { name: 'Save names' }).click();
  await expect(page.getByText('Destinations named', { exact: true })).toBeVisible();

  await expect(page.getByRole('row', { name: /Video/ })).toContainText('example.com/b');
  await page.goto(`/links/${link.id}/edit`);
  await expect(page.getByLabel('Destination B, Video')).toHaveValue('https://example.com/b');
  await expect(page.getByLabel('Destination A', { exact: true })).toHaveValue(
    'https://example.com/a',
  );
});

test('shares change at the next midnight, also those of a paused destination', async ({ page }) => {
  const { tests } = await onTest(page);
  await page.getByRole('button', { name: 'Even shares' }).click();
  const shares = page.getByRole('dialog', { name: 'Shares' });
  await expect(shares.getByRole('radio', { name: 'Even' })).toBeChecked();
  await shares.getByRole('button', { name: 'Pause C' }).click();
  await expect(shares.getByRole('radio', { name: 'Fixed' })).toBeChecked();
  await expect(shares.getByRole('slider', { name: 'Slots of C' })).toHaveValue('0');
  const slots = shares.getByRole('slider', { name: 'Slots of A' });
  await slots.focus();
  await page.keyboard.press('ArrowRight');
  await expect(shares.getByText(/^Take 1 of 20 back$/)).toBeVisible();
  await expect(shares.getByRole('button', { name: 'Save' })).toBeDisabled();
  await page.keyboard.press('ArrowLeft');
  await shares.getByRole('switch', { name: 'Shuffle each round' }).click();
  await shares.getByRole('button', { name: 'Save' }).click();

  await expect(page.getByText('Split test changed', { exact: true })).toBeVisible();
  await expect(shares).toBeHidden();
  await expect(panel(page)).toContainText(
    /From the next midnight \(UTC\) the shares are A \d+, B \d+, C 0 of 20\./,
  );
  await expect(page.getByRole('button', { name: 'Fixed shares' })).toBeFocused();
  const [test] = await tests();
  expect(test).toMatchObject({ mode: 'fixed', isShuffled: true });
});

test('another goal begins a new test after its owner has read what that means', async ({
  page,
}) => {
  const { tests } = await onTest(page);
  await chooseMore(page, 'Goal and time to convert');
  const dialog = page.getByRole('dialog', { name: 'Goal and time to convert' });
  await expect(dialog.getByRole('button', { name: 'Save' })).toBeVisible();
  await dialog.getByLabel('Goal', { exact: true }).selectOption('Lead');
  await expect(dialog.getByRole('status')).toContainText('This change begins a new test.');
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('button', { name: 'Keep editing' }).click();
  await dialog.getByRole('button', { name: 'Start a new test' }).click();

  await expect(page.getByText('A new test has begun', { exact: true })).toBeVisible();
  await expect(panel(page)).toContainText('Goal: lead');
  await page.getByRole('region', { name: 'Past tests' }).locator('summary').click();
  await expect(panel(page)).toContainText('Goal: sale');
  await expect(panel(page)).toContainText('No winner was named.');
  expect(await tests()).toMatchObject([
    { goal: 'lead', isRunning: true },
    { goal: 'sale', isRunning: false },
  ]);
});

test('people who come again keep their destination in a new test, which names no winner', async ({
  page,
}) => {
  const { link, tests } = await onTest(page);
  const label = 'Same destination for people who come again';
  await chooseMore(page, 'Goal and time to convert');
  await page.getByRole('switch', { name: label }).click();
  await expect(page.getByRole('dialog')).toContainText('This change begins a new test.');
  await page.getByRole('button', { name: 'Start a new test' }).click();

  await expect(panel(page)).toContainText('No verdict for this test: people who come again');
  await expect(panel(page)).toContainText('Counted on the whole test');
  await expect(panel(page)).not.toContainText('Evidence over time');
  expect(await tests()).toMatchObject([{ isSticky: true }, { isSticky: false }]);
  await page.getByRole('button', { name: 'Even shares' }).click();
  await expect(page.getByRole('radio', { name: 'Automatic' })).toBeDisabled();

  const kept = async () => {
    const headers = { 'user-agent': agents.phone };
    await page.request.get(`/${link.shortCode}`, { maxRedirects: 0, headers });
    return (await page.context().cookies()).filter(({ name }) => name.startsWith('wp_kept_'));
  };
  // Until the new test is known, visits belong to the one before.
  await expect
    .poll(kept)
    .toMatchObject([{ value: '1', path: `/${link.shortCode}`, httpOnly: true, sameSite: 'Lax' }]);
});

test('everybody is sent to one destination, and that can be undone at once or later', async ({
  page,
}) => {
  const { link } = await onTest(page);
  const original = async () => await (await page.request.get(`/api/v1/links/${link.id}`)).json();
  await page.getByRole('button', { name: 'Send everybody to' }).click();
  await page.getByRole('menuitem', { name: 'Send everybody to B' }).click();
  await expect(page.getByText('Everybody is sent to B now', { exact: true })).toBeVisible();
  await expect(panel(page)).toHaveCount(0);
  expect(await original()).toMatchObject({ originalUrl: urls[1], splitTestEnabled: false });

  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(panel(page)).toContainText(undecided);
  expect(await original()).toMatchObject({ originalUrl: urls[0], splitTestEnabled: true });

  await page.getByRole('button', { name: 'Send everybody to' }).click();
  await page.getByRole('menuitem', { name: 'Send everybody to C' }).click();
  const past = page.locator('details');
  await past.locator('summary').click();
  await expect(past).toContainText('In the end everybody was sent to C.');
  await expect(past).toContainText('example.com/a');
  await page.reload();
  await past.locator('summary').click();
  await past.getByRole('button', { name: 'Let this test go on' }).click();
  await expect(panel(page)).toContainText(undecided);
  expect(await original()).toMatchObject({ splitTestUrls: urls, splitTestEnabled: true });
});
