import { createHash } from 'node:crypto';
import { expect, test } from 'bun:test';
import type { Front } from '#adapters/http/front';
import { serveHttp } from '#adapters/http/server/serve';
import { aRoutedLink } from '#tests/support/links';
import { rawConnection } from '#tests/support/raw-connection';
import { startRedirect } from '#tests/support/redirect-server';

const link = aRoutedLink({ code: 'Ab3dEfG', originalUrl: 'https://shop.example/' });
const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';
const head = (line: string, more = '') =>
  `${line} HTTP/1.1\r\nHost: app.example\r\nUser-Agent: ${firefox}\r\n${more}\r\n`;
const visit = head('GET /Ab3dEfG');
const redirects = (count: number) => (heard: string) =>
  heard.split('location: https://shop.example/').length > count && heard.endsWith('\r\n\r\n');
const statuses = (heard: string) => [...heard.matchAll(/HTTP\/1\.1 (\d{3}) /g)].map(([, it]) => it);

/** An application that answers when it is told to, once it has been asked. */
function heldUp(answer: () => Response) {
  const [began, goOn] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const app = async (): Promise<Response> => {
    began.resolve();
    await goOn.promise;
    return answer();
  };
  return { app, began: began.promise, goOn: goOn.resolve };
}

test('a visit to a known link is answered from its bytes, in full', async () => {
  await using server = startRedirect({ shortUrl: 'https://app.example' });
  server.put(link);
  const client = rawConnection(server.port);

  client.say(visit);
  const heard = await client.hear(redirects(1));

  expect(server.relayed()).toBe(0);
  expect(server.recorded()).toMatchObject([{ linkId: link.id, address: '127.0.0.1' }]);
  expect(heard.split('\r\n').toSorted()).toEqual([
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

test('both ways of answering say the same', async () => {
  await using server = startRedirect({
    newVisitorCookie: () => 'ab'.repeat(16),
    shortUrl: 'https://app.example',
  });
  server.put(link);
  const spoken = async (request: string) => {
    const client = rawConnection(server.port);
    client.say(request);
    const heard = await client.hear((text) => text.endsWith('\r\n\r\n'));
    const lines = heard.split('\r\n').slice(1).filter(Boolean);
    const named = lines.map((line) => line.replace(/^[^:]+/, (name) => name.toLowerCase()));
    return named.map((line) => (line.startsWith('date:') ? 'date' : line)).toSorted();
  };

  const direct = await spoken(visit);
  const relayed = await spoken(head("GET /Ab3dEfG?q='"));

  expect(server.relayed()).toBe(1);
  expect(direct).toEqual(relayed);
  expect(direct.join()).toContain('set-cookie: wp_visitor=abab');
});

test('one connection goes from links to the application and back', async () => {
  await using server = startRedirect({
    app: async (request) => {
      const { pathname } = new URL(request.url);
      if (pathname === '/api/empty') return new Response(null, { status: 204 });
      return new Response(`app ${pathname} ${await request.text()}.`);
    },
  });
  server.put(link);
  const client = rawConnection(server.port);
  const others = [
    [head('GET /api/links'), 'app /api/links .'],
    [head('POST /api/links', 'Content-Length: 4\r\n') + 'body', 'app /api/links body.'],
    [head('HEAD /api/links'), 'HTTP/1.1 200'],
    [head('GET /api/empty'), 'HTTP/1.1 204'],
    [head('GET /nobodys'), 'There is no link here'],
  ] as const;

  let [visits, before] = [0, 0];
  for (const [request, answer] of others) {
    client.say(request);
    await client.hear(
      (heard) => heard.slice(before).includes(answer) && isWhole(heard.slice(before)),
    );
    client.say(visit);
    visits += 1;
    before = (await client.hear(redirects(visits))).length;
  }

  expect(server.relayed()).toBe(others.length);
  expect(server.recorded()).toHaveLength(visits);
});

/** Whether a text of one answer has what its length says. */
function isWhole(answer: string): boolean {
  if (!answer.includes('\r\n\r\n')) return false;
  const [top = '', ...rest] = answer.split('\r\n\r\n');
  const length = Number(/content-length: (\d+)/i.exec(top)?.[1] ?? 0);
  const body = rest.join('\r\n\r\n');
  return body.length === length || (body === '' && answer.endsWith('\r\n\r\n'));
}

test('where the end of an answer is unclear, the connection stays with the application', async () => {
  const piece = new TextEncoder().encode('piece');
  await using server = startRedirect({
    app: () =>
      new Response(
        new ReadableStream({
          async start(stream) {
            stream.enqueue(piece);
            await Bun.sleep(1);
            stream.enqueue(piece);
            stream.close();
          },
        }),
      ),
  });
  server.put(link);
  const client = rawConnection(server.port);

  client.say(head('GET /api/stream'));
  await client.hear((heard) => heard.endsWith('0\r\n\r\n'));
  client.say(visit);
  const heard = await client.hear((text) => statuses(text).length === 2);

  expect(heard.match(/piece/g)).toHaveLength(2);
  expect(statuses(heard)).toEqual(['200', '302']);
  expect(server.relayed()).toBe(2);
  expect(server.recorded()).toHaveLength(1);
});

test('requests that do not wait for answers are answered in their order, each once', async () => {
  await using server = startRedirect();
  server.put(link);
  const [together, apart] = [rawConnection(server.port), rawConnection(server.port)];

  together.say(visit + head('GET /api/links') + visit);
  apart.say(visit);
  apart.say(visit);
  apart.say(visit + visit);
  const heard = await together.hear((text) => statuses(text).length === 3);
  await apart.hear((text) => statuses(text).length === 4);

  expect(statuses(heard)).toEqual(['302', '200', '302']);
  expect(server.recorded()).toHaveLength(6);
});

test.each([10, visit.length - 2, visit.length + 10, 2 * visit.length + 1])(
  'visits that come in packets cut after %d bytes are each answered, once',
  async (border) => {
    await using server = startRedirect();
    server.put(link);
    const [client, witness] = [rawConnection(server.port), rawConnection(server.port)];
    const visits = visit.repeat(3);

    client.say(visits.slice(0, border));
    witness.say(visit);
    await witness.hear(redirects(1));
    client.say(visits.slice(border));
    await client.hear(redirects(3));

    expect(server.relayed()).toBe(0);
    expect(server.recorded()).toHaveLength(4);
  },
);

test('a flood of visits on one connection is answered in its time, and others in theirs', async () => {
  await using server = startRedirect();
  server.put(link);
  const [flood, other] = [rawConnection(server.port), rawConnection(server.port)];
  const count = 20_000;
  other.say(visit);
  const { length } = await other.hear(redirects(1));

  flood.say(visit.repeat(count));
  for (let visits = 2; visits <= 20; visits += 1) {
    other.say(visit);
    await other.hear(redirects(visits));
  }
  const answeredMeanwhile = server.recorded().length - 20;
  await flood.hear((heard) => heard.length >= count * length);

  expect(answeredMeanwhile).toBeLessThan(count / 2);
  expect(server.relayed()).toBe(0);
  expect(server.recorded()).toHaveLength(count + 20);
});

test('what is asked before its time waits for the answer before it', async () => {
  const { app, began, goOn } = heldUp(() => new Response('app'));
  await using server = startRedirect({ app });
  server.put(link);
  const [client, witness] = [rawConnection(server.port), rawConnection(server.port)];

  client.say(head('GET /api/links'));
  await began;
  client.say(visit);
  witness.say(visit);
  await witness.hear(redirects(1));
  goOn();
  await client.hear(redirects(1));
  client.say(visit);
  const heard = await client.hear(redirects(2));

  expect(statuses(heard)).toEqual(['200', '302', '302']);
  expect(server.recorded()).toHaveLength(3);
});

test('who asks on into an answer without an end is not left waiting', async () => {
  const { app, began, goOn } = heldUp(
    () => new Response(new ReadableStream({ pull: () => new Promise<void>(() => {}) })),
  );
  await using server = startRedirect({ app });
  const client = rawConnection(server.port);

  client.say(head('GET /api/events'));
  await began;
  client.say(visit);
  goOn();

  await client.whole();
});

test('a request may come in pieces', async () => {
  await using server = startRedirect({
    app: async (request) => new Response(`heard ${await request.text()}`),
  });
  server.put(link);
  const [visitor, writer] = [rawConnection(server.port), rawConnection(server.port)];

  for (const letter of visit) {
    visitor.say(letter);
    await Promise.resolve();
  }
  writer.say(head('POST /api/links', 'Transfer-Encoding: chunked\r\n'));
  for (const chunk of ['3\r\nabc\r\n', '3\r\ndef\r\n', '0\r\n\r\n']) writer.say(chunk);

  expect(statuses(await visitor.hear((text) => text.endsWith('\r\n\r\n')))).toEqual(['302']);
  expect(await writer.hear((text) => text.includes('heard'))).toEndWith('heard abcdef');
  expect(server.recorded()).toHaveLength(1);
});

test('a link that leads nowhere has its page, and the next visit its redirect', async () => {
  await using server = startRedirect();
  server.put(link);
  server.put(aRoutedLink({ id: crypto.randomUUID(), code: 'Paused1', number: 2, isActive: false }));
  const client = rawConnection(server.port);

  client.say(head('GET /Paused1'));
  const page = await client.hear(isWhole);
  client.say(visit);
  await client.hear(redirects(1));

  expect(statuses(page)).toEqual(['410']);
  expect(page).toContain('This link is paused');
  expect(server.recorded()).toHaveLength(1);
});

test('who asks for the end of the connection gets the answer, and the end', async () => {
  await using server = startRedirect();
  server.put(link);
  const requests = [
    head('GET /Ab3dEfG', 'Connection: close\r\n'),
    head('GET /Ab3dEfG', 'Connection: close\r\n').replace('1.1', '1.0'),
    head('GET /api/links', 'Connection: close\r\n'),
    head('GET /Ab3dEfG').replace('1.1', '1.0'),
  ];

  const answers = await Promise.all(
    requests.map((request) => {
      const client = rawConnection(server.port);
      client.say(request);
      return client.whole();
    }),
  );

  expect(answers.map(statuses)).toEqual([['302'], ['302'], ['200'], ['302']]);
});

test('who says no more after a visit still hears where it leads', async () => {
  await using server = startRedirect();
  server.put(link);
  const client = rawConnection(server.port);

  client.say(visit);
  client.finish();

  expect(statuses(await client.whole())).toEqual(['302']);
  expect(server.recorded()).toHaveLength(1);
});

test('what somebody says who leaves at once is heard', async () => {
  const heard: string[] = [];
  const two = Promise.withResolvers<void>();
  await using server = startRedirect({
    app: async (request) => {
      heard.push(await request.text());
      if (heard.length === 2) two.resolve();
      return new Response();
    },
  });
  server.put(link);
  const [first, second, visitor] = [1, 2, 3].map(() => rawConnection(server.port));

  first?.say(head('POST /api/postback', 'Content-Length: 5\r\n') + 'first');
  first?.finish();
  second?.say(head('POST /api/postback', 'Content-Length: 6\r\n'));
  second?.say('second');
  second?.finish();
  visitor?.say(visit);
  visitor?.finish();
  await Promise.all([two.promise, visitor?.whole()]);

  expect(heard.toSorted()).toEqual(['first', 'second']);
  expect(server.recorded()).toHaveLength(1);
});

test.each<[string, 'reset' | 'finish', boolean]>([
  ['has gone', 'reset', true],
  ['has said its last', 'finish', true],
  ['had said its last before it was heard', 'finish', false],
])('the application learns that a client %s', async (_, leave, isHeardFirst) => {
  const [began, aborted] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  await using server = startRedirect({
    app: (request) => {
      request.signal.addEventListener('abort', () => aborted.resolve());
      began.resolve();
      return new Promise<Response>(() => {});
    },
  });
  const client = rawConnection(server.port);

  client.say(head('GET /api/events'));
  if (isHeardFirst) await began.promise;
  client[leave]();

  await aborted.promise;
});

test('the application and the links see who is at the other end', async () => {
  await using server = startRedirect({
    app: (request, socket) => new Response(`from ${socket.requestIP(request)?.address}.`),
  });
  server.put(link);
  const client = rawConnection(server.port, '127.0.0.77');

  client.say(head('GET /api/links'));
  await client.hear((heard) => heard.includes('from 127.0.0.77.'));
  client.say(visit);
  await client.hear(redirects(1));

  expect(server.recorded()).toMatchObject([{ address: '127.0.0.77' }]);
});

test.each(['keep-alive', 'close'])(
  'a client that does not read holds up nobody, and gets all in the end: %s',
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
    await slow.hear((heard) => heard.length > 0);
    slow.pause();
    for (let visits = 1; visits <= 100; visits += 1) {
      other.say(visit);
      await other.hear(redirects(visits));
    }
    const givenToNobody = given;
    slow.resume();
    const heard = await slow.hear((text) => text.slice(-5) === '0\r\n\r\n');

    expect(givenToNobody).toBeLessThan(blocks / 2);
    const expected = createHash('sha256');
    for (let count = 0; count < blocks; count += 1) expected.update(block);
    expect(digestOfChunks(heard)).toBe(expected.digest('hex'));
  },
);

/** The SHA-256 of a body that came in chunks. */
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

test('a defect in one visit is answered, told, and does not count', async () => {
  let visits = 0;
  await using server = startRedirect({
    visit: () => {
      visits += 1;
      throw new Error('no decision');
    },
  });
  server.put(link);
  const client = rawConnection(server.port);

  client.say(visit);

  expect(statuses(await client.whole())).toEqual(['500']);
  expect(visits).toBe(1);
  expect(server.recorded()).toEqual([]);
});

test('a defect beside all visits is told, and ends that connection alone', async () => {
  const told: string[] = [];
  const front: Front = {
    answer: () => new Response('app'),
    follow({ name }) {
      if (name === 'Ab3dEfG') throw new Error('no link');
      return false;
    },
    redirect: { text: () => '' },
  };
  const error = ({ message }: Error) => {
    told.push(message);
    return new Response();
  };
  const server = serveHttp({ hostname: '127.0.0.1', port: 0, front, error });
  const [one, other] = [rawConnection(server.port), rawConnection(server.port)];

  one.say(visit);
  expect(await one.whole()).toBe('');
  other.say(head('GET /api/links'));
  await other.hear((heard) => heard.endsWith('app'));

  expect(told).toEqual(['no link']);
  await server.stop(true);
});

test('a stop answers what is under way, ends who is idle, and takes nobody new', async () => {
  const { app, began, goOn } = heldUp(() => new Response('done'));
  await using server = startRedirect({ app });
  server.put(link);
  const [idle, busy, visitor] = [1, 2, 3].map(() => rawConnection(server.port));
  idle?.say(visit);
  await idle?.hear(redirects(1));
  busy?.say(head('GET /api/links'));
  await began;

  visitor?.say(visit);
  await visitor?.hear(redirects(1));
  const stopped = server.stop();
  await idle?.whole();
  const late = rawConnection(server.port);
  expect(await late.whole()).toBe('');
  goOn();

  expect(await busy?.whole()).toEndWith('done');
  await visitor?.whole();
  await stopped;
});

test('a stop waits for who has not yet taken the answer', async () => {
  const body = Buffer.alloc(32 * 2 ** 20, 'waypost ');
  await using server = startRedirect({ app: () => new Response(body) });
  const client = rawConnection(server.port);
  client.say(head('GET /api/export'));
  await client.hear((heard) => heard.length > 0);
  client.pause();

  let hasStopped = false;
  const stopped = server.stop().then(() => (hasStopped = true));
  await new Promise(setImmediate);
  expect(hasStopped).toBe(false);
  client.resume();

  expect((await client.whole()).length).toBeGreaterThan(body.length);
  await stopped;
});

test('a stop by force waits for nobody', async () => {
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
