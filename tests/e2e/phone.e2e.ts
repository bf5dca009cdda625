import type { Page } from '@playwright/test';
import {
  chooseAction,
  created,
  expect,
  freeAlias,
  recorded,
  registered,
  send,
  shownUrl,
  test,
} from './setting/journey.ts';
import { arrive, counted } from './setting/arrivals.ts';
import { confirmed } from './setting/mails.ts';
import { settled } from './scenes/settled.ts';

test.use({
  viewport: { width: 390, height: 844 },
  hasTouch: true,
  isMobile: true,
  contextOptions: { reducedMotion: 'reduce' },
});

const leastPx = 44;

/**
 * Touch targets smaller than a finger; links within a sentence are exempt. A checkbox or a radio
 * button is as large as its label.
 */
async function tooSmall(page: Page): Promise<string[]> {
  await settled(page);
  const found = await page.evaluate((least) => {
    const what =
      'a[href], button, input, select, textarea, [role="switch"], [role="tab"], [role="menuitem"], [role="option"], [role="combobox"]';
    return [...document.querySelectorAll<HTMLElement>(what)].flatMap((element) => {
      const target =
        (element.matches('[type="checkbox"], [type="radio"]') && element.closest('label')) ||
        element;
      const { width, height } = target.getBoundingClientRect();
      const { display, visibility } = getComputedStyle(element);
      const isHidden = width <= 1 || height <= 1 || visibility === 'hidden';
      const isInSentence = element.tagName === 'A' && display === 'inline';
      const isSkipLink = element.matches('a[href="#main"]');
      if (
        isHidden ||
        isSkipLink ||
        isInSentence ||
        element.matches('[aria-hidden="true"] *, [hidden]')
      )
        return [];
      if (width >= least - 0.5 && height >= least - 0.5) return [];
      const name = element.getAttribute('aria-label') ?? element.textContent ?? '';
      return [
        `${element.tagName} '${name.slice(0, 40)}' ${Math.round(width)} x ${Math.round(height)}`,
      ];
    });
  }, leastPx);
  return [...new Set(found)];
}

async function expectTouchable(page: Page, what: string) {
  expect.soft([what, await tooSmall(page)]).toEqual([what, []]);
  const overflow = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  expect.soft([what, Math.max(0, overflow)]).toEqual([what, 0]);
}

test('every control for visitors is large enough for a finger @more', async ({ page }) => {
  for (const path of [
    ...['/', '/login', '/register', '/payment', '/subscribe', '/forgot-password', '/support'],
    ...['/report', '/reset-password?token=x', '/verify?token=x', '/deep/nowhere', '/privacy'],
    '/nobody-has-this',
  ]) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expectTouchable(page, path);
  }
});

test('the landing page’s menu leads by keyboard to its sections and to Contact', async ({
  page,
}) => {
  await page.goto('/');
  const bar = page.getByRole('navigation', { name: 'Main' });
  const button = bar.getByRole('button', { name: 'Menu' });
  await button.press('Enter');
  await expect(bar.getByRole('listitem')).toHaveText([
    'Features',
    'Screenshots',
    'Pricing',
    'Contact',
  ]);
  await expectTouchable(page, 'menu');
  await page.keyboard.press('Escape');
  await expect(bar.getByRole('listitem')).toHaveCount(0);
  await expect(button).toBeFocused();

  await button.press('Enter');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await expect(bar.getByRole('link', { name: 'Screenshots' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/#screenshots$/);
  await expect(bar.getByRole('listitem')).toHaveCount(0);
  await expect(page.locator('#screenshots')).toBeInViewport();

  await page.setViewportSize({ width: 320, height: 700 });
  await button.click();
  await expect(bar.getByRole('listitem').getByRole('link', { name: 'Login' })).toBeVisible();
  await expectTouchable(page, 'menu at 320 px');
  await bar.getByRole('link', { name: 'Contact' }).click();
  await expect(page).toHaveURL(/\/support$/);
});

test('every control for signed-in people is large enough for a finger @more', async ({ page }) => {
  await registered(page);
  const alias = freeAlias('finger');
  const { id } = await created(page, {
    originalUrl: 'https://example.com/a-rather-long-address-that-does-not-fit-the-screen',
    customAlias: alias,
    trackConversions: true,
    splitTestEnabled: true,
    splitTestUrls: ['https://example.com/a', 'https://example.com/b', 'https://example.com/c'],
  });
  for (const path of [
    ...[
      '/',
      '/links',
      '/split-tests',
      '/analytics',
      '/conversions',
      '/tracking',
      '/support',
      '/subscribe',
    ],
    ...['profile', 'security', 'links', 'notifications', 'billing', 'api'].map(
      (section) => `/settings/${section}`,
    ),
  ]) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expectTouchable(page, path);
  }
  await page.goto(`/links/${id}`);
  await expect(page.getByRole('list', { name: 'Split test' })).toBeVisible();
  await expectTouchable(page, 'split test');
  await page.getByRole('button', { name: 'Even shares' }).click();
  await expectTouchable(page, 'shares of a split test');
  const countries = ['DE', 'US', 'GB', 'FR'].map((code) => `country=${code}`).join('&');
  await page.goto(`/analytics?range=30d&${countries}`);
  await expect(page.getByRole('list', { name: 'Filters' })).toContainText('or 1 more');
  await expectTouchable(page, 'a filter of many values');
  await page.getByRole('button', { name: 'Notifications' }).click();
  await expect(page.getByText('No notifications yet')).toBeVisible();
  await expectTouchable(page, 'notifications');
  await page.goto('/links');
  const actions = page.getByRole('button', { name: /^Actions for/ }).filter({ visible: true });
  await actions.click();
  await expect(page.getByRole('menuitem').first()).toBeVisible();
  await expectTouchable(page, 'actions of a link');
  await page.getByRole('menuitem', { name: 'Edit Link' }).click();
  await expect(page.getByRole('heading', { name: 'Edit Link' })).toBeVisible();
  await expectTouchable(page, 'edit dialog');
});

test('the bar at the bottom leads to the main places, and its plus to the form of a new link', async ({
  page,
}) => {
  await registered(page);
  await page.goto('/analytics');
  const bar = page.getByRole('navigation', { name: 'Bottom' });
  await expect(bar.getByRole('link', { name: 'Analytics' })).toHaveAttribute(
    'aria-current',
    'page',
  );
  await bar.getByRole('link', { name: 'New link' }).tap();
  await expect(page).toHaveURL(/\/dashboard$/);
  await expect(page.getByLabel('Destination URL')).toBeFocused();

  await bar.getByRole('link', { name: 'My Links' }).tap();
  await expect(page.getByRole('heading', { name: 'My Links', level: 1 })).toBeVisible();
  await bar.getByRole('link', { name: 'New link' }).tap();
  await expect(page.getByLabel('Destination URL')).toBeFocused();
  await expect(page).toHaveURL(/\/links$/);
  await expectTouchable(page, 'bottom bar');
});

test('the chart of Analytics is on the first screen, and the chosen measure and tab are within their strips', async ({
  page,
}) => {
  await registered(page);
  const link = await created(page, { originalUrl: 'https://example.com/sale' });
  await arrive(link.shortUrl, {});
  await counted(page, 1);
  await page.goto('/analytics?measure=perClick&sources=rules');
  const chart = await page.getByRole('figure').first().boundingBox();
  const bar = await page.getByRole('navigation', { name: 'Bottom' }).boundingBox();
  expect((chart?.y ?? Infinity) + (chart?.height ?? 0) / 2).toBeLessThan(bar?.y ?? 0);
  await expect(page.getByRole('radio', { name: /Earnings per click/ })).toBeInViewport();
  await expect(page.getByRole('radio', { name: /^Clicks/ })).not.toBeInViewport();
  const rules = page.getByRole('tab', { name: 'Rules' });
  await expect(rules).toHaveAttribute('aria-selected', 'true');
  const { x = Infinity, width = 0 } = (await rules.boundingBox()) ?? {};
  expect(x + width).toBeLessThanOrEqual(390);

  for (const name of ['Views', 'Export', 'Share']) {
    await expect(page.getByRole('button', { name, exact: true })).toBeInViewport({ ratio: 1 });
  }

  const week = page.getByRole('button', { name: 'Weekdays and Hours' });
  await expect(week).toHaveAttribute('aria-expanded', 'false');
  await week.tap();
  await expect(page.getByRole('grid', { name: 'Clicks by weekday and hour' })).toBeVisible();
  await page.getByRole('button', { name: 'Views' }).tap();
  await page.getByRole('menuitem', { name: 'Shared reports...' }).tap();
  await expect(page).toHaveURL(/\/analytics\/shared$/);
});

test('a link’s five newest conversions are shown, and the keyboard goes on where the others begin', async ({
  page,
}) => {
  await registered(page);
  const wish = { originalUrl: 'https://example.com/sale', trackConversions: true };
  const link = await created(page, wish);
  for (let sale = 1; sale <= 7; sale += 1) {
    await recorded(page, { linkId: link.id, eventType: 'sale', value: sale });
  }
  await page.goto(`/links/${link.id}/conversions`);
  const cards = page.getByRole('list', { name: 'Recent Conversions' }).getByRole('listitem');
  await expect(cards).toHaveCount(5);

  await page.getByRole('button', { name: 'View all 7' }).press('Enter');

  await expect(cards).toHaveCount(7);
  await expect(cards.nth(5)).toBeFocused();
});

test('a tap on a chart shows the numbers of its day until they are closed, and the keyboard finds them', async ({
  page,
}) => {
  await registered(page);
  const link = await created(page, { originalUrl: 'https://example.com/sale' });
  await arrive(link.shortUrl, {});
  await counted(page, 1);
  await page.goto('/analytics?compare=previous');
  const chart = page.getByRole('figure').first();
  const width = (await chart.boundingBox())?.width ?? 0;
  await chart.tap({ position: { x: width - 40, y: 150 } });

  const values = page.getByRole('region', { name: 'Values' });
  await expect(values.getByRole('row', { name: /^Clicks 1 0 / })).toBeVisible();
  await expect(values.getByRole('row')).toHaveCount(8);
  await page.getByRole('heading', { level: 1 }).tap();
  await values.getByRole('button', { name: 'Previous' }).tap();
  await expect(values.getByRole('row', { name: /^Clicks 0 0 / })).toBeVisible();
  await values.getByRole('button', { name: 'Close values' }).tap();
  await expect(values).toHaveCount(0);

  const opener = page.getByRole('button', { name: 'Values one by one' });
  await opener.press('Enter');
  await expect(values.getByRole('button', { name: 'Previous' })).toBeFocused();
  await page.keyboard.press('ArrowLeft');
  await expect(values.getByRole('row', { name: /^Clicks 0 0 / })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(opener).toBeFocused();
});

test('a finger that scrolls the page over a chart opens no numbers', async ({ page }) => {
  await registered(page);
  await page.goto('/analytics');
  // A page that is still busy takes a slow finger for a long press.
  await expect(page.getByText('No referrer data available')).toBeVisible();
  const chart = page.getByRole('figure').first();
  const { x = 0, y = 0, width = 0 } = (await chart.boundingBox()) ?? {};
  const finger = await page.context().newCDPSession(page);
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', up = 0) =>
    finger.send('Input.dispatchTouchEvent', {
      type,
      touchPoints: type === 'touchEnd' ? [] : [{ x: x + width / 2, y: y + 150 - up }],
    });
  await touch('touchStart');
  for (let up = 20; up <= 200; up += 20) await touch('touchMove', up);
  // A finger that leaves in motion makes the page roll on, and a tap then only stops the page.
  await page.waitForTimeout(200);
  await touch('touchMove', 201);
  await page.waitForTimeout(100);
  await touch('touchEnd');

  await expect.poll(() => page.evaluate(() => window.scrollY)).toBeGreaterThan(100);
  const values = page.getByRole('region', { name: 'Values' });
  await expect(values).toHaveCount(0);
  await chart.tap({ position: { x: width / 2, y: 150 } });
  await expect(values).toBeVisible();
});

test('a new link’s result is a sheet in view, with what people do with it next', async ({
  page,
}) => {
  await registered(page);
  await page.goto('/links');
  await page.getByLabel('Destination URL').fill('https://example.com/sale');
  await page.getByRole('switch', { name: 'Track conversions' }).click();
  await page.getByRole('button', { name: 'Create link' }).click();

  const sheet = page.getByRole('dialog', { name: 'Short link created successfully!' });
  await expect(sheet.getByRole('heading')).toBeVisible();
  await settled(page);
  for (const name of ['Save QR', 'Open', 'Edit', 'View analytics', 'Install the code']) {
    await expect(sheet.getByRole('link', { name, exact: true })).toBeInViewport({ ratio: 1 });
  }
  await expect(sheet.getByRole('button', { name: 'Copy', exact: true })).toBeInViewport();
  const last = await sheet.getByRole('link', { name: 'Install the code' }).boundingBox();
  expect((last?.y ?? 0) + (last?.height ?? 0)).toBeGreaterThan(422);
  await sheet.getByRole('link', { name: 'View analytics' }).tap();
  await expect(page).toHaveURL(/\/links\/[0-9a-f-]{36}$/);
});

test('what another app shared fills the form of a new link', async ({ page }) => {
  await registered(page);
  await page.goto(
    `/dashboard?share-title=Sale&share-text=${encodeURIComponent('Look: https://example.com/sale now')}`,
  );
  const field = page.getByLabel('Destination URL');
  await expect(field).toHaveValue('https://example.com/sale');
  await expect(field).toBeFocused();
  await expect(page).toHaveURL(/\/dashboard$/);
});

test('short links in the list are whole, or cut before the end of their alias @more', async ({
  page,
}) => {
  await registered(page);
  const usual = await created(page, { originalUrl: 'https://example.com/' });
  const long = await created(page, {
    originalUrl: 'https://example.com/',
    title: 'Newsletter',
    customAlias: freeAlias('autumn-newsletter-of-the-year'),
  });
  await page.goto('/links');
  const whole = page.getByTitle(shownUrl(usual), { exact: true });
  const parts = page.getByTitle(shownUrl(long), { exact: true }).locator('[aria-hidden] > span');
  const fits = ({ scrollWidth, clientWidth }: Element) => scrollWidth <= clientWidth;

  expect(await whole.evaluate(fits)).toBe(true);
  await expect(parts.last()).toHaveText(shownUrl(long).slice(-12));
  expect(await parts.first().evaluate(fits)).toBe(false);
  expect(await parts.last().evaluate(fits)).toBe(true);
});

test('a toast covers no button of a bar or a sheet, and its undo works over them', async ({
  page,
}) => {
  await registered(page);
  const links = [1, 2].map(() => created(page, { originalUrl: 'https://example.com/' }));
  const [first, second] = (await Promise.all(links)).map(shownUrl);
  await page.goto('/links');
  await page.getByLabel(`Select ${first}`).check();
  const bar = page.getByRole('region', { name: 'Selected links' });
  await bar.getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByText('Link deleted successfully', { exact: true })).toBeVisible();

  await page.getByLabel(`Select ${second}`).check();
  await bar.getByRole('button', { name: 'Pause' }).click({ trial: true });
  await bar.getByRole('button', { name: 'Clear the selection' }).click();
  await chooseAction(page, second ?? '', 'Edit Link');
  const sheet = page.getByRole('dialog', { name: 'Edit Link' });
  for (const name of ['Cancel', 'Update Link', 'Close']) {
    await sheet.getByRole('button', { name }).first().click({ trial: true });
  }
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByText('Undone: 1 link kept', { exact: true })).toBeVisible();
});

test('two buttons of the create card do not share a place @more', async ({ page }) => {
  await registered(page);
  await page.goto('/links');
  await page.getByLabel('Destination URL').focus();
  const boxes = await Promise.all(
    ['Add an expiration date', 'More options'].map((name) =>
      page.getByRole('button', { name }).boundingBox(),
    ),
  );
  const [first, second] = boxes;
  const firstEnd = (first?.y ?? Number.NaN) + (first?.height ?? Number.NaN);
  expect(firstEnd).toBeLessThanOrEqual(second?.y ?? Number.NaN);
});

test('a long SQL statement stays inside the list of activity @more', async ({ page }) => {
  await confirmed(page);
  const query = `SELECT '${'x'.repeat(300)}' AS text`;
  await send(page, { path: '/api/v1/sql', data: { query }, status: 200 });
  await page.goto('/settings/security');
  const list = page.getByRole('list', { name: 'Recent activity' });
  await expect(list).toContainText('SQL statement');
  await expectTouchable(page, 'activity');
});

test('the top bar and the drawer show whose account it is @more', async ({ page }) => {
  await registered(page);
  await page.goto('/');
  const bar = page.getByRole('banner').first();
  await expect(bar.getByRole('link', { name: 'Profile of Ada Byron' })).toBeVisible();
  await expect(bar.getByText('Ada Byron')).toBeVisible();

  await page.getByRole('button', { name: 'Open menu' }).tap();
  const drawer = page.getByRole('dialog', { name: 'Menu' });
  await expect(drawer.getByRole('button', { name: /^Account of Ada Byron/ })).toBeVisible();
  await expectTouchable(page, 'drawer');
});

test('counts of clicks have their unit @more', async ({ page }) => {
  await registered(page);
  await page.route('**/api/analytics?*', async (route) => {
    const answer = await route.fetch();
    const topReferrers = [{ domain: 'news.example', clicks: 12, percentage: 100 }];
    await route.fulfill({ json: { ...(await answer.json()), topReferrers } });
  });
  await page.goto('/');
  const row = page.getByRole('listitem').filter({ hasText: 'news.example' });
  await expect(row).toContainText('12 clicks');
  await expect(row.getByText('clicks')).toBeVisible();
  // The page may send another request while it closes.
  await page.unrouteAll({ behavior: 'ignoreErrors' });
});

test('on phones, links are sorted by a choice above their cards, whose first number is the sorted one', async ({
  page,
}) => {
  await registered(page);
  const boots = await created(page, { originalUrl: 'https://example.com/boots' });
  const hats = await created(page, { originalUrl: 'https://example.com/hats' });
  await recorded(page, { linkId: boots.id, eventType: 'sale', value: 4900, profit: 900 });
  for (const path of ['/', '/links']) {
    await page.goto(path);
    const cards = page.getByRole('region', { name: 'List of links' }).getByRole('listitem');
    await expect(cards.first()).toContainText(shownUrl(hats));
    await expect(cards.first().getByRole('definition').first()).toHaveText('0');

    await page.getByLabel('Sort by').selectOption('Highest profit');

    await expect(page).toHaveURL(/sort=totalProfit&order=desc/);
    await expect(cards.first()).toContainText(shownUrl(boots));
    await expect(cards.first().getByRole('definition').first()).toHaveText('$9');

    await page.getByLabel('Sort by').selectOption('Lowest profit');

    await expect(page).toHaveURL(/sort=totalProfit&order=asc/);
    await expect(cards.first()).toContainText(shownUrl(hats));
    await expect(cards.first().getByRole('definition').first()).toHaveText('–');
    await page.getByLabel('Sort by').selectOption('Highest profit');
    await expect(cards.first()).toContainText(shownUrl(boots));
  }
  await page.reload();
  await expect(page.getByLabel('Sort by')).toHaveValue('totalProfit desc');
});
