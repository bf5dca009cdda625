import { expect, test } from 'bun:test';
import { createServer, type Socket } from 'node:net';
import { resolverDns } from '#adapters/dns/resolver';
import { guardedFile, guardedRequest, type Head } from '#adapters/outgoing/guarded-request';
import { lookAtDestination } from '#adapters/outgoing/look-at-destination';
import { addressGuard } from '#adapters/outgoing/public-address';
import type { FailureReason, Sighting } from '#core/links/health/destination-check';
import { dnsServer } from '#tests/support/doubles/dns-server';
import { shopCertificate } from '#tests/support/doubles/shop-certificate';
import { shopServer } from '#tests/support/doubles/shop-server';

const timeoutMs = 5000;
/** Long enough for an answer from loopback, on a slow machine too. */
const shortMs = 1500;

async function world({ ownRanges = ['127.0.0.1'], isTrusted = true } = {}) {
  const dns = await dnsServer();
  const parts = {
    dns: resolverDns([dns.address]),
    guard: addressGuard(ownRanges),
    userAgent: 'Waypost link check (+https://app.example)',
    ...(isTrusted && { ca: shopCertificate.cert }),
  };
  const request = guardedRequest(parts);
  return {
    dns,
    look: lookAtDestination(request, shortMs),
    file: guardedFile(parts, shortMs),
    head: (url: string): Promise<Head> => request('HEAD', new URL(url), timeoutMs),
    [Symbol.asyncDispose]: () => dns[Symbol.asyncDispose](),
  };
}

test('[guarded-requests] connects to the looked-up address, under the name, without cookie, referrer or proxy', async () => {
  await using shop = shopServer();
  await using secure = shopServer({ isSecure: true });
  await using outgoing = await world();
  outgoing.dns.set('A', 'shop.example', '127.0.0.1');
  const before = { http: Bun.env['HTTP_PROXY'], https: Bun.env['HTTPS_PROXY'] };
  Bun.env['HTTP_PROXY'] = Bun.env['HTTPS_PROXY'] = 'http://127.0.0.1:1';

  const plain = await outgoing.head(`http://shop.example:${shop.port}/a?b=c#d`);
  const sealed = await outgoing.head(`https://shop.example:${secure.port}/`);
  for (const [name, value] of [
    ['HTTP_PROXY', before.http],
    ['HTTPS_PROXY', before.https],
  ] as const) {
    if (value === undefined) delete Bun.env[name];
    else Bun.env[name] = value;
  }

  expect([plain, sealed]).toEqual([
    { kind: 'head', status: 200, location: null },
    { kind: 'head', status: 200, location: null },
  ]);
  expect(shop.asked).toEqual([
    {
      method: 'HEAD',
      path: '/a',
      headers: {
        host: `shop.example:${shop.port}`,
        accept: '*/*',
        connection: 'close',
        'user-agent': 'Waypost link check (+https://app.example)',
      },
    },
  ]);
});

test('[guarded-requests] nothing that is not public is ever connected to, by any spelling or answer of DNS', async () => {
  await using canary = shopServer();
  await using outgoing = await world({ ownRanges: [] });
  const { dns, head } = outgoing;
  dns.set('A', 'inside.example', '127.0.0.1');
  dns.set('A', 'both.example', '93.184.215.14', '127.0.0.1');
  dns.set('AAAA', 'mapped.example', '::ffff:127.0.0.1');
  dns.set('A', 'metadata.example', '169.254.169.254');
  dns.set('A', 'localhost', '127.0.0.1');
  const hosts = [
    ...['127.0.0.1', '[::1]', '[::ffff:7f00:1]', '0', '0.0.0.0', '0x7f.1', '2130706433', '127.1'],
    ...['0177.0.0.1', '127。0。0。1', '①②⑦.⓪.⓪.①', 'localhost', 'localhost.', '10.0.0.1'],
    ...['inside.example', 'both.example', 'mapped.example', 'metadata.example', '[fe80::1]'],
  ];

  for (const host of hosts) {
    for (const url of [`http://${host}:${canary.port}/`, `http://${host}/`]) {
      if (!URL.canParse(url)) continue;
      expect([url, (await head(url)).kind]).toEqual([url, 'refused']);
    }
  }
  for (const url of ['ftp://shop.example/', 'file:///etc/passwd', 'http://93.184.215.14:22/']) {
    expect([url, (await head(url)).kind]).toEqual([url, 'refused']);
  }
  expect(canary.asked).toEqual([]);
});

test('[guarded-requests] a name that changes after the look-up leads nowhere else', async () => {
  await using shop = shopServer();
  await using outgoing = await world();
  let answers = 0;
  const request = guardedRequest({
    dns: {
      addresses: async () => ({
        kind: 'found',
        values: [answers++ === 0 ? '127.0.0.1' : '127.0.0.2'],
      }),
    },
    guard: addressGuard(['127.0.0.1']),
    userAgent: 'test',
  });

  const url = new URL(`http://shop.example:${shop.port}/`);
  expect((await request('HEAD', url, timeoutMs)).kind).toBe('head');
  expect((await request('HEAD', url, timeoutMs)).kind).toBe('refused');
  expect([answers, shop.asked.length]).toEqual([2, 1]);
  expect((await outgoing.head('http://gone.example/')).kind).toBe('no_host');
  outgoing.dns.be('failing');
  expect((await outgoing.head('http://gone.example/')).kind).toBe('unclear');
});

test('[guarded-requests] a redirect to a private address is not followed', async () => {
  await using canary = shopServer();
  await using shop = shopServer();
  await using outgoing = await world();
  outgoing.dns.set('A', 'shop.example', '127.0.0.1');
  outgoing.dns.set('A', 'inside.example', '10.0.0.1');
  const to = (location: string) => () => new Response('', { status: 302, headers: { location } });
  shop.answer('/metadata', to('http://169.254.169.254/latest/meta-data/'));
  shop.answer('/inside', to(`http://inside.example:${canary.port}/`));
  shop.answer('/other', to(`http://127.0.0.2:${canary.port}/`));
  shop.answer('/loop', to('/loop'));
  shop.answer('/app', to('shop://item/5'));
  shop.answer('/moved', to('/gone'));
  shop.answer('/gone', 404);
  const look = (path: string) => outgoing.look(`http://shop.example:${shop.port}${path}`);

  for (const path of ['/metadata', '/inside', '/other', '/loop']) {
    expect([path, await look(path)]).toEqual([path, { kind: 'unclear' }]);
  }
  expect(canary.asked).toEqual([]);
  expect(shop.asked.filter(({ path }) => path === '/loop').length).toBe(6);
  expect(await look('/app')).toEqual({ kind: 'answered', status: 302 });
  expect(await look('/moved')).toEqual({ kind: 'failed', reason: 'status', status: 404 });
});

test('[broken-destinations] HEAD comes first, and GET decides when HEAD is refused; a body is not read', async () => {
  await using shop = shopServer();
  await using outgoing = await world();
  outgoing.dns.set('A', 'shop.example', '127.0.0.1');
  let sent = 0;
  const endless = () =>
    new Response(
      new ReadableStream({
        async pull(controller) {
          sent += 65_536;
          controller.enqueue(new Uint8Array(65_536));
          await Bun.sleep(1);
        },
      }),
    );
  const onlyGet = (status: number) => (request: Request) =>
    request.method === 'HEAD' ? new Response('', { status }) : endless();
  shop.answer('/no-head', onlyGet(405));
  shop.answer('/head-fails', onlyGet(404));
  const statuses = [401, 403, 404, 410, 418, 429, 500, 503, 599];
  for (const status of statuses) shop.answer(`/${status}`, status);
  const look = (path: string) => outgoing.look(`http://shop.example:${shop.port}${path}`);

  expect([await look('/'), await look('/no-head'), await look('/head-fails')]).toEqual([
    { kind: 'answered', status: 200 },
    { kind: 'answered', status: 200 },
    { kind: 'answered', status: 200 },
  ]);
  expect(shop.asked.map(({ method, path }) => `${method} ${path}`)).toEqual([
    ...['HEAD /', 'HEAD /no-head', 'GET /no-head', 'HEAD /head-fails', 'GET /head-fails'],
  ]);
  expect(sent).toBeLessThan(16 * 1024 * 1024);
  const failed: number[] = [];
  for (const status of statuses) {
    if ((await look(`/${status}`)).kind === 'failed') failed.push(status);
  }
  expect(failed).toEqual([404, 410, 500, 503, 599]);
});

test('[broken-destinations] refused, cut and silent connections and wrong certificates are failures; nonsense is unclear', async () => {
  await using secure = shopServer({ isSecure: true });
  await using outgoing = await world();
  await using stranger = await world({ isTrusted: false });
  for (const { dns } of [outgoing, stranger]) {
    dns.set('A', 'shop.example', '127.0.0.1');
    dns.set('A', 'other.example', '127.0.0.1');
  }
  using cut = await rawServer((socket) => void socket.destroy());
  using silent = await rawServer(() => {});
  using nonsense = await rawServer((socket) => void socket.end('hello\r\n\r\n'));
  const lookAt = (url: string) => outgoing.look(url);

  expect(await lookAt('http://shop.example:1/')).toEqual(failure('no_connection'));
  expect(await lookAt(`http://shop.example:${cut.port}/`)).toEqual(failure('no_connection'));
  expect(await lookAt(`http://shop.example:${silent.port}/`)).toEqual(failure('timeout'));
  expect(await lookAt('http://nowhere.example/')).toEqual(failure('no_host'));
  expect(await lookAt(`http://shop.example:${nonsense.port}/`)).toEqual({ kind: 'unclear' });
  expect(await lookAt('mailto:ada@example.com')).toEqual({ kind: 'unclear' });
  const address = `https://shop.example:${secure.port}/`;
  expect(await lookAt(address)).toEqual({ kind: 'answered', status: 200 });
  expect(await lookAt(`https://other.example:${secure.port}/`)).toEqual(failure('certificate'));
  expect(await stranger.look(address)).toEqual(failure('certificate'));
});

function failure(reason: FailureReason): Sighting {
  return { kind: 'failed', reason, status: null };
}

async function rawServer(onSocket: (socket: Socket) => void) {
  const server = createServer((socket) => {
    socket.on('error', () => {});
    onSocket(socket);
  });
  const { promise, resolve } = Promise.withResolvers<void>();
  server.listen(0, '127.0.0.1', resolve);
  await promise;
  const at = server.address();
  const port = typeof at === 'object' && at !== null ? at.port : 0;
  return { port, [Symbol.dispose]: () => void server.close() };
}

test('[broken-destinations] a look ends after the time of six requests, however slow its redirects are', async () => {
  const slowMs = 60;
  let asked = 0;
  const look = lookAtDestination(async (method, _, limitMs) => {
    asked += 1;
    await Bun.sleep(Math.min(limitMs, slowMs - 5));
    return method === 'HEAD'
      ? { kind: 'head', status: 405, location: null }
      : { kind: 'head', status: 302, location: `https://slow.example/${asked}` };
  }, slowMs);

  expect(await look('https://slow.example/')).toEqual({
    kind: 'failed',
    reason: 'timeout',
    status: null,
  });
  expect(asked).toBeLessThan(9);
});

test('[guarded-requests] a file is fetched once by https, and read up to its limit', async () => {
  await using shop = shopServer({ isSecure: true });
  await using canary = shopServer();
  await using outgoing = await world();
  outgoing.dns.set('A', 'shop.example', '127.0.0.1');
  const type = { 'content-type': 'application/json' };
  shop.answer('/file', () => new Response('a\0ü', { headers: type }));
  shop.answer('/full', () => new Response('x'.repeat(1000)));
  shop.answer('/large', () => new Response('x'.repeat(1_000_000)));
  shop.answer('/none', () => new Response(null, { status: 204 }));
  shop.answer('/moved', () => Response.redirect(`http://127.0.0.1:${canary.port}/`));
  const at = (path: string) => outgoing.file(`https://shop.example:${shop.port}${path}`, 1000);
  const answered = { kind: 'answered', status: 200 } as const;

  expect(await at('/file')).toEqual({
    ...answered,
    contentType: type['content-type'],
    text: 'a\0ü',
  });
  expect(await at('/full')).toMatchObject({ ...answered, text: 'x'.repeat(1000) });
  expect(await at('/large')).toMatchObject({ ...answered, text: null });
  expect(await at('/none')).toEqual({ ...answered, status: 204, contentType: null, text: '' });
  expect(await at('/moved')).toMatchObject({ ...answered, status: 302 });
  expect(canary.asked).toEqual([]);
  expect(shop.asked[0]).toEqual({
    method: 'GET',
    path: '/file',
    headers: {
      host: `shop.example:${shop.port}`,
      accept: '*/*',
      connection: 'close',
      'user-agent': 'Waypost link check (+https://app.example)',
    },
  });
});

test('[guarded-requests] a file that never ends, is not public or not by https, or has a wrong certificate, is not fetched', async () => {
  await using shop = shopServer({ isSecure: true });
  await using outgoing = await world();
  await using careful = await world({ ownRanges: [] });
  await using stranger = await world({ isTrusted: false });
  for (const { dns } of [outgoing, careful, stranger]) dns.set('A', 'shop.example', '127.0.0.1');
  shop.answer(
    '/drip',
    () =>
      new Response(
        new ReadableStream({
          async pull(controller) {
            controller.enqueue(new Uint8Array(1));
            await Bun.sleep(50);
          },
        }),
      ),
  );
  const url = `https://shop.example:${shop.port}`;

  expect(await outgoing.file(`${url}/drip`, 1000)).toEqual({ kind: 'timeout' });
  const before = shop.asked.length;
  expect(await careful.file(`${url}/`, 1000)).toEqual({ kind: 'refused' });
  expect(await outgoing.file('http://shop.example/', 1000)).toEqual({ kind: 'refused' });
  expect(await stranger.file(`${url}/`, 1000)).toEqual({ kind: 'certificate' });
  expect(await outgoing.file('https://nowhere.example/', 1000)).toEqual({ kind: 'no_host' });
  expect(shop.asked.length).toBe(before);
});
