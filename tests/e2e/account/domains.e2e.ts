import { aDomain } from '#tests/support/builders/domain-json';
import { onePage } from '#tests/support/builders/one-page';
import { expect, registered, test } from '#tests/e2e/setting/journey';

test('saving one domain leaves what others have changed meanwhile @more', async ({ page }) => {
  await registered(page);
  // Connected domains need records in the DNS.
  const [first, second] = [{ ...aDomain('a.example'), isDefault: true }, aDomain('b.example')];
  const sent: unknown[] = [];
  await page.route('**/api/v1/domains?*', (route) =>
    route.fulfill({ json: onePage([first, second]) }),
  );
  await page.route('**/api/v1/domains/*/check', (route) => route.fulfill({ json: second }));
  await page.route('**/api/v1/domains/*', (route) => {
    sent.push(route.request().postDataJSON());
    if (!route.request().url().endsWith(second.id)) return route.fulfill({ json: first });
    // Another domain becomes the default, and another tab sets a destination.
    Object.assign(first, { isDefault: false, unknownUrl: 'https://example.com/other-tab' });
    second.isDefault = true;
    return route.fulfill({ json: second });
  });
  await page.goto('/settings/domains');
  for (const { domain } of [first, second]) {
    await page.getByRole('button', { name: `Details of ${domain}` }).click();
  }
  const settings = (host: string) => page.getByRole('form', { name: `Settings of ${host}` });
  const isDefault = (host: string) =>
    settings(host).getByRole('switch', { name: 'New links get this domain' });
  await settings('a.example')
    .getByLabel('Destination of the domain itself')
    .fill('https://example.com/typed');

  await isDefault('b.example').click();
  await settings('b.example').getByRole('button', { name: 'Save Domain' }).click();
  await expect(isDefault('a.example')).not.toBeChecked();
  await expect(settings('a.example').getByLabel('Destination of unknown names')).toHaveValue(
    'https://example.com/other-tab',
  );
  await settings('a.example').getByRole('button', { name: 'Save Domain' }).click();

  await expect
    .poll(() => sent)
    .toEqual([{ isDefault: true }, { rootUrl: 'https://example.com/typed' }]);

  // What was saved follows the other pages again.
  second.isDefault = false;
  await page.reload();
  await page.getByRole('button', { name: 'Details of b.example' }).click();
  await isDefault('b.example').click();
  await settings('b.example').getByRole('button', { name: 'Save Domain' }).click();
  await expect(page.getByText('Default', { exact: true })).toBeVisible();
  second.isDefault = false;
  await page.getByRole('button', { name: 'Check now: b.example' }).click();
  await expect(isDefault('b.example')).not.toBeChecked();
});

test('a domain that is connected by a check stays open, with what is typed @more', async ({
  page,
}) => {
  await registered(page);
  const domain = { ...aDomain('a.example'), status: 'unpointed' };
  await page.route('**/api/v1/domains?*', (route) => route.fulfill({ json: onePage([domain]) }));
  await page.route('**/api/v1/domains/*/check', (route) => {
    domain.status = 'active';
    return route.fulfill({ json: domain });
  });
  await page.goto('/settings/domains');
  const field = page.getByLabel('Destination of the domain itself');
  await field.fill('https://example.com/typed');

  await page.getByRole('button', { name: 'Check now: a.example' }).click();

  await expect(page.getByText('Connected', { exact: true })).toBeVisible();
  await expect(field).toHaveValue('https://example.com/typed');
});
