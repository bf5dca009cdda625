import { expect, jest, test } from 'bun:test';
import { createServer, type Socket } from 'node:net';
import { gzipSync } from 'node:zlib';
import { resolverDns } from '#adapters/dns/resolver';
import { guardedPost } from '#adapters/outgoing/guarded-request';
import { addressGuard } from '#adapters/outgoing/public-address';
import { ownUrls } from '#core/links/own-urls';
import { dnsServer } from '#tests/support/doubles/dns-server';
import { addressCertificate, shopCertificate } from '#tests/support/doubles/shop-certificate';
import type { Reply } from '#core/webhooks/ports';
import { receiver } from '#tests/support/worlds/webhooks/webhook-world';

type Given = { readonly ownRanges?: readonly string[]; readonly answerMs?: number };

/** Waits for answers as long as deliveries do, or `answerMs`. */
async function world({ ownRanges = ['127.0.0.1'], answerMs }: Given = {}) {
  const dns = await dnsServer();
  const post = guardedPost({
    dns: resolverDns([dns.address]),
    guard: addressGuard(ownRanges),
    userAgent: 'Waypost webhooks (+https://app.example)',
    isOwn: ownUrls(['https://app.example', 'https://s.example'], (host) => host === 'go.example'),
    ...(answerMs !== undefined && { limitsMs: { connect: 5000, answer: answerMs } }),
    ca: `${shopCertificate.cert}\n${addressCertificate.cert}`,
  });
  return {
    dns,
    post: (url: string) =>
      post({ url: new URL(url), headers: { 'webhook-id': 'evt_1' }, body: '{"é":1}' }),
    [Symbol.asyncDispose]: () => dns[Symbol.asyncDispose](),
  };
}

test('[webhook-guard] posts the body to the looked-up address, without cookie, credential or referrer', async () => {
  await using shop = receiver(() => new Response('thanks', { status: 201 }));
  await using outgoing = await world();
  outgoing.dns.set('A', 'hooks.example', '127.0.0.1');

  const reply = await outgoing.post(`http://hooks.example:${shop.port}/hook`);
  expect(reply).toEqual({ kind: 'answered', status: 201, retryAfter: null, text: 'thanks' });
  expect(shop.got).toEqual([
    {
      headers: {
        host: `hooks.example:${shop.port}`,
        accept: '*/*',
        'accept-encoding': 'identity',
        connection: 'close',
        'content-length': '8',
        'user-agent': 'Waypost webhooks (+https://app.example)',
        'webhook-id': 'evt_1',
      },
      text: '{"é":1}',
    },
  ]);
});

test('[webhook-guard] a receiver at an https address without a name gets events, when its certificate is of the address', async () => {
  await using right = receiver(undefined, addressCertificate);
  await using wrong = receiver(undefined, shopCertificate);
  await using outgoing = await world();

  const replies = [right, wrong].map(({ url }) => outgoing.post(url));

  expect(await Promise.all(replies)).toEqual([
    { kind: 'answered', status: 200, retryAfter: null, text: 'thanks' },
    { kind: 'certificate' },
  ]);
  expect(wrong.got).toEqual([]);
});

test('[webhook-guard] nothing that is not public gets an event, by any spelling or answer of DNS', async () => {
  await using canary = receiver();
  await using outgoing = await world({ ownRanges: [] });
  const { dns, post } = outgoing;
  dns.set('A', 'inside.example', '127.0.0.1');
  dns.set('A', 'both.example', '93.184.215.14', '127.0.0.1');
  dns.set('AAAA', 'mapped.example', '::ffff:127.0.0.1');
  const hosts = [
    ...['127.0.0.1', '[::1]', '[::ffff:7f00:1]', '0', '0x7f.1', '2130706433', '0177.0.0.1'],
    ...['127。0。0。1', 'inside.example', 'both.example', 'mapped.example', '169.254.169.254'],
  ];
  for (const host of hosts) {
    for (const url of [`http://${host}:${canary.port}/`, `https://${host}/`]) {
      expect([url, (await post(url)).kind]).toEqual([url, 'not_public']);
    }
  }
  // A public address by http, and a port that is not usual.
  for (const url of ['http://93.184.215.14/', 'https://93.184.215.14:22/']) {
    expect([url, (await post(url)).kind]).toEqual([url, 'not_public']);
  }
  expect(canary.got).toEqual([]);
});

test('[webhook-guard] a name that leads elsewhere after the check, and our own hosts, get nothing', async () => {
  await using shop = receiver();
  await using outgoing = await world();
  const { dns, post } = outgoing;
  dns.set('A', 'turns.example', '127.0.0.1');
  expect((await post(`http://turns.example:${shop.port}/`)).kind).toBe('answered');
  dns.set('A', 'turns.example', '127.0.0.2');
  expect((await post(`http://turns.example:${shop.port}/`)).kind).toBe('not_public');
  for (const host of ['app.example', 's.example', 'go.example', 'APP.example.']) {
    dns.set('A', host.toLowerCase().replace(/\.$/, ''), '127.0.0.1');
    const url = `http://${host}:${shop.port}/`;
    expect([url, (await post(url)).kind]).toEqual([url, 'not_public']);
  }
  expect(shop.got.length).toBe(1);
});

test('[webhook-guard] a long or packed answer is cut after 1 KB, a redirect is not followed, and a slow one ends', async () => {
  const bomb = gzipSync(Buffer.alloc(20_000_000));
  await using canary = receiver();
  await using shop = receiver((request) => {
    const { pathname } = new URL(request.url);
    if (pathname === '/long') return new Response('x'.repeat(100_000));
    if (pathname === '/nul') return new Response('a\0b');
    if (pathname === '/away') return Response.redirect(canary.url, 302);
    return new Response(bomb, { headers: { 'content-encoding': 'gzip' } });
  });
  const open = new Set<Socket>();
  const trickle = createServer((socket) => {
    open.add(socket);
    socket.on('error', () => {});
    socket.write('HTTP/1.1 200 OK\r\ncontent-length: 99\r\n\r\nz');
  });
  await new Promise<void>((resolve) => {
    trickle.listen(0, '127.0.0.1', resolve);
  });
  await using outgoing = await world({ answerMs: 1500 });
  const at = (path: string) => outgoing.post(`http://127.0.0.1:${shop.port}${path}`);

  expect(await at('/long')).toMatchObject({ status: 200, text: 'x'.repeat(1024) });
  expect(await at('/nul')).toMatchObject({ text: 'a\ufffdb' });
  expect(await at('/away')).toMatchObject({ status: 302 });
  expect(canary.got).toEqual([]);
  const before = process.memoryUsage().rss;
  const packed = await at('/bomb');
  expect(packed.kind === 'answered' && packed.text.length).toBeLessThanOrEqual(1024);
  expect(process.memoryUsage().rss - before).toBeLessThan(15_000_000);
  const address = trickle.address();
  const port = typeof address === 'object' ? address?.port : 0;
  expect((await outgoing.post(`http://127.0.0.1:${port}/`)).kind).toBe('timeout');
  for (const socket of open) socket.destroy();
  trickle.close();
});

/** Not one of the timers that a test replaces. */
const afterThisTurn = setImmediate;

/** What a post has answered after `ms` of the timers' time. */
async function answeredAfter(reply: Promise<Reply>, ms: number): Promise<string> {
  jest.advanceTimersByTime(ms);
  const waiting = new Promise<string>((resolve) => {
    afterThisTurn(() => resolve('waits'));
  });
  return Promise.race([reply.then(({ kind }) => kind), waiting]);
}

test('[webhook-guard] a receiver has 15 seconds to answer', async () => {
  const asked = Promise.withResolvers<void>();
  await using silent = receiver(() => {
    asked.resolve();
    return new Promise(() => {});
  });
  await using outgoing = await world();
  jest.useFakeTimers();
  try {
    const reply = outgoing.post(silent.url);
    await asked.promise;

    expect(await answeredAfter(reply, 14_999)).toBe('waits');
    expect(await answeredAfter(reply, 1)).toBe('timeout');
  } finally {
    jest.useRealTimers();
  }
});

test('[webhook-guard] a receiver has 5 seconds to accept the connection', async () => {
  const asked = Promise.withResolvers<void>();
  // It takes the connection, and says nothing of TLS.
  const mute = createServer((socket) => {
    socket.on('error', () => {});
    asked.resolve();
  });
  await new Promise<void>((resolve) => {
    mute.listen(0, '127.0.0.1', resolve);
  });
  await using outgoing = await world();
  const address = mute.address();
  const port = typeof address === 'object' ? address?.port : 0;
  jest.useFakeTimers();
  try {
    const reply = outgoing.post(`https://127.0.0.1:${port}/`);
    await asked.promise;

    expect(await answeredAfter(reply, 4999)).toBe('waits');
    expect(await answeredAfter(reply, 1)).toBe('timeout');
  } finally {
    jest.useRealTimers();
    mute.close();
  }
});

test('[webhook-guard] a receiver that answers by another protocol, and then nothing, holds no request', async () => {
  const closed = Promise.withResolvers<void>();
  const server = createServer((socket) => {
    socket.on('error', () => {});
    socket.on('close', () => closed.resolve());
    socket.once('data', () => {
      socket.write('HTTP/1.1 101 Switching Protocols\r\nconnection: upgrade\r\nupgrade: x\r\n\r\n');
    });
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  await using outgoing = await world({ answerMs: 500 });
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : 0;
  expect((await outgoing.post(`http://127.0.0.1:${port}/`)).kind).toBe('timeout');
  await closed.promise;
  server.close();
});
