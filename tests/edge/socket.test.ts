import { afterAll, describe, expect, test } from 'bun:test';
import { edgeWorld } from '#tests/support/worlds/edge-world';
import { sendRaw } from '#tests/support/processes/redirect-server';
import { serveApp } from '#tests/support/worlds/serve-app';

const world = await edgeWorld();
const server = serveApp(world.fetch);
afterAll(async () => {
  await server.stop(true);
  await world[Symbol.asyncDispose]();
});
const { port } = server;

const get = (path: string) =>
  sendRaw(port, `GET ${path} HTTP/1.1\r\nHost: localhost:3000\r\nConnection: close\r\n\r\n`);

describe('[nothing-else-served] only known paths are served', () => {
  const paths = [
    ...[
      '/.git/config',
      '/.git/HEAD',
      '/.env',
      '/.npmrc',
      '/package.json',
      '/bun.lock',
      '/src/main.ts',
    ],
    ...['/proc/self/environ', '/etc/passwd', '/data/secret', '/server-status', '/debug', '/docs'],
    ...['/swagger.json', '/openapi.json', '/api/docs', '/api/debug', '/api/admin', '/metrics'],
    ...['/assets/../shell.html', '/assets/..%2fshell.html', '/assets/%2e%2e/shell.html'],
    ...['/assets/..%5cshell.html', '/assets/..\\shell.html', '/assets/%00', '/assets/main%00.js'],
    ...['/assets/....//shell.html', '/assets//etc/passwd', '/assets/main-0a1b2c3d.js.map'],
    ...['/shell.html', '/landing.html', '/preloads.json', '//etc/passwd', '/..;/login'],
  ];

  for (const path of paths) {
    test(`${path} is not found`, async () => {
      const answer = await get(path);

      expect(answer).toMatch(/^HTTP\/1\.1 (404|400) /);
      expect(answer).not.toMatch(/root:x:0|\[core\]|"dependencies"|openRedirects|APP_SECRET/);
    });
  }
});

const head = (path: string, more: string) =>
  `POST ${path} HTTP/1.1\r\nHost: localhost:3000\r\nOrigin: ${world.appUrl}\r\n` +
  `Content-Type: application/json\r\n${more}\r\n\r\n`;

describe('[bounded-input] a body that is too long', () => {
  const paths = [
    '/api/auth/login',
    '/api/register',
    '/api/postback',
    '/api/v1/conversions',
    '/login',
  ];

  test('with a declared length is rejected before it is read', async () => {
    for (const path of paths) {
      const answer = await sendRaw(port, head(path, 'Content-Length: 1073741824'));

      expect([path, answer.slice(9, 12)]).toEqual([path, '413']);
    }
  });

  test('that is sent in chunks is cut off, and stored nowhere', async () => {
    const piece = Buffer.alloc(64 * 1024, 32);
    const chunk = Buffer.concat([Buffer.from('10000\r\n'), piece, Buffer.from('\r\n')]);
    Bun.gc(true);
    const before = process.memoryUsage().rss;

    const { answer, sentBytes } = await pour(
      head('/api/auth/login', 'Transfer-Encoding: chunked'),
      {
        chunk,
        mostBytes: 100 * 2 ** 20,
      },
    );

    Bun.gc(true);
    expect(answer).toStartWith('HTTP/1.1 413 ');
    expect(sentBytes).toBeGreaterThan(64 * 1024);
    expect((process.memoryUsage().rss - before) / 2 ** 20).toBeLessThan(40);
    expect(await get('/healthz')).toStartWith('HTTP/1.1 200 ');
  });
});

/** Sends the head and then chunks, until the other side closes or this many bytes were sent. */
async function pour(start: string, body: { readonly chunk: Buffer; readonly mostBytes: number }) {
  const closed = Promise.withResolvers<void>();
  let answer = '';
  let sentBytes = 0;
  const goOn = (socket: { write(bytes: Buffer): number }): void => {
    for (;;) {
      if (sentBytes >= body.mostBytes) return closed.resolve();
      const written = socket.write(body.chunk.subarray(sentBytes % body.chunk.length));
      if (written <= 0) return;
      sentBytes += written;
    }
  };
  const socket = await Bun.connect({
    hostname: '127.0.0.1',
    port,
    socket: {
      open(opened) {
        opened.write(start);
        goOn(opened);
      },
      drain: goOn,
      data(_, bytes) {
        answer += bytes.toString('latin1');
      },
      close: () => closed.resolve(),
      error: () => closed.resolve(),
    },
  });
  await closed.promise;
  socket.end();
  return { answer, sentBytes };
}
