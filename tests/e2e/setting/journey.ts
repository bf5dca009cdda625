import {
  type APIResponse,
  expect,
  type Locator,
  test as base,
  type Page,
  type Request,
} from '@playwright/test';

export { expect };

/** A browser page that fails the test on every error and violation of the policy. */
export const test = base.extend<{ complaints: string[] }>({
  complaints: [
    async ({ page }, use, journey) => {
      const complaints: string[] = [];
      const calls = callsOf(page);
      page.on('pageerror', (error) => complaints.push(error.message));
      page.on('console', (message) => {
        const isAnswer = message.text().startsWith('Failed to load resource');
        if (message.type() === 'error' && !isAnswer) complaints.push(message.text());
      });
      await use(complaints);
      if (journey.status !== journey.expectedStatus) {
        console.log(`${journey.title} asked:\n${calls.slice(-30).join('\n')}`);
      }
      expect(complaints).toEqual([]);
    },
    { auto: true },
  ],
});

/** The page's API calls and their results, which help most to understand a failure. */
function callsOf(page: Page): string[] {
  const calls: string[] = [];
  const note = (request: Request, what: string): void => {
    const { pathname } = new URL(request.url());
    if (!pathname.startsWith('/api/')) return;
    calls.push(`${new Date().toISOString()} ${request.method()} ${pathname} ${what}`);
  };
  page.on('request', (request) => note(request, 'asked'));
  page.on('requestfailed', (request) => note(request, request.failure()?.errorText ?? 'failed'));
  page.on('response', (answer) => note(answer.request(), String(answer.status())));
  return calls;
}

export const password = 'a-pass-phrase-nobody-has';

export type Person = {
  readonly firstName: string;
  readonly lastName: string;
  readonly email: string;
};

let people = 0;

/** A person who is not registered yet. */
export function newPerson(firstName = 'Ada', lastName = 'Byron'): Person {
  people += 1;
  const unique = `${Date.now().toString(36)}-${process.pid}-${people}`;
  return { firstName, lastName, email: `${firstName.toLowerCase()}-${unique}@waypost.test` };
}

/** Registers a person through the API; the browser has their session afterwards. */
export async function registered(
  page: Page,
  person = newPerson(),
  waypostUrl = process.env['WAYPOST_URL'],
): Promise<Person> {
  await send(page, { path: '/api/register', data: { ...person, password }, waypostUrl });
  return person;
}

export type Created = {
  readonly id: string;
  readonly shortUrl: string;
  readonly shortCode: string;
};

/** Creates a link through the API. */
export async function created(page: Page, wish: Record<string, unknown>): Promise<Created> {
  return (await send(page, { path: '/api/links', data: wish })).json();
}

/** Records a conversion past the screens. */
export async function recorded(page: Page, conversion: Record<string, unknown>): Promise<void> {
  await send(page, { path: '/api/conversions', data: conversion });
}

/** A link's address as screens show it. */
export function shownUrl({ shortUrl }: Pick<Created, 'shortUrl'>): string {
  return shortUrl.replace(/^https?:\/\//, '');
}

/**
 * A random address, because the tests are a trusted proxy: one address may not open many accounts.
 */
function anywhere(): string {
  const [a, b, c] = crypto.getRandomValues(new Uint8Array(3));
  return `10.${a}.${b}.${c}`;
}

type Sent = {
  readonly method?: 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  readonly path: string;
  readonly data?: unknown;
  /** The status that the answer must have. */
  readonly status?: number;
  readonly waypostUrl?: string | undefined;
};

/** Calls the API past the screens, with the browser's session. */
export async function send(
  page: Page,
  { method = 'POST', path, data, status = 201, waypostUrl = process.env['WAYPOST_URL'] }: Sent,
): Promise<APIResponse> {
  const { origin } = new URL(waypostUrl ?? '');
  const headers = { origin, 'x-forwarded-for': anywhere() };
  const answer = await page.request.fetch(path, { method, data, headers });
  expect([path, answer.status()]).toEqual([path, status]);
  return answer;
}

/** Sets the account's defaults of new links. */
export async function setDefaults(
  page: Page,
  linkDefaults: Record<string, unknown>,
): Promise<void> {
  await send(page, {
    method: 'PATCH',
    path: '/api/v1/settings',
    data: { linkDefaults },
    status: 200,
  });
}

/** The sentence of a new split test. The job, which runs once a minute, judges it too early. */
export const undecided = /Not judged yet:|Too early to judge:/;

/** An unused alias. */
export function freeAlias(name: string): string {
  return `${name}-${crypto.randomUUID().slice(0, 8)}`;
}

/** Requests a short link as a browser would, without following the redirect. */
export async function visit(address: string, agent: string): Promise<string> {
  const answer = await fetch(address, { redirect: 'manual', headers: { 'user-agent': agent } });
  expect(answer.status).toBe(302);
  return answer.headers.get('location') ?? '';
}

export const agents = {
  desktop: 'Mozilla/5.0 (X11; Linux x86_64; rv:142.0) Gecko/20100101 Firefox/142.0',
  phone:
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1',
  crawler: 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)',
} as const;

/** The actions menu of a link, by the text of its short address. */
export async function openActions(page: Page, link: string): Promise<void> {
  await page
    .getByRole('button', { name: `Actions for ${link}` })
    .filter({ visible: true })
    .click();
}

/** Unfolds a section of a form of a link. */
export async function unfold(scope: Page | Locator, title: string): Promise<void> {
  const name = new RegExp(`^${title}`);
  await scope.getByRole('button', { name, expanded: false }).click();
}

/** Chooses an action of a link's menu. */
export async function chooseAction(page: Page, link: string, action: string): Promise<void> {
  await openActions(page, link);
  await page.getByRole('menuitem', { name: action }).click();
}

/**
 * Finds an option of the select for long lists "Link" by a typed text, and chooses it. The select takes
 * the focus back in the next frame, and opens again when another field has it by then.
 */
export async function chooseLink(page: Page, typed: string, shown = typed): Promise<void> {
  const select = page.getByRole('combobox', { name: 'Link' });
  await select.fill(typed);
  await page.getByRole('option').filter({ hasText: shown }).click();
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(resolve)));
  await expect(select).toBeFocused();
}
