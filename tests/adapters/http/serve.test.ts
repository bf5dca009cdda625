import { createHash } from 'node:crypto';
import { expect, test } from 'bun:test';
import { addressOf } from '#adapters/http/frame/caller';
import { CannotListen, serveHttp } from '#adapters/http/serve';
import { aRoutedLink } from '#tests/support/builders/links';
import { rawConnection } from '#tests/support/processes/raw-connection';
import { startRedirect } from '#tests/support/processes/redirect-server';

const link = aRoutedLink({ code: 'Ab3dEfG', originalUrl: 'https://shop.example/' });
const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';
const head = (line: string, more = '') =>
  `${line} HTTP/1.1\r\nHost: app.example\r\nUser-Agent: ${firefox}\r\n${more}\r\n`;
const visit = head('GET /Ab3dEfG');
const redirects = (count: number) => (received: string) =>
  received.split('Location: https://shop.example/').length > count && received.endsWith('\r\n\r\n');

/** An application that holds a response until the test releases it. */
function heldUp(answer: () => Response) {
  const [began, goOn] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const app = async (): Promise<Response> => {
    began.resolve();
    await goOn.promise;
    return answer();
  };
  return { app, began: began.promise, goOn: goOn.resolve };
}

test('a visit response has exactly these headers', async () => {
  await using server = startRedirect({ shortUrl: 'https://app.example' });
  server.put(link);
  const client = rawConnection(server.port);

  client.say(visit);
  const received = await client.receive(redirects(1));
  const lines = received.replaceAll(/^[\w-]+(?=:)/gm, (name) => name.toLowerCase()).split('\r\n');

  expect(server.recorded()).toMatchObject([{ linkId: link.id, address: '127.0.0.1' }]);
  expect(lines.toSorted()).toEqual([
    '',
    '',
    'HTTP/1.1 302 Found',
    'cache-control: private, no-store',
    'content-length: 0',
    expect.stringMatching(/^date: \w{3}, \d\d \w{3} \d{4} \d\d:\d\d:\d\d GMT$/),
    'location: https://shop.example/',
    'referrer-policy: strict-origin-when-cross-origin',
    'strict-transport-security: max-age=31536000',
    'x-robots-tag: noindex',
  ]);
});

test('the application and the redirects receive the client’s address', async () => {
  await using server = startRedirect({
    app: (request) => new Response(`from ${addressOf(request)}.`),
  });
  server.put(link);
  const client = rawConnection(server.port, '127.0.0.77');

  client.say(head('GET /api/links'));
  await client.receive((received) => received.includes('from 127.0.0.77.'));
  client.say(visit);
  await client.receive(redirects(1));

  expect(server.recorded()).toMatchObject([{ address: '127.0.0.77' }]);
});

test.each(['keep-alive', 'close'])(
  'a slow reader delays nobody and finally gets the whole response: %s',
  async (connection) => {
    const block = Buffer.alloc(64 * 1024, 'waypost ');
    const blocks = 800;
    let given = 0;
    await using server = startRedirect({
      app: () =>
        new Response(
          new ReadableStream({
            pull(stream) {
              given += 1;
              stream.enqueue(block);
              if (given === blocks) stream.close();
            },
          }),
        ),
    });
    server.put(link);
    const [slow, other] = [rawConnection(server.port), rawConnection(server.port)];

    slow.say(head('GET /api/export', `Connection: ${connection}\r\n`));
    await slow.receive((received) => received.length > 0);
    slow.pause();
    for (let visits = 1; visits <= 100; visits += 1) {
      other.say(visit);
      await other.receive(redirects(visits));
    }
    const givenToNobody = given;
    slow.resume();
    const received = await slow.receive((text) => text.slice(-5) === '0\r\n\r\n');

    expect(givenToNobody).toBeLessThan(blocks / 2);
    const expected = createHash('sha256');
    for (let count = 0; count < blocks; count += 1) expected.update(block);
    expect(digestOfChunks(received)).toBe(expected.digest('hex'));
  },
);

/** The SHA-256 of a chunked body. */
function digestOfChunks(answer: string): string {
  const hash = createHash('sha256');
  let at = answer.indexOf('\r\n\r\n') + 4;
  for (;;) {
    const start = answer.indexOf('\r\n', at) + 2;
    const length = Number.parseInt(answer.slice(at, start), 16);
    if (!(length > 0)) return hash.digest('hex');
    hash.update(answer.slice(start, start + length), 'latin1');
    at = start + length + 2;
  }
}

test('a defect is logged and answered with an error, and other requests are served', async () => {
  const reported: string[] = [];
  const server = serveHttp({
    hostname: '127.0.0.1',
    port: 0,
    answer(request) {
      if (request.url.endsWith('/Ab3dEfG')) throw new Error('no link');
      return new Response('app');
    },
    error({ message }) {
      reported.push(message);
      return new Response('a defect', { status: 500 });
    },
  });
  const url = `http://127.0.0.1:${server.port}`;

  const defect = await fetch(`${url}/Ab3dEfG`);
  const other = await fetch(`${url}/api/links`);

  expect([defect.status, await defect.text()]).toEqual([500, 'a defect']);
  expect(await other.text()).toBe('app');
  expect(reported).toEqual(['no link']);
  await server.stop(true);
});

test.each([
  ['127.0.0.1', '127.0.0.1'],
  ['127.0.0.1', '0.0.0.0'],
  ['0.0.0.0', '127.0.0.1'],
  ['127.0.0.1', '::'],
  ['::', '127.0.0.1'],
  ['::', '::'],
  ['localhost', 'localhost'],
])('a port has one server: %s keeps %s away', async (first, second) => {
  const answers = { answer: () => new Response('first'), error: () => new Response('defect') };
  const server = serveHttp({ hostname: first, port: 0, ...answers });
  const { port } = server;

  try {
    expect(() => serveHttp({ hostname: second, port, ...answers })).toThrow(CannotListen);
  } finally {
    await server.stop(true);
  }
});

test('a stop finishes running requests, closes idle connections and accepts no new ones', async () => {
  const { app, began, goOn } = heldUp(() => new Response('done'));
  await using server = startRedirect({ app });
  server.put(link);
  const [idle, busy, visitor] = [1, 2, 3].map(() => rawConnection(server.port));
  idle?.say(visit);
  await idle?.receive(redirects(1));
  busy?.say(head('GET /api/links'));
  await began;

  visitor?.say(visit);
  await visitor?.receive(redirects(1));
  const stopped = server.stop();
  await idle?.whole();
  const late = rawConnection(server.port);
  expect(await late.whole()).toBe('');
  goOn();

  expect(await busy?.whole()).toEndWith('done');
  await visitor?.whole();
  await stopped;
});

test('a stop waits for clients that have not read their response', async () => {
  const body = Buffer.alloc(32 * 2 ** 20, 'waypost ');
  await using server = startRedirect({ app: () => new Response(body) });
  const client = rawConnection(server.port);
  client.say(head('GET /api/export'));
  await client.receive((received) => received.length > 0);
  client.pause();

  let hasStopped = false;
  const stopped = server.stop().then(() => (hasStopped = true));
  await new Promise(setImmediate);
  expect(hasStopped).toBe(false);
  client.resume();

  expect((await client.whole()).length).toBeGreaterThan(body.length);
  await stopped;
});

test('a forced stop waits for nobody', async () => {
  const began = Promise.withResolvers<void>();
  await using server = startRedirect({
    app: () => {
      began.resolve();
      return new Promise<Response>(() => {});
    },
  });
  const client = rawConnection(server.port);
  client.say(head('GET /api/links'));
  await began.promise;

  const stopped = server.stop();
  await server.stop(true);

  expect(await client.whole()).toBe('');
  await stopped;
});
