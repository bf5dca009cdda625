import { expect, test } from 'bun:test';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { privacyPage } from '#adapters/http/web/privacy-page';
import { sessionCookie } from '#adapters/http/cookies/session-cookie';
import { web } from '#adapters/http/web/web';
import { readWebFiles } from '#adapters/http/web/web-files';
import { readWebPages } from '#adapters/http/web/web-pages';
import { tempFolder } from '#tests/support/temp-folder';

const appUrl = 'https://app.example';
const session = `__Host-waypost_session=${'a'.repeat(43)}`;

/** Of a report that some hosts may show in a frame. */
const framedToken = 'a'.repeat(22);

async function published() {
  const folder = tempFolder();
  mkdirSync(join(folder.path, 'assets/flags'), { recursive: true });
  mkdirSync(join(folder.path, 'documents/docs'), { recursive: true });
  const files = {
    'shell.html':
      '<script nonce="{{nonce}}"></script><meta content="{{shortOrigin}}"><i>{{signInWith}}</i>{{session}} {{preload}} <b>{{registration}}</b><u>{{sql}}</u><s>{{webhooks}}</s><q>{{retentionMonths}}</q> shell',
    'preloads.json': '{"/login":["/assets/login-0a1b2c3d.js"]}',
    'landing.html': '<link href="{{origin}}/"><b>{{registration}}</b> landing',
    'documents/docs/api.html': '<p nonce="{{nonce}}">{{origin}}/api/v1',
    'documents/docs/api.md': '# {{origin}}',
    'documents/llms.txt': '> llms',
    'assets/main-0a1b2c3d.js': 'plain',
    'assets/main-0a1b2c3d.js.br': 'brotli',
    'assets/main-0a1b2c3d.js.gz': 'gzip',
    'assets/favicon.ico': 'icon',
    'assets/service-worker.js': 'worker',
    'assets/flags/DE.svg': '<svg/>',
  };
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder.path, name), text);

  const answer = web({
    files: await readWebFiles(folder.path),
    pages: await readWebPages(folder.path, {
      appUrl,
      shortUrl: 'https://wp.st',
      visitorId: 'cookieless',
      uploadOrigin: null,
      signInWith: ['google', 'facebook'],
      payments: { kind: 'test' },
      registration: 'closed',
      retentionMonths: 13,
      analystSql: false,
      webhooks: null,
    }),
    privacy: privacyPage({
      appUrl,
      visitorId: 'cookieless',
      ipStorage: 'truncated',
      retentionMonths: 25,
    }),
    api: (request) => {
      const { pathname } = new URL(request.url);
      if (!pathname.endsWith('/cover')) return new Response(`api ${pathname}`);
      const hosts = pathname.includes(framedToken) ? ['www.shop.example', '*.shop.example'] : [];
      return Response.json({ hosts, name: 'Autumn' });
    },
    cookie: sessionCookie(appUrl),
    appUrl,
  });
  const get = async (path: string, headers: Record<string, string> = {}, method = 'GET') =>
    answer(new Request(`${appUrl}${path}`, { headers, method }));
  return { get, [Symbol.dispose]: () => folder[Symbol.dispose]() };
}

test('the root shows the landing page without a session, and the app with one', async () => {
  using site = await published();

  expect(await (await site.get('/')).text()).toContain('landing');
  const shell = await site.get('/', { cookie: session });

  expect(await shell.text()).toContain('shell');
  expect(shell.headers.get('cache-control')).toBe('no-store');
});

test('every screen returns the shell, and unknown addresses return it with 404', async () => {
  using site = await published();

  const sections = ['profile', 'security', 'links', 'notifications', 'billing', 'api'];
  for (const path of [
    ...['/dashboard', '/login', '/links/', '/forgot-password', '/settings'],
    ...sections.map((section) => `/settings/${section}`),
  ]) {
    expect([path, (await site.get(path)).status]).toEqual([path, 200]);
  }
  for (const path of ['/deep/nowhere', '/signup', '/dashboard/deeper', '/settings/deeper']) {
    const answer = await site.get(path);
    expect([path, answer.status]).toEqual([path, 404]);
    expect(await answer.text()).toContain('shell');
  }
});

test('the documentation has the address of this instance, as pages and as texts', async () => {
  using site = await published();

  const page = await site.get('/docs/api');
  const nonce = /nonce="([^"{]+)"/.exec(await page.clone().text())?.[1] ?? 'none';
  expect(await page.text()).toContain(`${appUrl}/api/v1`);
  expect(page.headers.get('content-security-policy')).toContain(`'nonce-${nonce}'`);
  for (const [path, type, text] of [
    ['/docs/api.md', 'text/markdown', `# ${appUrl}`],
    ['/llms.txt', 'text/plain', '> llms'],
  ] as const) {
    const answer = await site.get(path);
    expect(answer.headers.get('content-type')).toBe(`${type}; charset=utf-8`);
    expect(await answer.text()).toBe(text);
  }
  expect((await site.get('/docs/api.html')).status).toBe(404);
  expect((await site.get('/docs/nothing')).status).toBe(404);
});

test('a document lists the configured sign-in providers', async () => {
  using site = await published();

  expect(await (await site.get('/login')).text()).toContain('<i>google facebook</i>');
});

test('the app and the landing page know whether people can open accounts', async () => {
  using site = await published();

  expect(await (await site.get('/register')).text()).toContain('<b>closed</b>');
  expect(await (await site.get('/')).text()).toContain('<b>closed</b>');
});

test('requests for the API never get a document', async () => {
  using site = await published();

  for (const path of [
    ...['/api/links', '/healthz', '/readyz', '/.well-known/security.txt'],
    ...['/clickhouse', '/clickhouse/ping', '/ping'],
  ]) {
    expect(await (await site.get(path)).text()).toBe(`api ${path}`);
  }
  expect(await (await site.get('/login', {}, 'POST')).text()).toBe('api /login');
});

test('[security-headers] each document has its own nonce, and no other inline script can run', async () => {
  using site = await published();

  const [first, second] = [await site.get('/login'), await site.get('/login')];
  const policy = first.headers.get('content-security-policy') ?? '';
  const nonce = /script-src 'self' 'nonce-([^']+)'/.exec(policy)?.[1] ?? 'none';

  expect(await first.text()).toContain(`nonce="${nonce}"`);
  expect(second.headers.get('content-security-policy')).not.toContain(nonce);
  expect(policy).toContain("default-src 'none'");
  expect(policy).toContain("frame-ancestors 'none'");
  expect(policy).not.toContain('unsafe-eval');
  expect(first.headers.get('strict-transport-security')).toBeTruthy();
  expect(first.headers.get('x-content-type-options')).toBe('nosniff');
});

test('[security-headers] a shared report is shown in frames of the hosts that its owner named, and no other page in any', async () => {
  using site = await published();
  const framing = async (path: string) => {
    const { headers } = await site.get(path);
    const policy = headers.get('content-security-policy') ?? '';
    return [/frame-ancestors ([^;]+)/.exec(policy)?.[1], headers.get('x-frame-options')];
  };

  expect(await framing(`/public/${framedToken}`)).toEqual([
    'www.shop.example *.shop.example',
    null,
  ]);
  for (const path of [`/public/${'b'.repeat(22)}`, '/', '/login', '/analytics', '/nowhere']) {
    expect(await framing(path)).toEqual(["'none'", 'DENY']);
  }
});

test('a document preloads its screen’s scripts, and says whether there was a session', async () => {
  using site = await published();

  const login = await (await site.get('/login')).text();
  const links = await (await site.get('/links', { cookie: session })).text();

  expect(login).toContain('none <link rel="modulepreload" href="/assets/login-0a1b2c3d.js">');
  expect(login).not.toContain('/api/auth/user');
  expect(links).toContain(
    'some <link rel="preload" href="/api/auth/user" as="fetch" crossorigin> <b>closed</b><u>off</u><s>off</s><q>13</q> shell',
  );
});

test('a document contains the origins of the app and of short links', async () => {
  using site = await published();

  expect(await (await site.get('/login')).text()).toContain('content="https://wp.st"');
  expect(await (await site.get('/')).text()).toContain('href="https://app.example/"');
});

test('[web-files] a file is compressed as the browser prefers, and cached forever when its name has a hash', async () => {
  using site = await published();
  const path = '/assets/main-0a1b2c3d.js';

  const brotli = await site.get(path, { 'accept-encoding': 'gzip, deflate, br' });
  const gzip = await site.get(path, { 'accept-encoding': 'gzip, br;q=0' });
  const plain = await site.get(path);
  const flag = await site.get('/assets/flags/DE.svg');

  expect([await brotli.text(), brotli.headers.get('content-encoding')]).toEqual(['brotli', 'br']);
  expect([await gzip.text(), gzip.headers.get('content-encoding')]).toEqual(['gzip', 'gzip']);
  expect([await plain.text(), plain.headers.get('content-encoding')]).toEqual(['plain', null]);
  expect(plain.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
  expect(flag.headers.get('cache-control')).toBe('public, max-age=86400');
  expect(flag.headers.get('content-type')).toStartWith('image/svg+xml');
});

test('[web-files] a browser that has a file gets 304', async () => {
  using site = await published();
  const etag = (await site.get('/favicon.ico')).headers.get('etag') ?? '';

  const again = await site.get('/favicon.ico', { 'if-none-match': etag });

  expect(again.status).toBe(304);
  expect(await again.text()).toBe('');
});

test('the service worker has an address above every screen, as a script that a new version replaces', async () => {
  using site = await published();

  const answer = await site.get('/service-worker.js');

  expect(await answer.text()).toBe('worker');
  expect(answer.headers.get('content-type')).toStartWith('text/javascript');
  expect(answer.headers.get('cache-control')).not.toContain('immutable');
});

test('[web-files] a missing file returns 404 and never a page, and no path leaves the folder', async () => {
  using site = await published();
  const paths = [
    ...['/assets/main-gone.js', '/assets/', '/assets/flags', '/assets/..%2fshell.html'],
    ...['/assets/%2e%2e%2fshell.html', '/assets/main-0a1b2c3d.js.br', '/assets/constructor'],
  ];

  for (const path of paths) {
    const answer = await site.get(path);
    const isPage = (await answer.text()).includes('shell');
    expect([path, answer.status, isPage]).toEqual([path, 404, false]);
  }
});

test('crawlers can index the landing page and not the API', async () => {
  using site = await published();

  expect(await (await site.get('/robots.txt')).text()).toContain('Disallow: /api/');
  expect(await (await site.get('/sitemap.xml')).text()).toContain(
    '<loc>https://app.example/</loc>',
  );
});

test('programs that make link previews may fetch the pictures that previews name', async () => {
  using site = await published();

  const robots = await (await site.get('/robots.txt')).text();
  const rules = [...robots.matchAll(/^(Allow|Disallow): (.+)$/gm)].map(([, verb, path = '']) => ({
    verb,
    path,
  }));
  const picture = '/api/link-pictures/0a1b2c3d.jpg';

  // RFC 9309, section 2.2.2: the longest rule that fits decides. Older programs take the first one.
  const fitting = rules.filter(({ path }) => picture.startsWith(path));
  const [longest] = fitting.toSorted((one, other) => other.path.length - one.path.length);
  expect([fitting[0]?.verb, longest?.verb]).toEqual(['Allow', 'Allow']);
});

test('[visitor-information] the privacy page says what is recorded, for how long, and how to opt out', async () => {
  using site = await published();

  const answer = await site.get('/privacy');
  const text = await answer.text();

  expect(answer.status).toBe(200);
  expect(answer.headers.get('content-security-policy')).toContain("default-src 'none'");
  for (const words of [
    'Global Privacy Control',
    '25 months',
    'No cookie recognizes you',
    'the number of the page',
    'shortened',
  ]) {
    expect(text).toContain(words);
  }
  const other = { visitorId: 'cookie', ipStorage: 'none', retentionMonths: 4 } as const;
  const said = await privacyPage({ appUrl, ...other })().text();
  for (const words of ['A cookie with a random number', 'IP address is not stored', '4 months']) {
    expect(said).toContain(words);
    expect(text).not.toContain(words);
  }
});
