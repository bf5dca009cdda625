import type { Page, Route } from '@playwright/test';

/** Holds matching requests from now on until they are released; others continue. `sent`: the first one is held. */
export async function hold(
  page: Page,
  glob: string,
  method: string,
): Promise<{ readonly sent: Promise<void>; release(): Promise<void> }> {
  const sent = Promise.withResolvers<void>();
  const released = Promise.withResolvers<void>();
  const wait = async (route: Route): Promise<void> => {
    if (route.request().method() === method) {
      sent.resolve();
      await released.promise;
    }
    await route.fallback();
  };
  await page.route(glob, wait);
  return {
    sent: sent.promise,
    async release() {
      released.resolve();
      await page.unroute(glob, wait);
    },
  };
}
