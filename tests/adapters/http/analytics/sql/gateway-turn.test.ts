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
