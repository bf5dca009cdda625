import type { Page, Route } from '@playwright/test';

/**
 * Holds matching requests from now on until they are released; others continue. `sent` resolves when
 * the first one is held.
 */
export async function hold(
  page: Page,
  glob: string,
  method: string,
): Promise<{ readonly sent: Promise<void>; release(): Promise<void> }> {
  const sent = signal();
  const released = signal();
  const wait = async (route: Route): Promise<void> => {
    if (route.request().method() === method) {
      sent.give();
      await released.given;
    }
    await route.fallback();
  };
  await page.route(glob, wait);
  return {
    sent: sent.given,
    async release() {
      released.give();
      await page.unroute(glob, wait);
    },
  };
}

/** Node runs the journeys, and this one has no `Promise.withResolvers`. */
function signal() {
  let give = () => {};
  const given = new Promise<void>((resolve) => {
    give = resolve;
  });
  return { given, give: () => give() };
}
