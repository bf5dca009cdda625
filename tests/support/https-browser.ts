import { join } from 'node:path';
import { chromium, type Page } from '@playwright/test';
import { findChromium } from '#tests/e2e/setting/chromium';
import { linkIn, mailsIn, tokenOf } from '#tests/support/readers/mail-files';
import { agents } from '#tests/support/visitor';
import { eventually } from '#tests/support/waiting';

type Ports = { readonly httpsPort: number; readonly shopPort: number };

/**
 * A page of a browser that finds each `*.example` at a TLS server of this machine, and
 * `destination.example` at a shop. It accepts certificates of an unknown authority.
 */
export async function openBrowser(
  ends: AsyncDisposableStack,
  { httpsPort, shopPort }: Ports,
): Promise<Page> {
  const found = await findChromium();
  const rules = `MAP destination.example 127.0.0.1:${shopPort}, MAP *.example 127.0.0.1:${httpsPort}`;
  const browser = await chromium.launch({
    ...found,
    args: [...found.args, `--host-resolver-rules=${rules}`],
  });
  ends.defer(() => browser.close());
  // By its own name a browser without a window counts as a bot.
  const context = await browser.newContext({ ignoreHTTPSErrors: true, userAgent: agents.desktop });
  return context.newPage();
}

/** Makes the page's visitor a person of the Waypost at `app` with a confirmed address. */
export async function signUpConfirmed(page: Page, app: string, dataDir: string): Promise<void> {
  const email = 'ada@example.com';
  await page.goto(`${app}/login`);
  await post(page, '/api/register', {
    firstName: 'Ada',
    lastName: 'Byron',
    email,
    password: 'a good password',
  });
  const link = await eventually(
    async () => linkIn((await mailsIn(join(dataDir, 'mail'), email)).at(-1), '/verify'),
    (found) => found !== '',
    20,
  );
  await post(page, '/api/auth/verify-email', { token: tokenOf(link) });
}

/** The answer's JSON to a `POST` of the page; null for 204. */
export function post<T>(page: Page, path: string, json: object): Promise<T> {
  return page.evaluate(
    async ([to, body]) => {
      const headers = { 'content-type': 'application/json' };
      const answer = await fetch(to, { method: 'POST', headers, body });
      return answer.status === 204 ? null : answer.json();
    },
    [path, JSON.stringify(json)] as const,
  );
}

/** Whether the browser gets no TLS connection for the host. */
export async function isRefused(page: Page, host: string): Promise<boolean> {
  const other = await page.context().newPage();
  const failure = await other.goto(`https://${host}/sale`).then(
    () => '',
    (error: unknown) => String(error),
  );
  await other.close();
  return /ERR_SSL/.test(failure);
}
