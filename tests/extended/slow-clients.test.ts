import { readdirSync, readlinkSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'bun:test';
import { aRoutedLink } from '#tests/support/builders/links';
import { rawConnection } from '#tests/support/processes/raw-connection';
import { startRedirect } from '#tests/support/processes/redirect-server';
import { eventually } from '#tests/support/waiting';

const request = (line: string) => `${line} HTTP/1.1\r\nHost: app.example\r\n\r\n`;
const descriptors = '/proc/self/fd';
const others = ['', 'G', request('GET /Ab3dEfG').slice(0, -2), request('GET /Ab3dEfG')];

test.skipIf(process.platform !== 'linux')(
  '[slow-clients] clients that read nothing or send nothing are disconnected, after any start',
  async () => {
    // More than the client's socket holds, less than the sockets in between.
    const body = Buffer.alloc(12_000_000, 'waypost ');
    await using server = startRedirect({
      app: () => new Response(new Blob([body]).stream()),
    });
    server.put(aRoutedLink({ code: 'Ab3dEfG' }));
    const before = openSockets();

    const deaf = await Promise.all(
      [1, 2, 3, 4].map(async () => {
        const client = rawConnection(server.port);
        client.say(request('GET /api/export'));
        await client.receive((received) => received.length > 0);
        client.pause();
        return client;
      }),
    );
    const silent = others.map((text) => {
      const client = rawConnection(server.port);
      client.say(text);
      return client;
    });
    await Promise.all(silent.map((client) => client.whole()));
    await eventually(openSockets, (count) => count <= before + deaf.length, 30);

    for (const client of deaf) client.reset();
  },
  60_000,
);

function openSockets(): number {
  const targets = readdirSync(descriptors).map((name) => targetOf(join(descriptors, name)));
  return targets.filter((target) => target.startsWith('socket:')).length;
}

/** Empty when it has been closed meanwhile. */
function targetOf(descriptor: string): string {
  try {
    return readlinkSync(descriptor);
  } catch {
    return '';
  }
}
