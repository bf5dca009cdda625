import type { Page, Route } from '@playwright/test';

/** Holds matching requests from now on until they are released; others continue. */
export async function hold(
  page: Page,
  glob: string,
  method: string,
): Promise<{ release(): Promise<void> }> {
  let resolve = () => {};
  const released = new Promise<void>((done) => {
    resolve = done;
  });
  const wait = async (route: Route): Promise<void> => {
    if (route.request().method() === method) await released;
    await route.fallback();
  };
  await page.route(glob, wait);
  return {
    async release() {
      resolve();
      await page.unroute(glob, wait);
    },
  };
}
