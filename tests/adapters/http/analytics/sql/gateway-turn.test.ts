import { callLimits } from '#contract/call-limits';
import { accountCalls } from '#adapters/http/limits/account-calls';
import { keyHolder } from '#tests/support/builders/people';
import { expect, test } from 'bun:test';
import { gatewayRoutes } from '#adapters/http/analytics/sql/gateway';
import type { StatementResult } from '#core/analytics/sql/statement';

test('[sql-protocol] a turn is free when its answer cannot be made', async () => {
  let ended = 0;
  let cancelled = 0;
  const result: StatementResult = {
    format: 'TabSeparated',
    headers: new Map([['x-clickhouse-summary', 'no header has a ✓']]),
    bytes: null,
    views: [],
    body: new ReadableStream({ cancel: () => void (cancelled += 1) }),
  };
  const routes = gatewayRoutes(
    { findKey: async () => keyHolder('u1', ['sql']), addressOf: () => '' },
    () => Promise.resolve({ result, end: () => void (ended += 1) }),
  );

  const answer = await routes.handle(
    new Request('http://localhost/clickhouse', {
      method: 'POST',
      body: 'SELECT 1',
      headers: { 'x-clickhouse-key': 'wp_own' },
    }),
  );

  expect([answer.status, ended, cancelled]).toEqual([500, 1, 1]);
});

test('[sql-limits] statements count in the limit of the API, and in no other account’s', async () => {
  const { perMinute, burst } = callLimits.sql;
  const time = { nowMs: 0 };
  const result = { format: 'JSON', headers: new Map(), bytes: 0, views: [] };
  const routes = gatewayRoutes(
    {
      findKey: async (text) => keyHolder(text, ['sql']),
      addressOf: () => '',
      calls: accountCalls({ now: () => time.nowMs }),
    },
    async () => ({ result: { ...result, body: new Blob().stream() }, end() {} }),
  );
  const run = async (key: string) => {
    const headers = { 'x-clickhouse-key': key };
    const asked = { method: 'POST', body: 'SELECT 1', headers };
    return (await routes.handle(new Request('http://localhost/clickhouse', asked))).status;
  };

  for (let count = 0; count < burst; count += 1) expect(await run('wp_ada')).toBe(200);
  expect([await run('wp_ada'), await run('wp_bob')]).toEqual([429, 200]);
  time.nowMs += 60_000 / perMinute;
  expect([await run('wp_ada'), await run('wp_ada')]).toEqual([200, 429]);
});
