import type { Page } from '@playwright/test';
import { expect, test } from './setting/journey.ts';
import { complaintsAbout } from './scenes/complaints.ts';

const looks = [
  { name: 'dark', theme: 'dark', viewport: { width: 1440, height: 900 } },
  { name: 'light @more', theme: 'light', viewport: { width: 1440, height: 900 } },
  { name: 'on a phone @more', theme: 'dark', viewport: { width: 390, height: 844 } },
] as const;

/** Goes through the pages of the documentation by its contents. */
async function pagesOf(page: Page): Promise<string[]> {
  await page.goto('/docs/api');
  const links = await page
    .locator('.docs-side a')
    .evaluateAll((all) => all.map((each) => (each.getAttribute('href') ?? '').replace(/#.*/, '')));
  return [...new Set(links)];
}

for (const { name, theme, viewport } of looks) {
  test.describe(`documentation, ${name}`, () => {
    test.use({ viewport, contextOptions: { reducedMotion: 'reduce' } });

    test(`every page of the documentation is accessible and asks nobody else, ${name}`, async ({
      page,
    }) => {
      await page.addInitScript((choice) => localStorage.setItem('waypost.theme', choice), theme);
      const foreign: string[] = [];
      const refused: string[] = [];
      page.on('console', (line) => {
        if (line.type() === 'error') refused.push(line.text());
      });
      const paths = await pagesOf(page);
      const { origin } = new URL(page.url());
      page.on('request', (request) => {
        if (new URL(request.url()).origin !== origin) foreign.push(request.url());
      });

      expect(paths.length).toBeGreaterThan(12);
      for (const path of paths) {
        await page.goto(path);
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
        expect.soft([path, await complaintsAbout(page)]).toEqual([path, []]);
      }
      expect(foreign).toEqual([]);
      expect(refused).toEqual([]);
    });
  });
}

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false });

  test('the reference shows calls in three languages, with the address of this instance', async ({
    page,
  }) => {
    await page.goto('/docs/api/links');
    const { origin } = new URL(page.url());
    const operation = page.locator('#createLink');

    await expect(operation.getByText(`curl "${origin}/api/v1/links"`)).toBeVisible();
    await operation.getByText('Python', { exact: true }).click();

    await expect(operation.getByText('requests.post(')).toBeVisible();
    await expect(operation.getByText(`curl "${origin}/api/v1/links"`)).toBeHidden();
  });
});
