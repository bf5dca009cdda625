import { complaintsAbout } from '#tests/e2e/scenes/complaints';
import { agents, created, expect, newPerson, send, test, visit } from '#tests/e2e/setting/journey';
import { counted } from '#tests/e2e/setting/arrivals';
import { confirmed, mailTo } from '#tests/e2e/setting/mails';

test('a person adds an alert by keyboard alone, is told what is wrong, changes it and removes it @more', async ({
  page,
}) => {
  await confirmed(page);
  await page.goto('/settings/alerts');
  await expect(page.getByText('No alerts yet')).toBeVisible();
  await page.getByRole('button', { name: 'New alert' }).press('Enter');
  const dialog = page.getByRole('dialog', { name: 'New Alert' });
  await expect(dialog.getByLabel('What to watch')).toBeFocused();
  await dialog.getByLabel('What to watch').selectOption('campaign');
  await dialog.getByLabel('Tell me when').selectOption('above');
  await dialog.getByRole('button', { name: 'Add alert' }).press('Enter');
  await expect(dialog.getByText('Enter a campaign')).toBeVisible();
  await expect(dialog.getByText(/^Enter a whole number from 1/)).toBeVisible();
  expect(await complaintsAbout(page)).toEqual([]);
  await dialog.getByLabel('UTM campaign').fill('spring');
  await dialog.getByLabel('More than').fill('1000');
  await page.keyboard.press('Enter');

  const row = page.getByRole('list', { name: 'Alerts' }).getByRole('listitem');
  await expect(row).toContainText('Clicks of campaign spring above 1,000 a day');
  await expect(row).toContainText('Not raised yet');
  await row.getByRole('button', { name: /^Edit/ }).press('Enter');
  const edit = page.getByRole('dialog', { name: 'Edit Alert' });
  await edit.getByLabel('More than').fill('5');
  await edit.getByRole('switch', { name: 'On' }).press('Space');
  await edit.getByRole('button', { name: 'Save alert' }).press('Enter');
  await expect(row).toContainText('above 5 a day');
  await expect(row.getByText('Off', { exact: true })).toBeVisible();
  await row.getByRole('button', { name: /^Remove/ }).press('Enter');
  await row.getByRole('button', { name: 'Remove', exact: true }).press('Enter');
  await expect(page.getByText('No alerts yet')).toBeVisible();
});

test('an alert of one link names it @more', async ({ page }) => {
  await confirmed(page);
  await created(page, { originalUrl: 'https://example.com/shop', title: 'The shop' });
  await page.goto('/settings/alerts');
  await page.getByRole('button', { name: 'New alert' }).click();
  const dialog = page.getByRole('dialog', { name: 'New Alert' });
  await dialog.getByLabel('What to watch').selectOption('link');
  await dialog.getByRole('button', { name: 'Add alert' }).click();
  const choice = dialog.getByRole('combobox', { name: 'Link' });
  await expect(choice).toHaveAccessibleDescription('Choose a link');
  await expect(choice).toHaveAttribute('aria-invalid', 'true');
  await choice.click();
  await page.getByRole('option', { name: /The shop/ }).click();
  await dialog.getByRole('button', { name: 'Add alert' }).click();

  const row = page.getByRole('list', { name: 'Alerts' }).getByRole('listitem');
  await expect(row).toContainText('Clicks of The shop stop');
});

test('an alert of a campaign suggests those of clicks, and says when no click has the typed one @more', async ({
  page,
}) => {
  await confirmed(page);
  const { shortUrl } = await created(page, { originalUrl: 'https://example.com/shop' });
  await visit(`${shortUrl}?utm_campaign=spring-sale`, agents.phone);
  await counted(page, 1);
  await page.goto('/settings/alerts');
  await page.getByRole('button', { name: 'New alert' }).click();
  const dialog = page.getByRole('dialog', { name: 'New Alert' });
  await dialog.getByLabel('What to watch').selectOption('campaign');
  await expect(dialog.locator('datalist option')).toHaveText(['spring-sale']);
  await dialog.getByLabel('UTM campaign').fill('sprnig-sale');
  const unknown = dialog.getByText(/^No click of the last 90 days has this campaign/);
  await expect(unknown).toBeVisible();
  expect(await complaintsAbout(page)).toEqual([]);
  await dialog.getByLabel('UTM campaign').fill('spring-sale');
  await expect(unknown).toBeHidden();
  await dialog.getByLabel('UTM campaign').fill('summer-sale');
  await dialog.getByRole('button', { name: 'Add alert' }).click();

  const row = page.getByRole('list', { name: 'Alerts' }).getByRole('listitem');
  await expect(row).toContainText('Clicks of campaign summer-sale stop');
});

test('an alert of a limit that is near asks for neither clicks nor a number @more', async ({
  page,
}) => {
  await confirmed(page);
  await page.goto('/settings/alerts');
  await page.getByRole('button', { name: 'New alert' }).click();
  const dialog = page.getByRole('dialog', { name: 'New Alert' });
  const rule = dialog.getByLabel('Tell me when');
  await expect(rule).toHaveAccessibleDescription(/after hours without a click, .* 10 to 15 clicks/);
  await dialog.getByLabel('What to count').selectOption('conversions');
  await expect(rule).toHaveAccessibleDescription(
    /after hours with clicks but without a conversion/,
  );
  await dialog.getByLabel('What to watch').selectOption('campaign');
  await dialog.getByLabel('UTM campaign').fill('spring');
  await rule.selectOption('limit');
  await expect(dialog.getByLabel('What to count')).toBeHidden();
  await dialog.getByRole('button', { name: 'Add alert' }).click();
  await expect(dialog.getByText(/^A campaign has no limit/)).toBeVisible();
  expect(await complaintsAbout(page)).toEqual([]);
  await dialog.getByLabel('What to watch').selectOption('account');
  await expect(dialog.getByText(/90% of the links that it can have/)).toBeVisible();
  await dialog.getByRole('button', { name: 'Add alert' }).click();

  const row = page.getByRole('list', { name: 'Alerts' }).getByRole('listitem');
  await expect(row).toContainText('A link or your account is near a limit');
});

test('somebody without an account confirms a report that a person wants to mail them, and ends it @more', async ({
  page,
  browser,
}) => {
  const { email } = await confirmed(page);
  const view = { name: 'Spring', query: 'country=DE' };
  await send(page, { path: '/api/v1/analytics/views', data: view, status: 201 });
  const team = newPerson().email;
  await page.goto('/settings/reports');
  await page.getByRole('button', { name: 'New report' }).click();
  const dialog = page.getByRole('dialog', { name: 'New Report' });
  await expect(dialog.getByText(email)).toBeVisible();
  await dialog.getByLabel('Time zone').selectOption('Asia/Tokyo');
  await dialog.getByLabel('To').fill(team);
  await page.keyboard.press('Enter');
  await dialog.getByRole('button', { name: 'Add report' }).click();

  const row = page.getByRole('list', { name: 'Email reports' }).getByRole('listitem').first();
  await expect(row).toContainText('(Asia/Tokyo)');
  await row.getByRole('button', { name: /^Edit/ }).click();
  const edit = page.getByRole('dialog', { name: 'Edit Report' });
  await expect(edit.getByLabel('Time zone')).toHaveValue('Asia/Tokyo');
  await edit.getByLabel('Time zone').selectOption('UTC');
  await edit.getByRole('button', { name: 'Save report' }).click();
  await expect(row).toContainText('(UTC)');
  const addresses = page.getByRole('list', { name: 'Addresses of Spring' });
  await expect(addresses).toContainText(`${email} gets it`);
  await expect(addresses).toContainText(`${team} has not confirmed yet`);

  const mail = await mailTo(team, /^Do you want these reports/);
  const link = /http\S+\/verify\/report\?confirm=\S+/.exec(mail.text ?? '')?.[0] ?? '';
  const stranger = await browser.newContext();
  const visit = await stranger.newPage();
  await visit.goto(link);
  expect(await complaintsAbout(visit)).toEqual([]);
  // Opening the link is not enough: mail scanners do that, too.
  await page.reload();
  await expect(addresses).toContainText(`${team} has not confirmed yet`);
  await visit.getByRole('button', { name: 'Get the reports' }).press('Enter');
  await expect(visit.getByText(/You get the reports from now on/).first()).toBeVisible();
  await page.reload();
  await expect(addresses).toContainText(`${team} gets it`);

  await visit.goto(link.replace(/confirm=.*/, 'stop=wrong'));
  await visit.getByRole('button', { name: 'End the reports' }).click();
  await expect(visit.getByText('This link is invalid or has expired')).toBeVisible();
  await stranger.close();
});
