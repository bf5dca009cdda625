import { describe, expect, test } from 'bun:test';
import { nameOn } from '#core/links/link-domain';
import { appLinkPaths, noAppLinks } from '#contract/app-links';
import { appleFile, googleFile } from '#core/domains/app-links';
import { domainOf } from '#adapters/http/frame/caller';
import { someAppLinks } from '#tests/support/builders/app-links';
import { aServedDomain } from '#tests/support/builders/domains';
import { aRoutedLink, routedOptions } from '#tests/support/builders/links';
import {
  sendRaw,
  startRedirect,
  type RedirectServerOptions,
} from '#tests/support/processes/redirect-server';
import { agents } from '#tests/support/visitor';
import { foreignHosts, sameHosts } from './hostile-domains.ts';

const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';
const origins = { appUrl: 'https://app.example', shortUrl: 'https://links.example' };
const domain = aServedDomain();
const other = aServedDomain({ number: 9, userId: 'somebody-else', host: 'win.other.example' });
const link = aRoutedLink({
  code: 'Ab3dEfG',
  domainNames: [nameOn(domain.number, 'Ab3dEfG'), nameOn(domain.number, 'sale')],
  originalUrl: 'https://shop.example/sale',
});
const foreign = aRoutedLink({
  id: '0193c0de-0000-7000-8000-0000000000cc',
  userId: other.userId,
  number: 8,
  code: 'Zz9yXwV',
  aliases: ['summer'],
  domainNames: [nameOn(other.number, 'Zz9yXwV'), nameOn(other.number, 'sale')],
  originalUrl: 'https://other.example/sale',
});

function started(options: RedirectServerOptions = {}) {
  const server = startRedirect({
    ...origins,
    newVisitorCookie: () => 'ab'.repeat(16),
    app: () => new Response('the application', { headers: { 'set-cookie': 'session=x' } }),
    ...options,
  });
  server.domains.replace([domain, other]);
  server.put(link);
  server.put(foreign);
  const on = (host: string, path: string, method = 'GET') =>
    server.get(path, {
      method,
      headers: { 'user-agent': firefox, cookie: 'session=mine; wp_vid=abc', host },
    });
  return { server, on, [Symbol.asyncDispose]: () => server[Symbol.asyncDispose]() };
}

describe('[own-domains] a proven domain', () => {
  test('redirects its own names and no others', async () => {
    await using here = started();
    const at = (path: string) => here.on(domain.host, path);

    for (const path of ['/Ab3dEfG', '/sale', '/SALE', '/sale/', '/%73ale']) {
      const answer = await at(path);
      expect([path, answer.status, answer.headers.get('location')]).toEqual([
        path,
        302,
        link.originalUrl,
      ]);
    }
    for (const path of ['/ab3defg', '/Zz9yXwV', '/summer', '/9%2Fsale', '/4%2Fsale', '/9/sale']) {
      const answer = await at(path);
      expect([path, answer.status, answer.headers.get('location')]).toEqual([path, 404, null]);
    }
  });

  test('its names and those of others are apart, also on the short host', async () => {
    await using here = started();
    const to = async (host: string, path: string) =>
      (await here.on(host, path)).headers.get('location');

    expect(await to(domain.host, '/sale')).toBe(link.originalUrl);
    expect(await to(other.host, '/sale')).toBe(foreign.originalUrl);
    expect(await to('links.example', '/sale')).toBeNull();
    expect(await to('links.example', '/4%2Fsale')).toBeNull();
    expect(await to('links.example', '/summer')).toBe(foreign.originalUrl);
    expect(await to('links.example', '/Ab3dEfG')).toBe(link.originalUrl);
  });

  test('has the font of its pages, without a promise of HTTPS in its name', async () => {
    const app = () =>
      new Response('the font', { headers: { 'strict-transport-security': 'max-age=1' } });
    await using here = started({ app });

    const answer = await here.on(domain.host, '/assets/inter.woff2');

    expect(await answer.text()).toBe('the font');
    expect(answer.headers.get('strict-transport-security')).toBeNull();
    expect((await here.on(domain.host, '/assets/inter.woff2', 'POST')).status).toBe(405);
  });

  test('answers only links, robots.txt and the report page, never the application or a cookie', async () => {
    await using here = started();

    for (const path of [
      ...[
        '/',
        '/login',
        '/dashboard',
        '/links',
        '/settings/domains',
        '/api/links',
        '/api/auth/user',
      ],
      ...['/api/track/Ab3dEfG', '/api/postback', '/wp.js', '/healthz', '/readyz', '/metrics'],
      ...[
        '/favicon.ico',
        '/sitemap.xml',
        '/.well-known/security.txt',
        appLinkPaths.ios,
        appLinkPaths.android,
        '/privacy',
      ],
      ...['/internal/tls-check?domain=go.shop.example', '/a/b', '/sale/x', '//', '/%2e%2e/login'],
    ]) {
      const answer = await here.on(domain.host, path);
      expect([path, answer.status]).toEqual([path, 404]);
      expect(await answer.text()).not.toContain('the application');
      for (const name of ['set-cookie', 'location', 'strict-transport-security']) {
        expect([path, name, answer.headers.get(name)]).toEqual([path, name, null]);
      }
    }
    for (const method of ['POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS']) {
      for (const path of ['/', '/sale', '/api/links', '/report']) {
        expect((await here.on(domain.host, path, method)).status).toBe(405);
      }
    }
    const visit = await here.on(domain.host, '/sale');
    expect(visit.headers.get('set-cookie')).toBeNull();
    expect(visit.headers.get('strict-transport-security')).toBeNull();
    expect(here.server.recorded().map(({ visitorCookie }) => visitorCookie)).toEqual(['']);

    const robots = await here.on(domain.host, '/robots.txt');
    expect(await robots.text()).toBe('User-agent: *\nDisallow:\n');
    const report = await here.on(domain.host, '/report');
    expect([report.status, await report.text()]).toEqual([
      200,
      expect.stringContaining('https://app.example/report?url=https%3A%2F%2Fgo.shop.example%2F'),
    ]);
  });

  test('asks the application for the parts of a shared report alone, and says whose domain it is', async () => {
    const token = 'a'.repeat(22);
    const asked: unknown[] = [];
    const headers = { 'strict-transport-security': 'max-age=1' };
    const app = (request: Request) => {
      asked.push(domainOf(request));
      return new Response('the application', { headers });
    };
    await using here = started({ app });

    for (const path of [
      ...[`/public/${token}`, `/public/${token}/`, `/api/public/${token}`],
      ...[`/api/public/${token}/cover`, `/assets/app-0a1b2c3d.js`],
    ]) {
      const answer = await here.on(domain.host, path);
      expect([path, await answer.text()]).toEqual([path, 'the application']);
      expect(answer.headers.get('strict-transport-security')).toBeNull();
      expect((await here.on(domain.host, path, 'DELETE')).status).toBe(405);
    }
    expect((await here.on(domain.host, `/api/public/${token}/unlock`, 'POST')).status).toBe(200);
    expect(asked).toEqual(
      Array.from({ length: 6 }, () => ({
        userId: domain.userId,
        origin: `https://${domain.host}`,
      })),
    );
    for (const near of [
      ...['/public', `/public/${token}x`, `/x/public/${token}`, `/public/${token}/a/b`],
      ...[`/API/public/${token}`, `/api/public/${token}/..%2f..%2flinks`, '/assets', '/assets/'],
      ...[`/api/publi/${token}`, `/api//public/${token}`],
    ]) {
      const answer = await here.on(domain.host, near);
      expect([near, answer.status]).toEqual([near, 404]);
    }
    expect((await here.on(domain.host, `/api/public/${token}`, 'POST')).status).toBe(405);
    expect((await here.on('nobody.example', `/public/${token}`)).status).toBe(421);
    expect(asked).toHaveLength(6);
  });

  test('names its apps to Apple and Google, in two JSON files without a redirect', async () => {
    await using here = started();
    here.server.domains.put({ ...domain, appLinks: someAppLinks });
    const files = [
      [appLinkPaths.ios, appleFile(someAppLinks)],
      [appLinkPaths.android, googleFile(someAppLinks)],
    ] as const;

    for (const [path, content] of files) {
      const answer = await here.on(domain.host, path);
      expect([answer.status, Object.fromEntries(answer.headers)]).toEqual([
        200,
        expect.objectContaining({
          'content-type': 'application/json',
          'cache-control': 'public, max-age=300',
          'x-content-type-options': 'nosniff',
        }),
      ]);
      expect(await answer.json()).toEqual(content);
      for (const name of ['set-cookie', 'location', 'strict-transport-security']) {
        expect([path, name, answer.headers.get(name)]).toEqual([path, name, null]);
      }
      expect((await here.on(domain.host, `${path}?x=1`)).status).toBe(200);
      expect((await here.on(domain.host, path, 'HEAD')).status).toBe(200);
      expect((await here.on(domain.host, path, 'POST')).status).toBe(405);
      for (const near of [`${path}/`, `${path}.json`, path.toUpperCase(), `/x${path}`]) {
        expect([near, (await here.on(domain.host, near)).status]).toEqual([near, 404]);
      }
    }
    expect(here.server.recorded()).toEqual([]);
  });

  test('has no file for a system without an app: the page of a name without a link, also with a destination for those', async () => {
    await using here = started();
    const unknownUrl = 'https://shop.example/404';
    const { ios } = someAppLinks;
    here.server.domains.put({ ...domain, unknownUrl, appLinks: { ios, android: [] } });
    const usual = await here.on(domain.host, '/.well-known/other');

    const answer = await here.on(domain.host, appLinkPaths.android);

    expect((await here.on(domain.host, appLinkPaths.ios)).status).toBe(200);
    expect([answer.status, Object.fromEntries(answer.headers), await answer.text()]).toEqual([
      404,
      { ...Object.fromEntries(usual.headers), date: expect.any(String) },
      await usual.text(),
    ]);
    // Neither another domain nor the instance's own hosts name these apps.
    for (const host of [other.host, 'links.example', 'nobody.example']) {
      expect(await (await here.on(host, appLinkPaths.ios)).text()).not.toContain('applinks');
    }
  });

  test('redirects as without app links, to the address of an app too', async () => {
    await using here = started();
    const on = async (userAgent: string, iosUrl: string) => {
      const options = routedOptions({ ios: { url: iosUrl, fallbackUrl: null } });
      here.server.put({ ...link, version: (version += 1), options });
      const headers = { 'user-agent': userAgent, host: domain.host };
      const answer = await here.server.get('/sale', { headers });
      return [answer.status, answer.headers.get('location')];
    };
    let version = 1;

    for (const appLinks of [noAppLinks, someAppLinks]) {
      here.server.domains.put({ ...domain, appLinks });
      const web = 'https://app.shop.example/sale';
      expect(await on(agents.phone, web)).toEqual([302, web]);
      expect(await on(firefox, web)).toEqual([302, link.originalUrl]);
      // An address on a connected domain leads back here.
      expect(await on(agents.phone, `https://${domain.host}/app`)).toEqual([410, null]);
    }
  });

  test('its pages name the link at the domain', async () => {
    await using here = started();
    here.server.put({ ...link, version: 2, isActive: false });

    const paused = await here.on(domain.host, '/sale');
    const preview = await here.on(other.host, '/sale+');

    expect(paused.status).toBe(410);
    expect(await paused.text()).toContain('?url=https%3A%2F%2Fgo.shop.example%2FAb3dEfG');
    expect(preview.status).toBe(200);
    expect(await preview.text()).toContain('https://win.other.example/sale leads to');
  });

  test('the root and unknown names lead where its owner says', async () => {
    await using here = started();
    const rootUrl = 'https://shop.example/';
    const unknownUrl = 'https://shop.example/404?from=link';
    here.server.domains.put({ ...domain, rootUrl, unknownUrl });
    const to = async (path: string) => {
      const answer = await here.on(domain.host, path);
      return [answer.status, answer.headers.get('location'), answer.headers.get('set-cookie')];
    };

    expect(await to('/')).toEqual([302, rootUrl, null]);
    expect(await to('/nobody')).toEqual([302, unknownUrl, null]);
    expect(await to('/sale')).toEqual([302, link.originalUrl, null]);
    expect(await to('/a/b')).toEqual([404, null, null]);
    expect(here.server.recorded()).toHaveLength(1);
  });

  test.each(['javascript:alert(1)', 'https://app.example/login', 'https://evil.example/'])(
    'a destination of its own that is not allowed is not visited: %p',
    async (href) => {
      await using here = started({ isRefusedDestination: (url) => !url.includes('shop.example') });
      here.server.domains.put({ ...domain, rootUrl: href, unknownUrl: href });

      for (const path of ['/', '/nobody']) {
        const answer = await here.on(domain.host, path);
        expect([answer.status, answer.headers.get('location')]).toEqual([404, null]);
      }
    },
  );

  test('nothing of a banned account is served', async () => {
    await using here = started({ isBanned: (userId) => userId === domain.userId });
    const rootUrl = 'https://shop.example/';
    here.server.domains.put({ ...domain, rootUrl, appLinks: someAppLinks });

    const report = `/public/${'a'.repeat(22)}`;
    for (const path of ['/', '/sale', '/nobody', report, appLinkPaths.ios, appLinkPaths.android]) {
      const answer = await here.on(domain.host, path);
      expect([answer.status, answer.headers.get('location')]).toEqual([410, null]);
    }
  });

  test('a link that is not in memory is asked for in the namespace of its domain', async () => {
    const asked: string[] = [];
    const ask = async (name: string) => {
      asked.push(name);
      return null;
    };
    await using here = started({ ask });

    await here.on(domain.host, '/fresh');
    await here.on('links.example', '/fresh');

    expect(asked).toEqual(['4/fresh', 'fresh']);
  });

  test('links to a domain that leads here do not redirect', async () => {
    await using here = started();
    const loop = { ...link, version: 2, originalUrl: 'https://GO.shop.example./sale' };
    here.server.put(loop);

    const answer = await here.on(domain.host, '/sale');

    expect([answer.status, answer.headers.get('location')]).toEqual([410, null]);
  });
});

describe('[own-domains] no host is served for the wrong account', () => {
  test.each(sameHosts)('%p is the domain', async (host) => {
    await using here = started();

    const answer = await sendRaw(here.server.port, requestTo(host, '/sale'));

    expect(answer).toStartWith('HTTP/1.1 302');
    expect(answer.toLowerCase()).toContain(`location: ${link.originalUrl}`);
  });

  test(`none of ${foreignHosts.length} hostile hosts is served`, async () => {
    await using here = started();
    expect(foreignHosts.length).toBeGreaterThanOrEqual(60);

    for (const host of foreignHosts) {
      for (const path of ['/sale', '/Ab3dEfG', '/', '/login']) {
        const answer = await sendRaw(here.server.port, requestTo(host, path));
        expect([host, path, answer.split('\r\n')[0]]).toEqual([
          host,
          path,
          expect.stringMatching(/^HTTP\/1\.1 4(?:00|21)/),
        ]);
        expect(answer.toLowerCase()).not.toMatch(/^(?:location|set-cookie):/m);
        expect(answer).not.toContain('the application');
      }
    }
    expect(here.server.recorded()).toEqual([]);
  });

  test('a suspended or removed domain is served no more, and a moved one for its new account alone', async () => {
    await using here = started();
    expect((await here.on(domain.host, '/sale')).status).toBe(302);

    here.server.domains.remove(domain.number);
    expect((await here.on(domain.host, '/sale')).status).toBe(421);
    expect((await here.on(domain.host, '/')).status).toBe(421);

    here.server.domains.put(aServedDomain({ number: 12, userId: other.userId, host: domain.host }));
    expect((await here.on(domain.host, '/sale')).status).toBe(404);
    expect((await here.on(domain.host, '/Ab3dEfG')).status).toBe(404);
    const names = [nameOn(12, foreign.code), nameOn(12, 'sale')];
    here.server.put({ ...foreign, version: 2, domainNames: names });
    const moved = await here.on(domain.host, '/sale');
    expect(moved.headers.get('location')).toBe(foreign.originalUrl);
  });

  test.each([
    ['two hosts', [domain.host, other.host]],
    ['one host twice', [domain.host, domain.host]],
    ['none and one', ['', domain.host]],
  ])('two Host headers (%s) answer 400', async (_, hosts) => {
    await using here = started();
    const named = hosts.map((host) => `Host: ${host}\r\n`).join('');
    const raw = `GET /sale HTTP/1.1\r\n${named}User-Agent: x\r\nConnection: close\r\n\r\n`;

    const answer = await sendRaw(here.server.port, raw);

    expect(answer.slice(0, 12)).toBe('HTTP/1.1 400');
    expect(answer).not.toMatch(/^location:/im);
  });

  test('headers that a proxy may send do not choose another host', async () => {
    await using here = started();

    const answer = await here.server.get('/sale', {
      headers: {
        host: domain.host,
        'x-forwarded-host': other.host,
        'x-original-url': '/Zz9yXwV',
        forwarded: `host=${other.host}`,
      },
    });

    expect(answer.headers.get('location')).toBe(link.originalUrl);
  });
});

describe('[own-domains] the question of a TLS server', () => {
  const asks = (query: string, headers: Record<string, string> = {}) => ({
    path: `/internal/tls-check?${query}`,
    init: { headers: { host: '127.0.0.1:3000', ...headers } },
  });

  test('is answered with yes for proven domains alone, from this machine', async () => {
    await using here = started();
    const ask = async (name: string) => {
      const { path, init } = asks(`domain=${encodeURIComponent(name)}`);
      return (await here.server.get(path, init)).status;
    };

    for (const host of ['go.shop.example', 'GO.shop.example', 'go.shop.example.'])
      expect([host, await ask(host)]).toEqual([host, 200]);
    for (const host of [...foreignHosts, '', 'app.example', 'links.example'].filter(
      (name) => name !== 'go.shop.example..',
    )) {
      expect([host, await ask(host)]).toEqual([host, 404]);
    }
  });

  test('is refused to everybody else', async () => {
    const tlsCheckToken = 'a-token-of-some-length';
    await using here = started({ tlsCheckToken });
    const query = 'domain=go.shop.example';
    const ask = async (more: string, headers: Record<string, string> = {}) => {
      const { path, init } = asks(`${query}${more}`, headers);
      return (await here.server.get(path, init)).status;
    };

    expect(await ask('', { 'x-forwarded-for': '203.0.113.7' })).toBe(403);
    expect(await ask('', { forwarded: 'for=203.0.113.7' })).toBe(403);
    expect(await ask('&token=wrong')).toBe(403);
    expect(await ask('&token=')).toBe(403);
    expect(await ask(`&token=${tlsCheckToken}`, { 'x-forwarded-for': '203.0.113.7' })).toBe(200);
    expect(await ask(`&token=${tlsCheckToken}`, { host: 'app.example' })).toBe(200);
  });
});

function requestTo(host: string, path: string): Uint8Array {
  const text = `GET ${path} HTTP/1.1\r\nHost: ${host}\r\nUser-Agent: ${firefox}\r\nConnection: close\r\n\r\n`;
  return new TextEncoder().encode(text);
}
