import type { Page } from '@playwright/test';
import type { AppLinks, CheckedLine } from '#contract/app-links';
import { aFingerprint, someAppLinks } from '#tests/support/builders/app-links';
import { aDomain } from '#tests/support/builders/domain-json';
import { onePage } from '#tests/support/builders/one-page';
import { expect, registered, test, unfold } from '#tests/e2e/setting/journey';
import { complaintsAbout } from '#tests/e2e/scenes/complaints';

const host = 'go.shop.example';

/** Connected domains need records in the DNS, so the server's answers about the domain are given. */
async function withDomain(page: Page, lines: readonly CheckedLine[] = []) {
  await registered(page);
  const domain = aDomain(host);
  const saved: AppLinks[] = [];
  await page.route('**/api/v1/domains?*', (route) => route.fulfill({ json: onePage([domain]) }));
  await page.route('**/api/v1/domains/*', (route) => {
    const { appLinks } = route.request().postDataJSON();
    saved.push(appLinks);
    Object.assign(domain, { appLinks });
    return route.fulfill({ json: domain });
  });
  await page.route('**/app-links/check', (route) => route.fulfill({ json: { lines } }));
  return saved;
}

/** Presses Tab until the element with this name has the focus, and types. */
async function typeInto(page: Page, label: string, text: string) {
  const field = page.getByRole('textbox', { name: label });
  for (let steps = 0; steps < 30; steps += 1) {
    if (await field.evaluate((element) => element === document.activeElement)) break;
    await page.keyboard.press('Tab');
  }
  await expect(field).toBeFocused();
  await page.keyboard.insertText(text);
}

test('a person names apps, gets the two addresses and checks them, by keyboard alone', async ({
  page,
}) => {
  const saved = await withDomain(page, [
    { system: 'ios', kind: 'right', text: 'The content type is application/json.' },
    { system: 'ios', kind: 'wrong', text: 'The address redirects (301).' },
    { system: 'android', kind: 'todo', text: 'Add an intent filter.' },
  ]);
  await page.goto('/settings/domains');
  await page.getByRole('button', { name: `Details of ${host}` }).focus();
  await page.keyboard.press('Enter');
  const section = page.getByRole('region', { name: `App links of ${host}` });
  const check = section.getByRole('button', { name: `Check app links of ${host}` });
  await expect(check).toBeDisabled();
  await expect(section.getByText('Save an app first.')).toBeVisible();

  await typeInto(page, 'iOS apps', 'ABCDE12345.com.example.shop\nshop');
  await page.keyboard.press('Tab');
  await expect(section.getByRole('button', { name: 'Add Android app' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(section.getByLabel('Package name')).toBeFocused();
  await page.keyboard.insertText('shop');
  await typeInto(page, 'SHA-256 fingerprints', aFingerprint('ab'));
  await section.getByRole('button', { name: 'Save Apps' }).press('Enter');
  await expect(section.getByText(/^Line 2: An iOS app starts with its team id/)).toBeVisible();
  await expect(section.getByText(/^A package name has at least two parts/)).toBeVisible();
  await expect(section.getByLabel('iOS apps')).toBeFocused();
  expect(saved).toEqual([]);

  await section.getByLabel('iOS apps').fill('ABCDE12345.com.example.shop');
  await section.getByLabel('Package name').fill('com.example.shop');
  await section.getByRole('button', { name: 'Save Apps' }).press('Enter');
  await expect(page.getByText('Apps updated').first()).toBeVisible();
  expect(saved).toEqual([
    {
      ...someAppLinks,
      android: [{ packageName: 'com.example.shop', fingerprints: [aFingerprint('ab')] }],
    },
  ]);
  await expect(
    section.getByText(`https://${host}/.well-known/apple-app-site-association`),
  ).toBeVisible();
  await section
    .getByRole('button', { name: 'Copy the address of the file for Google' })
    .press('Enter');

  await check.press('Enter');
  await expect(section.getByText('One thing is wrong.')).toBeVisible();
  await expect(
    section.getByRole('list', { name: 'Result for iOS' }).getByRole('listitem'),
  ).toHaveText([
    'Right: The content type is application/json.',
    'Wrong: The address redirects (301).',
  ]);
  await expect(
    section.getByRole('list', { name: 'Result for Android' }).getByRole('listitem'),
  ).toHaveText(['In the app: Add an intent filter.']);
  expect(await complaintsAbout(page)).toEqual([]);

  await section.getByRole('button', { name: 'Remove Android app 1' }).press('Enter');
  await section.getByRole('button', { name: 'Save Apps' }).press('Enter');
  await expect(section.getByText('Nothing is there without an Android app.')).toBeVisible();
  await expect(section.getByRole('list', { name: 'Result for iOS' })).toBeHidden();
});

test('the editor says whether the domain of a link is set up for apps, and leads to the domain', async ({
  page,
}) => {
  await withDomain(page);
  await page.goto('/links');
  await page.getByLabel('Destination URL').focus();
  await page.getByRole('button', { name: 'More options' }).click();
  await unfold(page, 'App links');
  const apps = page.getByRole('group', { name: 'App links' });
  await expect(apps.getByText(/open the browser first\. A domain of your own/)).toBeVisible();
  await page.getByLabel('Domain', { exact: true }).selectOption(host);
  await expect(apps.getByText('the domain names no app')).toBeVisible();

  const [settings] = await Promise.all([
    page.waitForEvent('popup'),
    apps.getByRole('link', { name: `App links of ${host}` }).click(),
  ]);

  await expect(settings).toHaveURL(new RegExp(`/settings/domains\\?domain=${host}$`));
  await settings.close();
});
