import { expect, test } from 'bun:test';
import { connect as connectSocket, createServer } from 'node:net';
import { networkInterfaces } from 'node:os';
import { connect } from '#adapters/postgres/connect';
import { serversOf } from '#adapters/postgres/servers';
import { testDatabase } from '#tests/support/databases/postgres';

const hasIpv6 = Object.values(networkInterfaces()).some((all) =>
  all?.some(({ address }) => address === '::1'),
);
const named = hasIpv6 ? '' : ' (needs ::1)';

test.each<[string, 'primary' | undefined]>([
  ['postgres://a:1,b:2/name', 'primary'],
  ['postgres://a/name?target_session_attrs=read-write', 'primary'],
  ['postgres://a/name?x=1&target_session_attrs=primary', 'primary'],
  ['postgres://a/name', undefined],
  ['postgres://a/name?target_session_attrs=standby', undefined],
])('of the servers of %s, the driver takes %p', (url, wanted) => {
  expect(serversOf(url).target_session_attrs).toBe(wanted);
});

test.each<[string, object]>([
  ['postgres://u:p@[::1]:5433/name', { host: ['::1'], port: [5433] }],
  ['postgres://[fd00::1]/name', { host: ['fd00::1'], port: [5432] }],
  [
    'postgres://a:1,[::1],b/name',
    { host: ['a', '::1', 'b'], port: [1, 5432, 5432], target_session_attrs: 'primary' },
  ],
  ['postgres://a:1/name', {}],
])('the servers of %s are found without the brackets of IPv6', (url, wanted) => {
  expect(serversOf(url)).toEqual(wanted);
});

/** Every byte as `%61`. */
function encoded(text: string): string {
  return [...Buffer.from(text)].map((byte) => `%${byte.toString(16).padStart(2, '0')}`).join('');
}

test.skipIf(!hasIpv6)(
  `a server at an IPv6 address is reached, with an encoded user and password${named}`,
  async () => {
    const { url, drop } = await testDatabase();
    const { port, username, password, pathname } = new URL(url);
    const relay = createServer((client) => {
      const server = connectSocket(Number(port), '127.0.0.1');
      client.pipe(server).pipe(client);
      for (const socket of [client, server]) socket.on('error', () => socket.destroy());
    });
    await new Promise<void>((resolve) => relay.listen(0, '::1', resolve));
    const address = relay.address();
    const at = typeof address === 'object' ? address?.port : null;
    const login = [username, password].map(encoded).join(':');
    const over = connect(`postgres://${login}@[::1]:${at}${pathname}`);

    const [row] = await over`SELECT current_user AS name`;
    expect(row).toEqual({ name: username });
    await over.end({ timeout: 1 });
    relay.close();
    await drop();
  },
);
