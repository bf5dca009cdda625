import { keyHolder } from '#tests/support/builders/people';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { afterAll, expect, test } from 'bun:test';
import { sqlWorld } from '#tests/support/worlds/analytics/sql-world';

const world = await sqlWorld();
afterAll(() => world[Symbol.asyncDispose]());

const addAccount = (key: string) => world.keys.set(key, keyHolder(Bun.randomUUIDv7(), ['sql']));
addAccount('wp_own');

const send = (body: BodyInit): Promise<Response> =>
  fetch(world.url, { method: 'POST', headers: { 'x-clickhouse-key': 'wp_own' }, body });

test('[sql-limits] long parameters that are used often are refused, and a single use is not', async () => {
  const form = (uses: number) => {
    const given = new FormData();
    given.set('query', `SELECT ${Array(uses).fill('length({x:Array(UInt8)})').join(', ')}`);
    given.set('param_x', `[${Array(90_000).fill('1').join(',')}]`);
    return given;
  };

  const often = await send(form(500));
  expect([often.status, await often.text()]).toEqual([
    413,
    expect.stringContaining('use a long one only once'),
  ]);
  const once = await send(form(1));
  expect([once.status, await once.text()]).toEqual([200, '90000\n']);
});

/** A connection of the account that asks for 30 MB, and stops reading at its first bytes. */
async function stalled(key: string): Promise<Socket> {
  const { hostname, port } = world.site;
  const socket = connect(Number(port), hostname);
  const query = "SELECT repeat('x', 1000) FROM numbers(30000)";
  const head = `POST /clickhouse HTTP/1.1\r\nHost: ${hostname}:${port}\r\nX-ClickHouse-Key: ${key}`;
  socket.write(`${head}\r\nContent-Length: ${query.length}\r\n\r\n${query}`);
  const [bytes] = await once(socket, 'data');
  socket.pause();
  expect(String(bytes)).toStartWith('HTTP/1.1 200');
  return socket;
}

test('[sql-limits] accounts that do not read their results keep SQL from nobody', async () => {
  const keys = ['wp_slow_1', 'wp_slow_2'];
  for (const key of keys) addAccount(key);
  const sockets = await Promise.all(keys.map(stalled));
  const startMs = performance.now();

  expect(await (await send('SELECT 1')).text()).toBe('1\n');

  expect(performance.now() - startMs).toBeLessThan(5000);
  for (const socket of sockets) socket.destroy();
});
