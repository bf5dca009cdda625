import { expect, test } from 'bun:test';
import { brotliDecompressSync } from 'node:zlib';
import fc from 'fast-check';
import { parseTrustedProxies } from '#adapters/http/frame/client-address';
import { destinationRules } from '#core/links/destination';
import type { VisitClass } from '#core/redirect/raw-visit';
import { aRoutedLink } from '#tests/support/builders/links';
import { testClickIds } from '#tests/support/builders/click-ids';
import { sendRaw, startRedirect } from '#tests/support/processes/redirect-server';

const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';
const asBrowser = { headers: { 'user-agent': firefox } };
const destination = 'https://shop.example/sale?x=1';
const link = aRoutedLink({ code: 'Ab3dEfG', aliases: ['summer'], originalUrl: destination });

test('[never-cached] a visit returns 302, not cacheable, and its line is written before the response', async () => {
  await using server = startRedirect();
  server.put(link);

  const answer = await server.get('/Ab3dEfG?utm_source=letter', {
    headers: { 'user-agent': firefox, referer: 'https://news.example/today' },
  });

  expect(answer.status).toBe(302);
  expect(Object.fromEntries(answer.headers)).toMatchObject({
    location: destination,
    'cache-control': 'private, no-store',
    'x-robots-tag': 'noindex',
    'referrer-policy': 'strict-origin-when-cross-origin',
  });
  expect(answer.headers.get('set-cookie')).toBeNull();
  expect(server.recorded()).toMatchObject([
    {
      linkId: link.id,
      linkNumber: link.number,
      userId: link.userId,
      class: 'human',
      address: '127.0.0.1',
      userAgent: firefox,
      referrer: 'https://news.example/today',
      query: 'utm_source=letter',
    },
  ]);
});

test('control: a line that is written after the response is missing when the response arrives', async () => {
  const written: unknown[] = [];
  const tooLate = { write: (visits: unknown) => void setTimeout(() => written.push(visits), 300) };
  await using server = startRedirect({ spool: tooLate });
  server.put(link);

  const answer = await server.get('/Ab3dEfG', asBrowser);

  expect(answer.status).toBe(302);
  expect(written).toHaveLength(0);
});

test('concurrent visits each get their own response', async () => {
  await using server = startRedirect();
  const codes = Array.from({ length: 40 }, (_, n) => `code-${n}`);
  for (const code of codes) {
    const originalUrl = `https://shop.example/${code}`;
    server.put(aRoutedLink({ id: code, code, originalUrl, isActive: !code.endsWith('7') }));
  }

  const answers = await Promise.all(codes.map((code) => server.get(`/${code}`, asBrowser)));

  expect(answers.map((answer) => answer.headers.get('location'))).toEqual(
    codes.map((code) => (code.endsWith('7') ? null : `https://shop.example/${code}`)),
  );
  expect(server.recorded()).toHaveLength(36);
});

test('[never-cached] HEAD responds like GET, and does not count as human', async () => {
  await using server = startRedirect();
  server.put(link);

  const got = await server.get('/Ab3dEfG', asBrowser);
  const headed = await server.get('/Ab3dEfG', { ...asBrowser, method: 'HEAD' });

  const comparable = (answer: Response) =>
    [...answer.headers].filter(([name]) => name !== 'date' && name !== 'content-length');
  expect(headed.status).toBe(302);
  expect(comparable(headed)).toEqual(comparable(got));
  expect(server.recorded().map((visit) => visit.class)).toEqual(['human', 'bot']);
});

test('codes match exactly and aliases in any case; encoded characters and a final slash are accepted', async () => {
  await using server = startRedirect();
  server.put(link);

  const found = ['/Ab3dEfG', '/Ab3dEfG/', '/%41b3dEfG', '/summer', '/SUMMER', '/Summer/?a=b'];
  const missing = ['/ab3defg', '/Ab3dEfG1', '/sum', '/%zz', '/%00', '/naïve', '/Ab3dEfG%20'];

  for (const path of found) expect((await server.get(path)).status, path).toBe(302);
  for (const path of missing) expect((await server.get(path)).status, path).toBe(404);
});

test('[fixed-destination] nothing in the request changes the destination', async () => {
  await using server = startRedirect();
  server.put(link);
  const paths = [
    '/Ab3dEfG?x=%0d%0aSet-Cookie:a=b',
    '/Ab3dEfG?to=//evil.example',
    '/Ab3dEfG?url=https://evil.example#x',
    '/Ab3dEfG?',
  ];
  const headers = {
    'x-forwarded-host': 'evil.example',
    'x-original-url': '/evil',
    'x-rewrite-url': '/evil',
    'x-http-method-override': 'DELETE',
    forwarded: 'host=evil.example',
  };

  for (const path of paths) {
    const answer = await server.get(path, { headers });
    expect(answer.headers.get('location'), path).toBe(destination);
    expect(answer.headers.get('set-cookie')).toBeNull();
  }
  for (const path of ['/Ab3dEfG/@evil.example', '/Ab3dEfG//evil.example', '/Ab3dEfG/..%2f..']) {
    expect((await server.get(path)).headers.get('location'), path).toBeNull();
  }
});

test('[fixed-destination] every storable destination redirects to its own origin', async () => {
  await using server = startRedirect();
  const read = destinationRules(['http://app.example']);
  const typed = fc
    .tuple(fc.webUrl({ withQueryParameters: true, withFragments: true }), fc.string())
    .map(([url, more]) => url + encodeURIComponent(more.toWellFormed()));
  let version = 1;

  await fc.assert(
    fc.asyncProperty(typed, async (url) => {
      const originalUrl = read(url);
      fc.pre(originalUrl !== null);
      version += 1;
      server.put({ ...link, version, originalUrl: originalUrl ?? '' });

      const location = (await server.get('/Ab3dEfG')).headers.get('location') ?? '';

      expect(location).toBe(originalUrl ?? '');
      expect(new URL(location).origin).toBe(new URL(url).origin);
    }),
    { numRuns: 60 },
  );
});

test('[http-only] a banned scheme that was written to the database never reaches a Location header', async () => {
  await using server = startRedirect();
  server.put({ ...link, originalUrl: 'javascript:alert(1)' });

  const answer = await server.get('/Ab3dEfG', asBrowser);

  expect(answer.status).toBe(404);
  expect(answer.headers.get('location')).toBeNull();
  expect(server.recorded()).toEqual([]);
});

test('pages are compressed for browsers that accept it, also pages of missing links', async () => {
  await using server = startRedirect();
  server.put({ ...link, isActive: false });

  for (const path of ['/nobodys', '/Ab3dEfG', '/Ab3dEfG+']) {
    const answer = await server.get(path, {
      headers: { 'accept-encoding': 'gzip, br', 'user-agent': firefox },
      decompress: false,
    });

    expect([path, answer.headers.get('content-encoding')]).toEqual([path, 'br']);
    expect(brotliDecompressSync(await answer.bytes()).toString()).toContain('</html>');
  }
});

test('an unknown name returns 404; a paused, expired or blocked link returns 410, each with its own text', async () => {
  await using server = startRedirect();
  server.put({ ...link, isActive: false });
  server.put(aRoutedLink({ id: 'expired', number: 8, code: 'expired', expiresAtMs: 1 }));
  server.put(aRoutedLink({ id: 'blocked', number: 9, code: 'blocked', isBlocked: true }));

  const pages = {
    unknown: await server.get('/nobodys'),
    paused: await server.get('/Ab3dEfG'),
    expired: await server.get('/expired'),
    blocked: await server.get('/blocked'),
  };

  expect(pages.unknown.status).toBe(404);
  expect(await pages.unknown.text()).toContain('There is no link here');
  expect(pages.paused.status).toBe(410);
  expect(await pages.paused.text()).toContain('This link is paused');
  expect(pages.expired.status).toBe(410);
  expect(await pages.expired.text()).toContain('This link has expired');
  expect(pages.blocked.status).toBe(410);
  expect(await pages.blocked.text()).toContain('This link has been blocked');
  for (const { headers } of Object.values(pages)) {
    expect(headers.get('location')).toBeNull();
    expect(headers.get('cache-control')).toBe('private, no-store');
    expect(headers.get('x-robots-tag')).toBe('noindex');
    expect(headers.get('content-security-policy')).toContain("default-src 'none'");
  }
  expect(server.recorded()).toEqual([]);
});

test('[link-reports] error pages of links contain a link to the report form with their address', async () => {
  const shortUrl = 'https://go.example';
  await using server = startRedirect({ appUrl: 'https://app.example', shortUrl });
  server.put({ ...link, isActive: false });
  const formOf = async (path: string) => {
    const text = await (await server.get(path, { headers: { host: 'go.example' } })).text();
    const href = /<a href="([^"]+)">Report this link/.exec(text)?.[1] ?? '';
    return [new URL(href).origin + new URL(href).pathname, new URL(href).searchParams.get('url')];
  };

  const form = 'https://app.example/report';
  expect(await formOf('/Ab3dEfG?secret=1')).toEqual([form, `${shortUrl}/Ab3dEfG`]);
  expect(await formOf('/nobodys')).toEqual([form, `${shortUrl}/nobodys`]);
  expect(await formOf('/%22%3E%3Cscript%3E')).toEqual([form, `${shortUrl}/"><script>`]);
});

test('a link without click tracking redirects and writes no line', async () => {
  await using server = startRedirect();
  server.put({ ...link, trackClicks: false });

  expect((await server.get('/Ab3dEfG', asBrowser)).status).toBe(302);
  expect(server.recorded()).toEqual([]);
});

test('every request that is not for a short link goes to the application', async () => {
  await using server = startRedirect();
  server.put(link);

  for (const path of ['/', '/login', '/LOGIN', '/api', '/api/links', '/Ab3dEfG/deeper']) {
    expect(await (await server.get(path)).text(), path).toStartWith('app /');
  }
});

test('other methods get 405 with the allowed methods', async () => {
  await using server = startRedirect();
  server.put(link);

  for (const method of ['POST', 'PUT', 'DELETE', 'OPTIONS', 'PATCH']) {
    const answer = await server.get('/Ab3dEfG', { method });
    expect(answer.status, method).toBe(405);
    expect(answer.headers.get('allow')).toBe('GET, HEAD');
  }
  expect(server.recorded()).toEqual([]);
});

test('[unguessable-codes] guessing unknown names is limited per address; known links never are', async () => {
  await using server = startRedirect();
  server.put(link);

  const statuses = [];
  for (let n = 0; n < 110; n += 1) statuses.push((await server.get(`/guess-${n}`)).status);
  const refused = await server.get('/guess-more');
  const known = await server.get('/Ab3dEfG', asBrowser);

  expect(statuses.slice(0, 100).every((status) => status === 404)).toBe(true);
  expect(refused.status).toBe(429);
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
  expect(known.status).toBe(302);
});

test('[without-databases] during a database outage known links redirect and unknown names return 503', async () => {
  await using server = startRedirect({ ask: () => Promise.resolve('away') });
  server.put(link);

  const known = await server.get('/Ab3dEfG', asBrowser);
  const unknown = await server.get('/nobodys');

  expect(known.status).toBe(302);
  expect(unknown.status).toBe(503);
  expect(unknown.headers.get('retry-after')).toBe('2');
});

test('[do-not-track] the header matrix: a visitor who opts out has no visitor id', async () => {
  await using server = startRedirect();
  server.put(link);
  const cases: [Record<string, string>, boolean][] = [
    [{}, false],
    [{ 'sec-gpc': '1' }, true],
    [{ dnt: '1' }, true],
    [{ dnt: '0', 'sec-gpc': '0' }, false],
  ];

  for (const [headers] of cases) {
    await server.get('/Ab3dEfG', { headers: { ...asBrowser.headers, ...headers } });
  }

  const anonymous = server.recorded().map((visit) => visit.isAnonymous);
  expect(anonymous).toEqual(cases.map(([, isAnonymous]) => isAnonymous));
});

test('[bots-apart] prefetches and bots are classified by each of the headers', async () => {
  await using server = startRedirect();
  server.put(link);
  const cases: [Record<string, string>, VisitClass][] = [
    [{ 'sec-purpose': 'prefetch;prerender' }, 'prefetch'],
    [{ purpose: 'prefetch' }, 'prefetch'],
    [{ 'x-moz': 'prefetch' }, 'prefetch'],
    [{ 'user-agent': 'Googlebot/2.1 (+http://www.google.com/bot.html)' }, 'bot'],
    [{ 'user-agent': '' }, 'bot'],
    [{}, 'human'],
  ];

  for (const [headers] of cases) {
    await server.get('/Ab3dEfG', { headers: { ...asBrowser.headers, ...headers } });
  }

  expect(server.recorded().map((visit) => visit.class)).toEqual(
    cases.map(([, visitClass]) => visitClass),
  );
});

test('[client-address] a forwarded address counts only from a trusted proxy', async () => {
  const headers = { ...asBrowser.headers, 'x-forwarded-for': '203.0.113.9' };
  await using plain = startRedirect();
  await using proxied = startRedirect({ trustedProxies: parseTrustedProxies(['127.0.0.0/8']) });

  for (const server of [plain, proxied]) {
    server.put(link);
    await server.get('/Ab3dEfG', { headers });
  }

  expect(plain.recorded().map((visit) => visit.address)).toEqual(['127.0.0.1']);
  expect(proxied.recorded().map((visit) => visit.address)).toEqual(['203.0.113.9']);
});

test('[client-address] a forwarded address from a stranger is reported once, and one from a trusted proxy never', async () => {
  const headers = { ...asBrowser.headers, 'x-forwarded-for': '203.0.113.9' };
  const reported: string[] = [];
  const listening = (networks: readonly string[]) =>
    startRedirect({
      trustedProxies: parseTrustedProxies(networks),
      reportStranger: () => void reported.push(networks.join()),
    });
  await using plain = listening([]);
  await using elsewhere = listening(['10.0.0.0/8']);
  await using proxied = listening(['127.0.0.0/8']);

  for (const server of [plain, elsewhere, proxied]) {
    server.put(link);
    await server.get('/Ab3dEfG', asBrowser);
    for (let visit = 0; visit < 2; visit += 1) await server.get('/Ab3dEfG', { headers });
  }

  expect(reported).toEqual(['', '10.0.0.0/8']);
});

test('[visitor-cookie] the visitor cookie is set only when configured, for humans, once', async () => {
  const id = 'abcdef0123456789abcdef0123456789';
  await using server = startRedirect({ newVisitorCookie: () => id, appUrl: 'https://app.example' });
  server.put(link);
  const ask = (headers: Record<string, string>) =>
    server.get('/Ab3dEfG', { headers: { ...asBrowser.headers, ...headers } });

  const first = await ask({});
  const again = await ask({ cookie: `a=b; wp_visitor=${id}` });
  const forged = await ask({ cookie: 'wp_visitor=not-ours' });
  const anonymous = await ask({ 'sec-gpc': '1' });
  const bot = await ask({ 'user-agent': 'curl/8.5.0' });

  expect(first.headers.get('set-cookie')).toBe(
    `wp_visitor=${id}; Path=/; Max-Age=34128000; HttpOnly; SameSite=Lax; Secure`,
  );
  expect(first.headers.get('location')).toBe(destination);
  expect(again.headers.get('set-cookie')).toBeNull();
  expect(forged.headers.get('set-cookie')).toContain(id);
  expect([anonymous, bot].map((answer) => answer.headers.get('set-cookie'))).toEqual([null, null]);
  expect(server.recorded().map((visit) => visit.visitorCookie)).toEqual([id, id, id, '', '']);
});

test('[known-hosts] a separate short host serves links and nothing that uses a session', async () => {
  await using server = startRedirect({
    appUrl: 'https://app.example',
    shortUrl: 'https://go.example',
  });
  server.put(link);
  const onShort = (path: string, method = 'GET') =>
    server.get(path, { method, headers: { ...asBrowser.headers, host: 'go.example' } });

  expect((await onShort('/Ab3dEfG')).status).toBe(302);
  expect((await onShort('/')).headers.get('location')).toBe('https://app.example/');
  expect(await (await onShort('/robots.txt')).text()).toContain('User-agent: *');
  for (const path of ['/login', '/api/links', '/api/auth/user', '/healthz', '/x/y', '/nobodys']) {
    expect((await onShort(path)).status, path).toBe(404);
  }
  for (const path of ['/api/auth/login', '/api/keys', '/api/v1/conversions']) {
    expect((await onShort(path, 'POST')).status, path).toBe(404);
  }
  for (const path of ['/api/track/Ab3dEfG', '/api/postback', '/wp.js', '/assets/inter.woff2']) {
    expect(await (await onShort(path)).text(), path).toBe(`app ${path}`);
  }
});

test('[known-hosts] the application stays on its own host', async () => {
  await using server = startRedirect({
    appUrl: 'https://app.example',
    shortUrl: 'https://go.example',
  });
  server.put(link);
  const onApp = (path: string) => server.get(path, { headers: { host: 'app.example' } });

  expect(await (await onApp('/api/links')).text()).toBe('app /api/links');
  expect(await (await onApp('/')).text()).toBe('app /');
  expect((await onApp('/Ab3dEfG')).status).toBe(302);
});

test('[odd-requests] [bounded-input] hostile but valid requests redirect, and are recorded as far as possible', async () => {
  await using server = startRedirect();
  server.put(link);
  const latin1 = new Uint8Array(16_000).fill(0xe9);
  const request = (head: string) => `${head}\r\nHost: app.example\r\n`;
  const bytes = (text: string) => Buffer.from(text, 'latin1');
  const requests: Record<string, Uint8Array> = {
    'HTTP/1.0 without Host': bytes('GET /Ab3dEfG HTTP/1.0\r\n\r\n'),
    'no user agent': bytes(`${request('GET /Ab3dEfG HTTP/1.1')}\r\n`),
    'a user agent of 16,000 latin-1 characters': Buffer.concat([
      bytes(`${request('GET /Ab3dEfG HTTP/1.1')}User-Agent: `),
      latin1,
      bytes('\r\n\r\n'),
    ]),
    'a range': bytes(`${request('GET /Ab3dEfG HTTP/1.1')}Range: bytes=0-1\r\n\r\n`),
    'a condition': bytes(`${request('GET /Ab3dEfG HTTP/1.1')}If-None-Match: *\r\n\r\n`),
    'an expectation': bytes(`${request('GET /Ab3dEfG HTTP/1.1')}Expect: 100-continue\r\n\r\n`),
    'a garbage forwarded address': bytes(
      `${request('GET /Ab3dEfG HTTP/1.1')}X-Forwarded-For: unknown, 1.2.3.4, evil%eth0\r\n\r\n`,
    ),
    'a query of 10,000 characters': bytes(
      `${request(`GET /Ab3dEfG?q=${'x'.repeat(10_000)} HTTP/1.1`)}\r\n`,
    ),
    'a tab in the user agent': bytes(`${request('GET /Ab3dEfG HTTP/1.1')}User-Agent: a\tb\r\n\r\n`),
  };

  for (const [name, sent] of Object.entries(requests)) {
    const answer = await sendRaw(server.port, sent);
    expect(answer.split('\r\n')[0], name).toContain(' 302 ');
    expect(answer.toLowerCase(), name).toContain(`location: ${destination}`);
  }

  const visits = server.recorded();
  expect(visits).toHaveLength(Object.keys(requests).length);
  expect(Math.max(...visits.map((visit) => visit.userAgent.length))).toBe(512);
  expect(Math.max(...visits.map((visit) => visit.query.length))).toBe(2048);
});

test('[odd-requests] a request target without a host reaches the application', async () => {
  await using server = startRedirect();

  const answer = await sendRaw(server.port, 'GET /api/links?a=b HTTP/1.0\r\n\r\n');

  expect(answer.split('\r\n')[0]).toContain(' 200 ');
});

test('each visit to a link with conversion tracking gets its own click id', async () => {
  await using server = startRedirect();
  server.put({ ...link, trackConversions: true });
  const cidOf = (answer: Response) =>
    new URL(answer.headers.get('location') ?? '').searchParams.get('wp_cid') ?? '';

  const answers = await Promise.all([1, 2, 3].map(() => server.get('/Ab3dEfG', asBrowser)));

  const read = answers.map((answer) => testClickIds().read(cidOf(answer)));
  expect(new Set(read.map((facts) => facts?.clickId))).toEqual(
    new Set(server.recorded().map(({ clickId }) => clickId)),
  );
  expect(new Set(read.map((facts) => facts?.clickId)).size).toBe(3);
  expect(read.every((facts) => facts?.linkNumber === link.number)).toBe(true);
});

test('[do-not-track] a visitor who opts out gets no click id', async () => {
  await using server = startRedirect();
  server.put({ ...link, trackConversions: true });

  const answer = await server.get('/Ab3dEfG', {
    headers: { 'user-agent': firefox, 'sec-gpc': '1' },
  });

  expect(answer.headers.get('location')).toBe(destination);
});

test('[link-preview] a + after a link shows its destination, and counts nothing', async () => {
  await using server = startRedirect({ appUrl: 'https://app.example' });
  const hostile = 'https://shop.example:8443/a"><script>?x=<b>&y=1';
  server.put({ ...link, originalUrl: new URL(hostile).href, aliases: ['summer'] });
  const destinations = ['https://a.example/', 'https://b.example/', 'https://a.example/'];
  server.put(aRoutedLink({ id: 'split', number: 8, code: 'split', destinations }));

  const preview = await server.get('/Summer+?utm_source=x', asBrowser);
  const text = await preview.text();
  const split = await (await server.get('/split%2B')).text();

  expect(preview.status).toBe(200);
  expect(preview.headers.get('location')).toBeNull();
  expect(preview.headers.get('x-robots-tag')).toBe('noindex');
  expect(preview.headers.get('cache-control')).toBe('private, no-store');
  expect(text).toContain('https://<b>shop.example:8443</b>/a%22%3E%3Cscript%3E?x=%3Cb%3E&amp;y=1');
  expect(text).toContain('href="https://app.example/Summer"');
  expect(split).toContain('one of these');
  expect(split.match(/<li>/g)).toHaveLength(2);
  expect((await server.get('/Ab3dEfG+', { method: 'HEAD' })).status).toBe(200);
  expect((await server.get('/Ab3dEfG+', { method: 'POST' })).status).toBe(405);
  expect(server.recorded()).toEqual([]);
});

test('[link-preview] a link that does not redirect has no preview', async () => {
  await using server = startRedirect();
  server.put({ ...link, isActive: false });
  server.put(aRoutedLink({ id: 'expired', number: 8, code: 'expired', expiresAtMs: 1 }));
  server.put(aRoutedLink({ id: 'blocked', number: 9, code: 'blocked', isBlocked: true }));

  for (const [path, status] of [
    ...[['/Ab3dEfG+', 410] as const, ['/expired+', 410] as const],
    ...[['/blocked+', 410] as const, ['/nobodys+', 404] as const],
    ...[['/login+', 404] as const, ['/Ab3dEfG++', 404] as const],
  ]) {
    const answer = await server.get(path);
    expect([path, answer.status]).toEqual([path, status]);
    expect(await answer.text()).not.toContain('shop.example');
  }
});
