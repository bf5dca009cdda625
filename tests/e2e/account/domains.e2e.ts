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
  await page.route('**/api/v1/domains/*', (route) => {
    sent.push(route.request().postDataJSON());
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
});
