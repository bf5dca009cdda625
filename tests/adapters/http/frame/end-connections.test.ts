import { expect, test } from 'bun:test';
import { endingConnections } from '#adapters/http/frame/end-connections';
import { rawConnection } from '#tests/support/processes/raw-connection';

const request = 'GET / HTTP/1.1\r\nHost: localhost\r\n\r\n';

test('a connection is closed after its response while descriptors are scarce, and kept otherwise', async () => {
  let isScarce = false;
  const answers = [
    () => new Response('at once'),
    () => Promise.resolve(new Response('a little later')),
  ];
  for (const answer of answers) {
    using server = Bun.serve({
      hostname: '127.0.0.1',
      port: 0,
      fetch: endingConnections(answer, () => isScarce),
    });
    const connection = rawConnection(server.port ?? 0);

    isScarce = false;
    connection.say(request);
    const kept = await connection.receive((received) => /at once|later/.test(received));
    isScarce = true;
    connection.say(request);
    const whole = await connection.whole();

    expect(kept.toLowerCase()).not.toContain('connection: close');
    expect(whole.split('HTTP/1.1 200')).toHaveLength(3);
    expect(whole.toLowerCase()).toContain('connection: close');
  }
});
