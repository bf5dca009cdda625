import { expect, test } from 'bun:test';
import { circuitBreaker } from '#adapters/clickhouse/health/circuit-breaker';
import { connectClickHouse } from '#adapters/clickhouse/connect';
import { watchHealth } from '#adapters/clickhouse/health/watch-health';
import { ClickHouseAway, isClickHouseOutage } from '#adapters/clickhouse/outage';
import { cleanUps } from '#tests/support/clean-ups';
import { until } from '#tests/support/until';

const cleanUp = cleanUps();

/** A server that accepts every connection, and does not answer while it is frozen. */
function freezingServer() {
  const state = { isFrozen: false, asked: 0 };
  const thawed = Promise.withResolvers<void>();
  const server = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    async fetch(request) {
      if (new URL(request.url).pathname === '/') state.asked += 1;
      if (state.isFrozen) await thawed.promise;
      return new Response('[1]\n');
    },
  });
  cleanUp.add(() => server.stop(true));
  const thaw = () => {
    state.isFrozen = false;
    thawed.resolve();
  };
  return { state, thaw, url: server.url.href };
}

/** A client behind a breaker that the health check opens and closes. */
function guarded(url: string) {
  const breaker = circuitBreaker(connectClickHouse(url));
  const onChange = (isUp: boolean) => (isUp ? breaker.close() : breaker.open());
  cleanUp.add(watchHealth({ url, onChange }));
  cleanUp.add(() => breaker.client.close());
  const ask = () =>
    breaker.client.query({ query: 'SELECT 1', format: 'JSONCompactEachRow' }).then(
      async (answer) => answer.json(),
      (error: unknown) => error,
    );
  return { breaker, ask };
}

test('a server that accepts connections but never responds opens the breaker within 5 s; a response closes it', async () => {
  const { state, thaw, url } = freezingServer();
  const { breaker, ask } = guarded(url);
  expect(await ask()).toEqual([[1]]);

  state.isFrozen = true;
  const underWay = ask();
  await until('the breaker is open', breaker.isOpen, 5);
  const cutOff = await underWay;
  const askedBefore = state.asked;
  const refused = await ask();

  expect(cutOff).toBeInstanceOf(ClickHouseAway);
  expect(refused).toBeInstanceOf(ClickHouseAway);
  expect(isClickHouseOutage(refused)).toBe(true);
  expect(state.asked).toBe(askedBefore);

  thaw();
  await until('the breaker is closed', () => !breaker.isOpen());
  expect(await ask()).toEqual([[1]]);
});

test('a statement whose connection breaks before it is sent counts as an outage too', async () => {
  const breaker = circuitBreaker(connectClickHouse('http://waypost:secret@127.0.0.1:9/waypost'));
  cleanUp.add(() => breaker.client.close());

  const asked = breaker.client.command({ query: 'SELECT 1' }).catch((error: unknown) => error);
  breaker.open();

  expect(await asked).toBeInstanceOf(ClickHouseAway);
});

test('a server that is not reachable opens the breaker', async () => {
  const { breaker } = guarded('http://waypost:secret@127.0.0.1:9/waypost');

  await until('the breaker is open', breaker.isOpen, 5);
});

test('a caller that cancels ends only its own statement', async () => {
  const { state, thaw, url } = freezingServer();
  const breaker = circuitBreaker(connectClickHouse(url));
  cleanUp.add(() => breaker.client.close());
  state.isFrozen = true;
  const stopping = new AbortController();
  const query = 'SELECT 1';
  const format = 'JSONCompactEachRow';

  const other = breaker.client.query({ query, format });
  const own = breaker.client
    .query({ query, format, abort_signal: stopping.signal })
    .catch((error: unknown) => error);
  await until('the server has both', () => state.asked === 2);
  stopping.abort();

  expect(isClickHouseOutage(await own)).toBe(true);
  thaw();
  expect(await (await other).json()).toEqual([[1]]);
});
