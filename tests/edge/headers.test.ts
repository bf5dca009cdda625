import { afterAll, describe, expect, test } from 'bun:test';
import { edgeWorld, shortUrl, type EdgeWorld } from '#tests/support/worlds/edge-world';
import { newTenant } from '#tests/support/builders/tenants';
import { rows } from './rows.ts';

/** Short links have their own host, with https, in both. */
const worlds = {
  http: await edgeWorld(),
  https: await edgeWorld({ appUrl: 'https://app.example' }),
};
const owners = { http: await newTenant(worlds.http), https: await newTenant(worlds.https) };
afterAll(async () => {
  for (const world of Object.values(worlds)) await world[Symbol.asyncDispose]();
});

/** A request of another site's script: no header may let it read the response. */
const foreign = { origin: 'https://evil.example' };

const hsts = 'max-age=31536000';
/** The headers of every document, the server's or the web app's. */
const ofDocuments = {
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'content-security-policy': expect.stringMatching(
    /^default-src 'none'.*base-uri 'none'.*frame-ancestors 'none'/,
  ),
};
const ofTheApi = {
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'; base-uri 'none'",
  'permissions-policy': 'camera=(), geolocation=(), microphone=()',
  'referrer-policy': 'no-referrer',
};
const ofScreens = {
  ...ofDocuments,
  'cache-control': 'no-store',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(), geolocation=(), microphone=()',
};
/** Text of the web app, which no browser runs. */
const { 'content-security-policy': _policy, ...ofTexts } = ofScreens;
const ofPages = { ...ofDocuments, 'cache-control': 'private, no-store', 'x-robots-tag': 'noindex' };
const ofRedirects = {
  'cache-control': 'private, no-store',
  'x-robots-tag': 'noindex',
  'referrer-policy': 'strict-origin-when-cross-origin',
};
const ofFiles = { 'x-content-type-options': 'nosniff' };

function expectHeaders(answer: Response, wanted: Record<string, unknown>, isSecure: boolean): void {
  expect(Object.fromEntries(answer.headers)).toMatchObject(wanted);
  expect(answer.headers.get('strict-transport-security')).toBe(isSecure ? hsts : null);
  const isApp = wanted['permissions-policy'] !== undefined;
  const opener = isApp && isSecure ? 'same-origin' : null;
  expect(answer.headers.get('cross-origin-opener-policy')).toBe(opener);
  for (const name of ['access-control-allow-origin', 'server', 'x-powered-by']) {
    expect([name, answer.headers.get(name)]).toEqual([name, null]);
  }
}

for (const scheme of ['http', 'https'] as const) {
  const world = worlds[scheme];
  const isSecure = scheme === 'https';

  describe(`[security-headers] over ${scheme} every response of a route, errors too, has its headers`, () => {
    for (const { method, path } of world.api.routes) {
      test(`${method} ${path}`, async () => {
        for (const request of await requestsFor(world, method, path)) {
          const answer = await world.api.fetch(request);

          const isScript = path === '/wp.js' && request.method === 'GET';
          const isDocument = path === '/api/v1/openapi.json' && request.method === 'GET';
          const kept = {
            ...(isScript && { 'cache-control': 'public, max-age=3600' }),
            ...(isDocument && { 'cache-control': 'no-cache' }),
          };
          expectHeaders(answer, { ...ofTheApi, ...kept }, isSecure);
        }
      });
    }
  });

  const { code } = owners[scheme];
  const elsewhere: [what: string, path: string, status: number, headers: object][] = [
    ['the landing page', '/', 200, ofScreens],
    ['a screen', '/login', 200, ofScreens],
    ['an address without a screen', '/a/b', 404, ofScreens],
    ['a file', '/assets/main-0a1b2c3d.js', 200, ofFiles],
    ['the icon', '/favicon.ico', 200, ofFiles],
    ['no file', '/assets/none.js', 404, { ...ofFiles, 'cache-control': 'no-store' }],
    ['robots.txt', '/robots.txt', 200, ofFiles],
    ['the sitemap', '/sitemap.xml', 200, ofFiles],
    ['what programs read first', '/llms.txt', 200, ofTexts],
    ['nothing of the API', '/api/nowhere', 404, ofTheApi],
    ['an unknown parameter of the API', '/api/v1?pag=2', 422, ofTheApi],
    ['an address that does not decode', '/api/links/%E0%A4%A', 400, ofTheApi],
    ['an address that is too long', `/api/links?a=${'x'.repeat(9000)}`, 414, ofTheApi],
    ['nobody’s link', '/nobodys', 404, ofPages],
  ];

  describe(`[security-headers] over ${scheme}, beside the API`, () => {
    for (const [what, path, status, headers] of elsewhere) {
      test(what, async () => {
        const answer = await world.fetch(new Request(world.appUrl + path, { headers: foreign }));

        expect(answer.status).toBe(status);
        expectHeaders(answer, { ...headers }, isSecure);
      });
    }
  });

  const onShortHost: [
    what: string,
    method: string,
    path: string,
    status: number,
    headers: object,
  ][] = [
    ['a link', 'GET', `/${code}`, 302, ofRedirects],
    ['a link that is looked at first', 'HEAD', `/${code}`, 302, ofRedirects],
    ['its front door', 'GET', '/', 302, ofRedirects],
    ['robots.txt', 'GET', '/robots.txt', 200, ofFiles],
    ['a link that is written to', 'POST', `/${code}`, 405, { ...ofFiles, allow: 'GET, HEAD' }],
  ];

  describe(`[security-headers] on a separate short host`, () => {
    for (const [what, method, path, status, headers] of onShortHost) {
      test(`${what}, of an application by ${scheme}`, async () => {
        const request = new Request(shortUrl + path, { method, headers: foreign });
        const answer = await world.fetch(request);

        expect(answer.status).toBe(status);
        expectHeaders(answer, { ...headers }, true);
      });
    }
  });
}

/** As a stranger, with an unsupported method, and, if that is not enough, as the owner. */
async function requestsFor(world: EdgeWorld, method: string, path: string): Promise<Request[]> {
  const row = rows[`${method} ${path}`];
  const scheme = world === worlds.http ? 'http' : 'https';
  const isWrite = method !== 'GET';
  const owner = isWrite && scheme === 'http' ? await newTenant(world) : owners[scheme];
  const url = `${world.appUrl}${row?.address?.(owner) ?? path}`;
  const own = { origin: world.appUrl, cookie: owner.cookie, 'content-type': 'application/json' };
  const body = JSON.stringify(row?.json?.(owner) ?? {});
  const requests = [
    new Request(url, { method, headers: foreign }),
    new Request(url, { method: 'PROPFIND', headers: foreign }),
  ];
  if (scheme === 'https') return requests;
  return [...requests, new Request(url, { method, headers: own, ...(isWrite && { body }) })];
}
