import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import PostalMime, { type Email } from 'postal-mime';
import { expect, registered, test } from './setting/journey.ts';

const folder = process.env['WAYPOST_MAIL'] ?? '';

/** The mail with that subject, as soon as support has received it. */
async function supportMail(subject: string): Promise<Email> {
  const found: Email[] = [];
  await expect
    .poll(async () => {
      const names = (await readdir(folder).catch(() => [])).filter((name) => name.endsWith('.eml'));
      const files = names.map(async (name) => PostalMime.parse(await readFile(join(folder, name))));
      const mails = await Promise.all(files);
      found.push(...mails.filter((mail) => mail.subject === subject));
      return found.length > 0;
    })
    .toBe(true);
  const [mail] = found;
  if (mail === undefined) throw new Error('No mail');
  return mail;
}

const sendButton = (page: Page) => page.getByRole('button', { name: 'Send Message' });
const said = (page: Page, text: string) =>
  expect(page.getByText(text, { exact: true }).first()).toBeVisible();

test('visitors write to support from the landing page @more', async ({ page }) => {
  await page.goto('/');
  await page.getByRole('banner').getByRole('link', { name: 'Contact' }).click();
  await expect(page.getByRole('heading', { name: 'Contact Support' })).toBeVisible();
  await expect(page.getByLabel('Message')).toHaveAttribute('rows', '6');

  await page.getByLabel('Name').fill('Eve Example');
  await sendButton(page).click();
  await said(page, 'Missing Information');
  await said(page, 'Please fill in all fields');
  await page.getByLabel('Email').fill('eve');
  const subject = `Before I sign up ${crypto.randomUUID()}`;
  await page.getByLabel('Subject').fill(subject);
  await page.getByLabel('Message').fill('Is it\nthis simple?');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await said(page, 'Please enter a valid email address');

  await page.getByLabel('Email').fill('eve@waypost.test');
  await page.route('**/api/contact', (route) => route.abort());
  await sendButton(page).click();
  await said(page, 'Error');
  await said(page, 'Failed to send message. Please try again.');
  await page.unrouteAll({ behavior: 'wait' });
  await sendButton(page).click();

  await said(page, 'Message Sent');
  await expect(page.getByLabel('Message')).toHaveValue('');
  const mail = await supportMail(`Support: ${subject}`);
  expect(mail.replyTo?.[0]?.address).toBe('eve@waypost.test');
  await page.goto('/login');
  await page.getByRole('link', { name: 'Contact Us' }).click();
  await expect(page).toHaveURL(/\/support$/);
});

test('signed-in people find support in the sidebar, with their name filled in @more', async ({
  page,
}) => {
  const { email } = await registered(page);
  await page.goto('/');
  await page
    .getByRole('navigation', { name: 'Main' })
    .getByRole('link', { name: 'Support' })
    .click();

  await expect(page.getByLabel('Name')).toHaveValue('Ada Byron');
  await expect(page.getByLabel('Email')).toHaveValue(email);
  const subject = `From inside ${crypto.randomUUID()}`;
  await page.getByLabel('Subject').fill(subject);
  await page.getByLabel('Message').fill('Hello.');
  await sendButton(page).click();

  await said(page, 'Message Sent');
  expect((await supportMail(`Support: ${subject}`)).text).toContain('Account ');
});

test('a visitor reports a harmful link from the page that it leads to', async ({ page }) => {
  const name = `nobody-${crypto.randomUUID().slice(0, 8)}`;
  await page.goto(`/${name}`);
  await page.getByRole('link', { name: 'Report this link' }).click();
  await expect(page.getByLabel('Short link')).toHaveValue(new RegExp(`/${name}$`));

  await page.getByRole('button', { name: 'Send Report' }).click();
  await said(page, 'Please describe the problem');
  await page.getByLabel('What is the problem?').fill('It asks for my bank card.');
  await page.keyboard.press('Tab');
  await page.keyboard.type('eve@waypost.test');
  await page.keyboard.press('Enter');

  await said(page, 'Report Sent');
  await expect(page.getByRole('heading', { name: 'Thank you' })).toBeVisible();
  expect((await supportMail('A link was reported')).text).toContain(name);
});
