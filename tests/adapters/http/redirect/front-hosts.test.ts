import { describe, expect, test } from 'bun:test';
import { addressOf } from '#adapters/http/frame/caller';
import { aRoutedLink } from '#tests/support/builders/links';
import { sendRaw, startRedirect } from '#tests/support/processes/redirect-server';

const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';
const asBrowser = { headers: { 'user-agent': firefox } };
const link = aRoutedLink({ code: 'Ab3dEfG', originalUrl: 'https://shop.example/' });

describe('[known-hosts] a host that is neither the application’s nor the links’', () => {
  const origins = { appUrl: 'https://app.example', shortUrl: 'https://go.example' };
  const foreign = (server: ReturnType<typeof startRedirect>, path: string, method = 'GET') =>
    server.get(path, { method, headers: { ...asBrowser.headers, host: 'evil.example' } });

  test('returns 421 for every path and method, with no link, cookie or redirect', async () => {
    const newVisitorCookie = () => 'ab'.repeat(16);
    await using server = startRedirect({ ...origins, newVisitorCookie });
    server.put(link);

    for (const path of [
      '/',
      '/Ab3dEfG',
      '/Ab3dEfG+',
      '/nobodys',
      '/login',
      '/wp.js',
      '/robots.txt',
    ]) {
      for (const method of ['GET', 'HEAD', 'POST']) {
        const answer = await foreign(server, path, method);
        expect([path, method, answer.status]).toEqual([path, method, 421]);
        for (const name of ['location', 'set-cookie', 'strict-transport-security']) {
          expect(answer.headers.get(name)).toBeNull();
        }
        expect(answer.headers.get('cache-control')).toBe('private, no-store');
      }
    }
    expect(await (await foreign(server, '/Ab3dEfG')).text()).toContain(
      'Nothing is served at this host name',
    );
    expect(server.recorded()).toEqual([]);
  });

  test('returns a problem document for API paths', async () => {
    await using server = startRedirect(origins);

    for (const path of [
      '/api/links',
      '/api/track/Ab3dEfG',
      '/api/postback',
      '/api/webhooks/stripe',
    ]) {
      const answer = await foreign(server, path, 'POST');
      expect(answer.headers.get('content-type')).toBe('application/problem+json');
      expect(await answer.json()).toMatchObject({ status: 421, code: 'misdirected' });
      expect(answer.headers.get('cache-control')).toBe('no-store');
    }
  });

  test('serves only the two health checks', async () => {
    await using server = startRedirect(origins);
    const statusOf = async (path: string, method: string) =>
      (await foreign(server, path, method)).status;

    for (const path of ['/healthz', '/readyz']) {
      expect(await statusOf(path, 'GET')).toBe(200);
      expect(await statusOf(path, 'HEAD')).toBe(200);
      expect(await statusOf(path, 'POST')).toBe(421);
      expect(await statusOf(`${path}/x`, 'GET')).toBe(421);
    }
  });

  test.each([
    'lb',
    'evil.example',
    'a b',
    'x@app.example',
    'app.example/x',
    'app.example#',
    ':80',
    '',
  ])('is rejected in every spelling: %p', async (host) => {
    await using server = startRedirect(origins);
    server.put(link);
    const get = (path: string) =>
      sendRaw(server.port, `GET ${path} HTTP/1.1\r\nHost: ${host}\r\n\r\n`);

    expect(await get('/Ab3dEfG')).toStartWith('HTTP/1.1 421 ');
    expect(await get('/api/links')).toStartWith('HTTP/1.1 421 ');
    expect(await get('/healthz')).toStartWith('HTTP/1.1 200 ');
  });

  test.each(['app.example', 'APP.Example', 'app.example.', 'app.example:443', 'app.example:8080'])(
    'is not mistaken for a host of the application: %s',
    async (host) => {
      await using server = startRedirect(origins);
      const request = `GET /api/links HTTP/1.1\r\nHost: ${host}\r\n\r\n`;

      expect(await sendRaw(server.port, request)).toStartWith('HTTP/1.1 200 ');
    },
  );
});

test('a short host of three letters keeps paths and client addresses correct', async () => {
  await using server = startRedirect({
    appUrl: 'http://app',
    app: (request) => new Response(`${new URL(request.url).pathname} for ${addressOf(request)}`),
  });

  const answer = await server.get('/api/links');

  expect(await answer.text()).toBe('/api/links for 127.0.0.1');
});

test('a link that leads to a host that later became the instance’s own does not redirect', async () => {
  await using server = startRedirect({ shortUrl: 'https://go.example' });
  server.put({ ...link, originalUrl: 'https://go.example/other' });

  for (const path of ['/Ab3dEfG', '/Ab3dEfG+']) {
    const answer = await server.get(path, asBrowser);
    expect(answer.status).toBe(410);
    expect(answer.headers.get('location')).toBeNull();
    expect(await answer.text()).toContain('This link leads back to itself');
  }
  expect(server.recorded()).toEqual([]);
});
