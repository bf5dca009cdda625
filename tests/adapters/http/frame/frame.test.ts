import { describe, expect, test } from 'bun:test';
import { Elysia } from 'elysia';
import { z } from 'zod';
import { frame } from '#adapters/http/frame/frame';
import { Refusal } from '#core/shared/refusal';
import { appUrl, call, memoryLog } from '#tests/support/calls';

class StoreAway extends Error {}

function sample() {
  return new Elysia()
    .post('/api/notes', ({ body }) => body, {
      body: z.object({ text: z.string('Text is required').max(5, 'Text is too long') }),
    })
    .post('/api/names', ({ body }) => Object.getOwnPropertyNames(body))
    .post('/api/anything', ({ body }) => ({ got: typeof body }))
    .get('/api/search', ({ query }) => query, { query: z.object({ q: z.string().optional() }) })
    .get('/api/notes/:id', ({ params }) => params)
    .delete('/api/notes/:id', ({ set }) => {
      set.status = 204;
    })
    .get('/api/numbers', ({ params }) => params, { params: z.object({ id: z.uuid() }) })
    .get('/api/list', () => Array.from({ length: 5000 }, (_, index) => ({ index })))
    .get('/api/long', () => ({ text: 'a'.repeat(5000) }))
    .get('/api/wrong', () => JSON.parse('{"n":"one"}'), { response: z.object({ n: z.number() }) })
    .get('/api/defect', () => {
      throw new Error('secret-marker at line');
    })
    .get('/api/away', () => {
      throw new StoreAway();
    })
    .get('/api/thrown', () => {
      throw new Response('secret-marker', { status: 409 });
    })
    .get('/api/numeric', ({ status }) => {
      throw status(404, 'secret-marker');
    })
    .get('/api/gone', ({ set }) => {
      set.headers['content-type'] = 'text/csv';
      throw new Refusal('gone', 'Over', { retryAfterSeconds: 7 });
    });
}

function start() {
  const log = memoryLog();
  const app = frame({ appUrl, log, isOutage: (error) => error instanceof StoreAway });
  return { log, app: app.use(sample()) };
}

async function problemOf(response: Response): Promise<Record<string, unknown>> {
  expect(response.headers.get('content-type')).toBe('application/problem+json');
  return response.json();
}

describe('[plain-errors] errors', () => {
  const rows: [path: string, method: string, status: number, code: string][] = [
    ['/api/nowhere', 'GET', 404, 'not_found'],
    ['/api/notes', 'PATCH', 405, 'method_not_allowed'],
    ['/api/numbers', 'GET', 404, 'not_found'],
    ['/api/wrong', 'GET', 500, 'internal'],
    ['/api/defect', 'GET', 500, 'internal'],
    ['/api/away', 'GET', 503, 'unavailable'],
    ['/api/thrown', 'GET', 409, 'conflict'],
    ['/api/numeric', 'GET', 404, 'not_found'],
    ['/api/gone', 'GET', 410, 'gone'],
    ['/api/notes/%E0%A4%A', 'GET', 400, 'malformed'],
    ['/api/notes/a%00b', 'GET', 400, 'malformed'],
    [`/api/search?q=${'x'.repeat(9000)}`, 'GET', 414, 'uri_too_long'],
  ];

  for (const [path, method, status, code] of rows) {
    test(`${method} ${path.slice(0, 30)} answers ${status} ${code} and says nothing more`, async () => {
      const { app } = start();

      const response = await call(app, path, { method });

      const text = await response.clone().text();
      const problem = await problemOf(response);
      expect(response.status).toBe(status);
      const type = `${appUrl}/docs/errors#${code}`;
      expect(problem).toMatchObject({ status, code, type, detail: problem['message'] });
      expect(problem['requestId']).toBe(String(response.headers.get('x-request-id')));
      expect(text).not.toContain('secret-marker');
      expect(text).not.toContain('/src/');
    });
  }

  test('the id of a request is ours, also when the client sends one', async () => {
    const { app } = start();
    const ids: (string | null)[] = [];
    for (const [path, method] of [
      ['/api/nowhere', 'GET'],
      ['/api/nowhere', 'GET'],
      ['/api/notes', 'POST'],
    ] as const) {
      const headers = { 'x-request-id': 'theirs' };
      const response = await call(app, path, { method, headers, json: { text: 'a' } });
      ids.push(response.headers.get('x-request-id'));
    }

    expect(ids).toEqual(
      ids.map(() => expect.stringMatching(/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/)),
    );
    expect(new Set(ids).size).toBe(3);
  });

  test('a wrong method returns the allowed ones in Allow', async () => {
    const { app } = start();

    const response = await call(app, '/api/notes/7', { method: 'PATCH' });

    expect(response.headers.get('allow')).toBe('DELETE, GET, HEAD');
  });

  test('an invalid body returns its first issue and never its content', async () => {
    const { app } = start();

    const response = await call(app, '/api/notes', { json: { text: 'secret-marker' } });

    const text = await response.clone().text();
    expect(response.status).toBe(422);
    expect(await problemOf(response)).toMatchObject({
      message: 'Text is too long',
      issues: [{ path: 'text', message: 'Text is too long' }],
    });
    expect(text).not.toContain('secret-marker');
  });

  test('a rejection has Retry-After when retrying can help', async () => {
    const { app } = start();

    const response = await call(app, '/api/gone');

    expect(response.headers.get('retry-after')).toBe('7');
  });
});

describe('[bounded-input] bodies', () => {
  const deep = (depth: number) => '['.repeat(depth) + ']'.repeat(depth);
  const rows: [name: string, body: string, type: string | undefined, status: number][] = [
    ['no JSON', '{', 'application/json', 400],
    ['nothing', '', 'application/json', 422],
    ['a list', '[]', 'application/json', 422],
    ['null', 'null', 'application/json', 422],
    ['plain text', '{"text":"a"}', 'text/plain', 415],
    ['a form', 'text=a', 'application/x-www-form-urlencoded', 415],
    ['21 levels', `{"text":${deep(21)}}`, 'application/json', 422],
    ['10,000 levels', deep(10_000), 'application/json', 422],
    ['1,001 entries', JSON.stringify({ text: Array(1001).fill(1) }), 'application/json', 422],
    ['NUL', '{"text":"a\\u0000b"}', 'application/json', 422],
    ['a lone surrogate', '{"text":"\\ud800"}', 'application/json', 422],
    ['65 KB', JSON.stringify({ text: 'a'.repeat(65 * 1024) }), 'application/json', 413],
    ['a charset', '{"text":"a"}', 'application/json; charset=utf-8', 200],
  ];

  for (const [name, json, type, status] of rows) {
    test(`${name} is answered ${status}`, async () => {
      const { app } = start();

      const response = await call(app, '/api/notes', {
        json,
        ...(type !== undefined && { headers: { 'content-type': type } }),
      });

      expect(response.status).toBe(status);
    });
  }

  test('a chunked body is cut off at 64 KB, however long it goes on', async () => {
    const { app } = start();
    let sentChunks = 0;
    const endless = new ReadableStream<Uint8Array>({
      pull(controller) {
        sentChunks += 1;
        controller.enqueue(new Uint8Array(16 * 1024).fill(32));
      },
    });
    const headers = { 'content-type': 'application/json', origin: appUrl };

    const response = await app.fetch(
      new Request('http://localhost/api/notes', { method: 'POST', headers, body: endless }),
    );

    expect(response.status).toBe(413);
    expect(sentChunks).toBeLessThan(10);
  });

  test('[server-assigned] keys that could reach a prototype are gone before anything reads them', async () => {
    const { app } = start();

    const response = await call(app, '/api/names', {
      json: '{"text":"a","__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}}}',
    });

    expect(await response.json()).toEqual(['text']);
    expect('polluted' in {}).toBe(false);
  });
});

describe('queries', () => {
  test('the last of repeated fields wins, and values stay text', async () => {
    const { app } = start();

    const twice = await call(app, '/api/search?q=a&q=b,c');
    const json = await call(app, '/api/search?q=%7B%22a%22%3A1%7D&__proto__=x');

    expect(await twice.json()).toEqual({ q: 'b,c' });
    expect(await json.json()).toEqual({ q: '{"a":1}' });
  });
});

describe('[foreign-writes] writes from other sites', () => {
  const rows: [name: string, headers: Record<string, string>, status: number][] = [
    ['the same origin', { 'sec-fetch-site': 'same-origin' }, 200],
    ['the address bar', { 'sec-fetch-site': 'none' }, 200],
    ['our Origin', { origin: appUrl }, 200],
    ['another site', { 'sec-fetch-site': 'cross-site', origin: appUrl }, 403],
    ['a sibling site', { 'sec-fetch-site': 'same-site' }, 403],
    ['an Origin of null', { origin: 'null' }, 403],
    ['a foreign Origin', { origin: 'https://evil.example' }, 403],
    ['an Origin that begins like ours', { origin: `${appUrl}.evil.example` }, 403],
    ['no origin at all', {}, 403],
  ];

  for (const [name, headers, status] of rows) {
    test(`a write from ${name} answers ${status}`, async () => {
      const { app } = start();

      const response = await app.fetch(
        new Request('http://localhost/api/anything', { method: 'POST', headers }),
      );

      expect(response.status).toBe(status);
    });
  }
});

describe('answers', () => {
  test('[security-headers] every response has the security headers and is never cached', async () => {
    const { app } = start();

    for (const path of ['/api/search', '/api/nowhere', '/api/defect', '/api/list']) {
      const { headers } = await call(app, path);

      expect(headers.get('cache-control')).toBe('no-store');
      expect(headers.get('x-content-type-options')).toBe('nosniff');
      expect(headers.get('content-security-policy')).toContain("default-src 'none'");
      expect(headers.get('strict-transport-security')).toBeNull();
    }
  });

  test('long JSON is compressed on request', async () => {
    const { app } = start();

    const plain = await call(app, '/api/long');
    const packed = await call(app, '/api/long', { headers: { 'accept-encoding': 'br, gzip' } });
    const refused = await call(app, '/api/long', { headers: { 'accept-encoding': 'gzip;q=0' } });

    expect(plain.headers.get('content-encoding')).toBeNull();
    expect(refused.headers.get('content-encoding')).toBeNull();
    expect(packed.headers.get('content-encoding')).toBe('gzip');
    const text = new TextDecoder().decode(Bun.gunzipSync(await packed.arrayBuffer()));
    expect(JSON.parse(text)).toEqual({ text: 'a'.repeat(5000) });
  });

  test('a long list arrives completely, with or without compression', async () => {
    const { app } = start();

    const plain = await call(app, '/api/list');
    const packed = await call(app, '/api/list', { headers: { 'accept-encoding': 'gzip' } });

    const whole = Array.from({ length: 5000 }, (_, index) => ({ index }));
    expect(await plain.json()).toEqual(whole);
    const text = new TextDecoder().decode(Bun.gunzipSync(await packed.arrayBuffer()));
    expect(JSON.parse(text)).toEqual(whole);
  });

  test('HEAD returns the headers of GET, without a body', async () => {
    const { app } = start();

    const response = await call(app, '/api/search', { method: 'HEAD' });

    expect(response.status).toBe(200);
    expect(await response.text()).toBe('');
  });
});

describe('[discreet-logs] the access log', () => {
  test('contains route and status, but no query, sender or body', async () => {
    const { app, log } = start();
    const secrets = { 'user-agent': 'marker-agent {"level":"fake"}', cookie: 'marker=token' };

    await call(app, '/api/notes/marker-id?marker=query', { headers: secrets });
    await call(app, '/api/marker-path', { headers: secrets });
    await call(app, '/api/notes', { json: { text: 'marker-body' }, headers: secrets });
    while (log.lines.length < 3) await Bun.sleep(1);

    const routes = log.lines.map((line) => JSON.parse(line).route);
    expect(routes).toContain(null);
    expect(routes).toContain('/api/notes/:id');
    expect(routes).toContain('/api/notes');
    expect(log.lines.join('\n')).not.toContain('marker');
  });

  test('a defect is logged with its stack and its request id', async () => {
    const { app, log } = start();

    const response = await call(app, '/api/defect');

    const line = JSON.parse(log.lines.find((entry) => entry.includes('request failed')) ?? '{}');
    expect(line.requestId).toBe(response.headers.get('x-request-id'));
    expect(line.stack).toContain('frame.test.ts');
  });
});
