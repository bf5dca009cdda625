import type { Browser } from '@playwright/test';

/**
 * The upper limit of a cold dashboard, with headers and data: React, the router and the model of its
 * table alone are 101. Nothing that it loads reaches zod or react-hook-form, which come with the first
 * form that uses them.
 */
export const mostDashboardKilobytes = 215;

export type ColdLoad = {
  /** Transferred bytes, including headers, until the page was idle. */
  readonly kilobytes: number;
  readonly requests: number;
  /** The longest continuous time in which the page's thread was busy; 0 below 50 ms. */
  readonly longestTaskMs: number;
};

type Where = { readonly url: string; readonly cookie: string };

/** Opens a page with an empty cache and waits until there are no more requests. */
export async function coldLoad(browser: Browser, { url, cookie }: Where): Promise<ColdLoad> {
  const [name = '', value = ''] = cookie.split('=');
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 } });
  await context.addCookies([{ name, value, url: new URL(url).origin }]);
  const page = await context.newPage();
  const network = await context.newCDPSession(page);
  let bytes = 0;
  let requests = 0;
  network.on('Network.loadingFinished', ({ encodedDataLength }) => {
    bytes += encodedDataLength;
    requests += 1;
  });
  await network.send('Network.enable');
  await page.addInitScript(() => {
    let longest = 0;
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) longest = Math.max(longest, duration);
      Object.assign(window, { __longestTask: longest });
    }).observe({ type: 'longtask', buffered: true });
  });
  await page.goto(url);
  await page.getByRole('row').nth(1).waitFor();
  // The stream of live updates stays open, so the network is never idle, but the page is.
  await page.waitForTimeout(2000);
  const longest = Number(await page.evaluate(() => Reflect.get(window, '__longestTask') ?? 0));
  await context.close();
  return {
    kilobytes: Math.round(bytes / 1024),
    requests,
    longestTaskMs: Math.round(longest),
  };
}
