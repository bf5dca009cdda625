import type { Page } from '@playwright/test';

/** As if the instance were configured differently. */
export const withSetting = (page: Page, name: string, [from, to]: readonly [string, string]) =>
  page.route('**/*', async (route) => {
    if (route.request().resourceType() !== 'document') return route.fallback();
    const answer = await route.fetch();
    const body = (await answer.text())
      .replace(`data-${name}="${from}"`, `data-${name}="${to}"`)
      .replace(`name="${name}" content="${from}"`, `name="${name}" content="${to}"`);
    await route.fulfill({ response: answer, body });
  });
