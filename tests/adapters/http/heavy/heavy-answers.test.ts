import { expect, test } from 'bun:test';
import { cleanUps } from '#tests/support/clean-ups';
import { linkApp, signIn } from '#tests/support/worlds/links/link-app';
import { owner } from '#tests/support/worlds/links/link-world';
import { rawConnection } from '#tests/support/processes/raw-connection';
import { until } from '#tests/support/until';
import { setCaller } from '#adapters/http/frame/caller';
import { heavyAnswers } from '#adapters/http/heavy/heavy-answers';

const cleanUp = cleanUps();
const limits = {
  perKey: 2,
  total: 3,
  waitMs: 50,
  waitingPerKey: 10,
  waiting: 100,
};
const hasty = { graceMs: 300, bytesPerSecond: 1_000_000_000, mostMs: 60_000 };
const patient = { ...hasty, graceMs: 60_000 };

/** An app with an account whose whole list is much longer than socket buffers. */
async function withLongList(patience: typeof hasty) {
  const app = linkApp({ heavy: heavyAnswers(limits, patience) });
  const person = owner();
  const ask = signIn(app, person);
  const url = 'https://shop.example/'.padEnd(2048, 'x');
  for (let n = 0; n < 6000; n += 1) {
    await app.world.createLink(person, { originalUrl: url, splitTestUrls: [url, url, url, url] });
  }
  const server = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    // The server's own idle limit is not under test.
    idleTimeout: 120,
    fetch: (request) => app.app.fetch(request),
  });
  cleanUp.add(() => server.stop(true));
  return { app, ask, person, port: Number(server.port) };
}

/** A client that begins to read and then stops. */
async function deafClient(port: number, cookie: string) {
  const client = rawConnection(port);
  client.say(`GET /api/links HTTP/1.1\r\nHost: localhost\r\nCookie: ${cookie}\r\n\r\n`);
  await client.receive((received) => received.includes('200 OK'));
  client.pause();
  return client;
}

const statusOf = async (answer: Promise<Response>) => {
  const { status, headers, body } = await answer;
  await body?.cancel();
  return [status, headers.get('retry-after')];
};

test('[fair-share] two large responses run per account, and three in total; further requests get 503 with Retry-After', async () => {
  const { app, ask, person, port } = await withLongList(patient);
  const another = signIn(app, owner());
  const readers = [await deafClient(port, person.id), await deafClient(port, person.id)];

  const third = await ask('/api/links');
  const problem = await third.json();
  const others = [
    await statusOf(ask('/api/export/links')),
    await statusOf(ask('/api/links?search=shop')),
    await statusOf(ask('/api/links?limit=5')),
    await statusOf(another('/api/links')),
  ];
  for (const reader of readers) reader.reset();
  await until('the slots are free again', async () => {
    return (await statusOf(ask('/api/links')))[0] === 200;
  });

  expect([third.status, third.headers.get('retry-after'), problem.code]).toEqual([
    503,
    '2',
    'busy',
  ]);
  expect(others).toEqual([
    [503, '2'],
    [503, '2'],
    [200, null],
    [200, null],
  ]);
});

test('a client that does not read loses its slot, and its response is visibly incomplete', async () => {
  const { ask, person, port } = await withLongList(hasty);
  const readers = [await deafClient(port, person.id), await deafClient(port, person.id)];

  // A client that still has its slot could read to the end.
  await until('both slots are free again', async () => {
    const both = await Promise.all([ask('/api/links'), ask('/api/links')]);
    for (const { body } of both) await body?.cancel();
    return both.every(({ status }) => status === 200);
  });
  const answers = await Promise.all(
    readers.map((reader) => {
      reader.resume();
      return reader.whole();
    }),
  );

  for (const answer of answers) expect(answer.endsWith('0\r\n\r\n')).toBe(false);
});

test('a report that takes longer than the idle limit of its connection is answered', async () => {
  const heavy = heavyAnswers(limits);
  const server = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    idleTimeout: 1,
    async fetch(request, self) {
      setCaller(request, {
        address: '',
        domain: null,
        keepOpen: (seconds) => self.timeout(request, seconds),
      });
      const work = () => Bun.sleep(6000).then(() => 'numbers');
      return new Response(await heavy.run({ userId: 'ada', request }, work));
    },
  });
  cleanUp.add(() => server.stop(true));

  expect(await (await fetch(server.url)).text()).toBe('numbers');
});
