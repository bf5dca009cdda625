import { createServer, type Socket } from 'node:net';

/**
 * A small site with every weakness that the scanners must find, on its own loopback port. It shows
 * that a scanner without findings does work. Only its test starts it.
 */
export async function weakApp() {
  const sockets = new Set<Socket>();
  const notes: string[] = [];
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    socket.on('error', () => socket.destroy());
    // As many connections as it can hold, none of which it closes by itself.
    if (sockets.size > mostSockets) return void socket.destroy();
    let heard = '';
    socket.on('data', (bytes) => {
      heard += bytes.toString('latin1');
      if (!isWhole(heard)) return;
      socket.end(answer(heard, notes));
      heard = '';
    });
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('It has no port');

  return {
    url: `http://127.0.0.1:${address.port}`,
    async close() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => {
        server.close(resolve);
      });
    },
  };
}

const mostSockets = 30;
const sqlError =
  'You have an error in your SQL syntax; check the manual of your MySQL server version';

/** Whether the header is complete, with as much of the body as it declares. */
function isWhole(heard: string): boolean {
  const end = heard.indexOf('\r\n\r\n');
  const length = Number(/^content-length: *(\d+)/im.exec(heard)?.[1] ?? 0);
  return end >= 0 && heard.length - end - 4 >= length;
}

const form = '<form method="post" action="/note"><input name="text"><input type="submit"></form>';
const links = [
  '/search?q=a',
  '/go?to=/',
  '/file?name=a.txt',
  '/item?id=1',
  '/run?host=a',
  '/set?to=a',
];

function answer(heard: string, notes: string[]): string {
  const [line = ''] = heard.split('\r\n', 1);
  const { pathname, searchParams } =
    URL.parse(line.split(' ')[1] ?? '/', 'http://weak.example') ?? new URL('http://weak.example');
  const given = (name: string) => searchParams.get(name) ?? '';

  switch (pathname) {
    case '/':
      return page(links.map((link) => `<a href="${link}">${link}</a>`).join('') + form);
    case '/search':
      return page(`You searched for ${given('q')}`);
    case '/go':
      return `HTTP/1.1 302 Found\r\nLocation: ${given('to')}\r\nContent-Length: 0\r\n\r\n`;
    case '/set':
      // Decoded once more than it should be.
      return page(
        'set',
        `X-Chosen: ${given('to').replaceAll(/%[\da-f]{2}/gi, decodeURIComponent)}\r\n`,
      );
    case '/file':
      return page(given('name').includes('passwd') ? 'root:x:0:0:root:/root:/bin/bash' : 'a file');
    case '/item':
      return page(/['"]/.test(given('id')) ? sqlError : 'an item');
    case '/run':
      return page(/\benv\b/.test(given('host')) ? 'PATH=/usr/bin:/bin\nPWD=/' : 'pong');
    case '/note': {
      const [, body = ''] = heard.split('\r\n\r\n', 2);
      if (line.startsWith('POST')) notes.push(new URLSearchParams(body).get('text') ?? '');
      return page(notes.join('<br>') + form);
    }
    default:
      return page('nothing here');
  }
}

function page(body: string, header = ''): string {
  const html = `<!doctype html><html><head><title>Weak</title></head><body>${body}</body></html>`;
  const type = 'Content-Type: text/html\r\nSet-Cookie: session=1\r\n';
  return `HTTP/1.1 200 OK\r\n${type}${header}Content-Length: ${Buffer.byteLength(html)}\r\nConnection: close\r\n\r\n${html}`;
}
