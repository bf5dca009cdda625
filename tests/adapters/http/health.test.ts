import { describe, expect, test } from 'bun:test';
import { createStartingApp } from '#adapters/http/app';
import type { Readiness } from '#adapters/http/health';
import { appUrl, call, memoryLog } from '#tests/support/calls';
import { firefox, ingressWorld, shop } from '#tests/support/worlds/conversions/ingress-world';
import { until } from '#tests/support/until';

const whole: Readiness = {
  phase: 'serving',
  canRedirect: true,
  postgres: 'up',
  clickhouse: 'up',
  spool: 'up',
  disk: 'up',
  cache: 'up',
  details: {},
};

function portsWith(readiness: Partial<Readiness>, { ports } = ingressWorld()) {
  return {
    reports: ports,
    addressOf: () => '203.0.113.7',
    appUrl,
    log: memoryLog(),
    isOutage: () => false,
    readiness: () => ({ ...whole, ...readiness }),
  };
}

describe('[health] readiness', () => {
  const rows: [Partial<Readiness>, number, string][] = [
    [{}, 200, 'ready'],
    [{ clickhouse: 'down' }, 200, 'degraded'],
    [{ postgres: 'down' }, 200, 'degraded'],
    [{ spool: 'degraded' }, 200, 'degraded'],
    [{ disk: 'degraded' }, 200, 'degraded'],
    [{ backups: 'up' }, 200, 'ready'],
    [{ backups: 'degraded' }, 200, 'degraded'],
    [{ details: { proxy: 'something to know' } }, 200, 'ready'],
    [{ phase: 'starting', postgres: 'starting' }, 200, 'starting'],
    [{ phase: 'starting', canRedirect: false, cache: 'starting' }, 503, 'starting'],
    [{ canRedirect: false, cache: 'down' }, 503, 'unavailable'],
    [{ phase: 'draining' }, 503, 'draining'],
  ];

  for (const [readiness, status, word] of rows) {
    test(`${JSON.stringify(readiness)} answers ${status} ${word}`, async () => {
      const app = createStartingApp(portsWith(readiness));

      const response = await call(app, '/readyz');

      expect(response.status).toBe(status);
      expect(await response.json()).toMatchObject({ status: word });
    });
  }
});

test('health checks are logged below info, other requests at info', async () => {
  const ports = portsWith({});
  const app = createStartingApp(ports);

  for (const path of ['/healthz', '/readyz', '/api/links']) await call(app, path);
  await until('all three are logged', () => ports.log.lines.length === 3);

  const levels = ports.log.lines.map((line) => JSON.parse(line)).map(({ level }) => level);
  expect(levels).toEqual(['debug', 'debug', 'info']);
});

describe('while the databases start', () => {
  test('every API call returns 503 with Retry-After; health checks work', async () => {
    const app = createStartingApp(portsWith({ phase: 'starting' }));

    const api = await call(app, '/api/auth/login', { json: { email: 'a@example.com' } });
    const alive = await call(app, '/healthz');

    expect(api.status).toBe(503);
    expect(api.headers.get('retry-after')).toBe('1');
    expect(alive.status).toBe(200);
  });

  test('the tracking pixel records and responds as usual', async () => {
    const ingress = ingressWorld();
    const app = createStartingApp(portsWith({ phase: 'starting' }, ingress));

    const image = await call(app, '/api/track/summer?event=sale&value=49.99', {
      headers: { 'user-agent': firefox },
    });

    expect(image.status).toBe(200);
    expect(image.headers.get('content-type')).toBe('image/gif');
    expect(ingress.recorded).toMatchObject([{ linkId: shop.id, valueCents: 4999 }]);
  });
});
