import fc from 'fast-check';
import { expect, test } from 'bun:test';
import { parseTrustedProxies } from '#adapters/http/client-address';
import type { HttpServer, ServeOptions } from '#adapters/http/server/serve';
import { aRoutedLink } from '#tests/support/links';
import { rawConnection } from '#tests/support/raw-connection';
import { type RedirectServer, startRedirect } from '#tests/support/redirect-server';

const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';
const often = <T>(common: T, ...others: T[]) =>
  fc.oneof(
    { weight: 3 * others.length, arbitrary: fc.constant(common) },
    fc.constantFrom(...others),
  );

const methods = often('GET', 'HEAD', 'POST', 'OPTIONS', 'DELETE', 'get');
const names = often(
  ...([
    '/Ab3dEfG',
    '/SUMMER',
    '/summer',
    '/Ab3dEfG/',
    '/%41b3dEfG',
    '/Ab3dEfG%',
    '/Ab3dEfG+',
  ] as const),
  ...([
    '/Paused1',
    '/Unsafe1',
    '/nobodys',
    '/api/links',
    '/',
    '//Ab3dEfG',
    '/a/../Ab3dEfG',
  ] as const),
  ...(['/./Ab3dEfG', '/Ab3dEfG#a', '/Ab3dEfG;a', '/caf\xe9', '\\Ab3dEfG', '*'] as const),
  'http://app.example/Ab3dEfG',
);
const queries = often(
  ...(['', '?utm_source=a', '?', '??', '?a=%zz&b=%27', "?q='x'", '?[1]', '?a#b'] as const),
  ...(['?caf\xe9', '?{|}^`', '?<">', '?a\\b', '?a?b=/c'] as const),
);
const versions = often('1.1', '1.0');
const agents = [firefox, 'Googlebot/2.1', '', ' ', ' padded\t', 'caf\xe9', 'a\tb', 'x'.repeat(600)];
const fields = [
  ...agents.map((agent) => `User-Agent: ${agent}`),
  ...[`USER-AGENT:${firefox}`, `user-agent: ${firefox}`, 'Referer: https://news.example/today'],
  ...['referer:', 'DNT: 1', 'dnt: 0', 'Sec-GPC: 1', 'Sec-Purpose: prefetch;prerender'],
  ...['Purpose: prefetch', 'X-Moz: prefetch', 'purpose: preview', 'Accept: */*', 'X-A: b'],
  ...['X-Forwarded-For: 203.0.113.9', 'x-forwarded-for: 198.51.100.1, 127.0.0.1'],
  ...['X-Forwarded-For: nobody', `Cookie: wp_visitor=${'0'.repeat(32)}`, 'cookie: a=b'],
  ...['Connection: keep-alive', 'Connection: close', 'connection: CLOSE', 'Connection: TE'],
  ...['Range: bytes=0-1', 'If-None-Match: *', 'Expect: 100-continue', 'Upgrade: h2c'],
  ...['Content-Length: 0', 'Cache-Control: no-cache', 'Sec-Fetch-Mode: navigate'],
];
const malformed = ['X-A : b', 'X-A', ': b', 'X-A: \0', 'X-A: b\r\n c', 'X-A: b\nX-B: c', 'Host: b'];
const requests = fc
  .record({
    method: methods,
    name: names,
    query: queries,
    version: versions,
    host: often('Host: app.example\r\n', 'host:app.example:80\r\n', 'HOST: app.example\r\n'),
    more: fc.array(fc.constantFrom(...fields), { maxLength: 5 }),
    odd: fc.oneof(
      { weight: 15, arbitrary: fc.constant('') },
      fc.constantFrom(...malformed).map((line) => `${line}\r\n`),
    ),
    cuts: fc.oneof(
      { weight: 3, arbitrary: fc.constant([]) },
      fc.array(fc.nat(300), { minLength: 1, maxLength: 3 }),
    ),
    body: often('', 'Content-Length: 5\r\n\r\nHello', 'Transfer-Encoding: chunked\r\n\r\n0\r\n'),
  })
  .map(({ method, name, query, version, host, more, odd, body, cuts }) => {
    const lines = more.map((line) => `${line}\r\n`).join('');
    const start = `${method} ${name}${query} HTTP/${version}\r\n${host}${lines}${odd}`;
    const end = body === '' || body.endsWith('0\r\n') ? '\r\n' : '';
    return { method, text: `${start}${body}${end}`, cuts };
  });

type Said = { readonly method: string; readonly text: string; readonly cuts: readonly number[] };

/** Bun's own server, for everything. */
function serveByBun({ hostname, port, front, error }: ServeOptions): HttpServer {
  const server: Bun.Server<undefined> = Bun.serve({
    hostname,
    port,
    development: false,
    error,
    fetch: (request) => front.answer(request, server),
  });
  return {
    port: server.port ?? 0,
    requestIP: (request) => server.requestIP(request),
    timeout: (request, seconds) => server.timeout(request, seconds),
    stop: (byForce) => server.stop(byForce),
  };
}

function started(serve?: (options: ServeOptions) => HttpServer): RedirectServer {
  const server = startRedirect({
    app: async (request) => new Response(`app ${(await request.text()).length}`),
    trustedProxies: parseTrustedProxies(['127.0.0.1']),
    newVisitorCookie: () => 'ab'.repeat(16),
    ...(serve === undefined ? {} : { serve }),
  });
  const others = { id: crypto.randomUUID(), number: 2 };
  server.put(aRoutedLink({ code: 'Ab3dEfG', aliases: ['summer'] }));
  server.put(aRoutedLink({ ...others, code: 'Paused1', isActive: false }));
  server.put(
    aRoutedLink({
      ...others,
      id: crypto.randomUUID(),
      number: 3,
      code: 'Unsafe1',
      originalUrl: 'x',
    }),
  );
  return server;
}

/** What a client gets that says one thing after another on one connection. */
async function conversation(port: number, said: readonly Said[]) {
  const client = rawConnection(port);
  const answers: string[] = [];
  let from = 0;
  for (const { method, text, cuts } of said) {
    const pieces = [0, ...cuts.toSorted((one, other) => one - other), text.length];
    for (const [at, start] of pieces.slice(0, -1).entries()) {
      client.say(Buffer.from(text.slice(start, pieces[at + 1]), 'latin1'));
      // As long as it takes for the pieces to come apart.
      if (cuts.length > 0) await Bun.sleep(1);
    }
    const heard = await client
      .hear((all) => wholeAnswer(all.slice(from), method) !== null)
      .catch(() => null);
    if (heard === null) return [...answers, 'the end'];
    const answer = wholeAnswer(heard.slice(from), method) ?? '';
    from += answer.length;
    answers.push(essence(answer));
  }
  client.reset();
  return answers;
}

/** Null while it is not there whole; words before it belong to it. */
function wholeAnswer(text: string, method: string): string | null {
  const end = text.indexOf('\r\n\r\n') + 4;
  if (end < 4) return null;
  if (text.startsWith('HTTP/1.1 100')) {
    const after = wholeAnswer(text.slice(end), method);
    return after === null ? null : text.slice(0, end + after.length);
  }
  const length = Number(/\r\ncontent-length: (\d+)/i.exec(text.slice(0, end))?.[1] ?? 0);
  const whole = method === 'HEAD' ? end : end + length;
  return text.length < whole ? null : text.slice(0, whole);
}

function essence(answer: string): string {
  const [head = '', ...body] = answer
    .replace(/^HTTP\/1\.1 100[^\r]*\r\n\r\n/, '')
    .split('\r\n\r\n');
  const lines = head.split('\r\n').map((line) => line.replace(/^[^:]+:/, (it) => it.toLowerCase()));
  return [...lines.filter((line) => !line.startsWith('date:')).toSorted(), ...body].join('\n');
}

const visitsTo = (server: RedirectServer) =>
  server.recorded().map((visit) => ({ ...visit, clickId: '', atMs: 0, linkId: '' }));

test('REL-21 whatever is asked, it is answered and recorded as Bun’s server alone would do it', async () => {
  await using ours = started();
  await using buns = started(serveByBun);
  let conversations = 0;

  await fc.assert(
    fc.asyncProperty(fc.array(requests, { minLength: 1, maxLength: 4 }), async (said) => {
      conversations += 1;
      const [one, other] = await Promise.all([
        conversation(ours.port, said),
        conversation(buns.port, said),
      ]);
      expect(one).toEqual(other);
    }),
    { numRuns: 1_500 },
  );

  expect(visitsTo(ours)).toEqual(visitsTo(buns));
  expect(visitsTo(ours).length).toBeGreaterThan(conversations / 2);
  expect(ours.relayed()).toBeLessThan(0.9 * buns.relayed());
}, 120_000);
