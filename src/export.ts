import { clickhouseLinkTotals } from '#adapters/clickhouse/analytics/link-totals';
import { connectClickHouse } from '#adapters/clickhouse/connect';
import { circuitBreaker } from '#adapters/clickhouse/health/circuit-breaker';
import { watchHealth } from '#adapters/clickhouse/health/watch-health';
import { lowerPriority } from '#adapters/embedded/priority';
import { linkFile } from '#adapters/http/links/link-export';
import type {
  ExportSettings,
  FromExport,
  ToExport,
  ToPort,
} from '#adapters/link-export/export-messages';
import { connect } from '#adapters/postgres/connect';
import { postgresLinks } from '#adapters/postgres/links/links';
import { postgresSplitTests } from '#adapters/postgres/split-tests/split-tests';
import { listLinks } from '#core/links/read-links';
import { testResults } from '#core/split-tests/tests';

declare const self: Worker;

/** How much lower this thread's priority is than the redirects'. */
const niceness = 10;
/** Length of a piece in UTF-16 units. The redirect thread handles a piece without a pause. */
const pieceLength = 64 * 1024;

// On Linux a priority belongs to the calling thread; elsewhere it would be the whole process's.
if (process.platform === 'linux') lowerPriority(0, niceness);

self.addEventListener(
  'message',
  ({ data }: MessageEvent<ToExport>) => {
    if (data.kind !== 'start') throw new Error(`received ${data.kind} before start`);
    const { write, end } = compose(data.settings);
    self.addEventListener('message', ({ data: order }: MessageEvent<ToExport>) => {
      if (order.kind === 'export') serve(order.port, inPieces(write(order.userId, order.filter)));
      if (order.kind === 'end') void end().finally(() => process.exit());
    });
  },
  { once: true },
);

/** The use case with its adapters: one connection to Postgres for all exports. */
function compose({ databaseUrl, clickHouseUrl, ...shown }: ExportSettings) {
  const sql = connect(databaseUrl, { connections: 1 });
  const links = postgresLinks(sql);
  const tests = postgresSplitTests(sql);
  const { client, ...breaker } = circuitBreaker(connectClickHouse(clickHouseUrl));
  const stopWatch = watchHealth({
    url: clickHouseUrl,
    onChange: (isUp) => (isUp ? breaker.close() : breaker.open()),
  });
  const totals = clickhouseLinkTotals(client);
  const { currenciesOf } = totals;
  return {
    write: linkFile({
      list: (userId, filter) => listLinks({ links, totals }, userId, filter),
      resultsOf: (userId, linkIds) => testResults(tests, userId, linkIds),
      currenciesOf,
      ...shown,
    }),
    end: () => Promise.all([stopWatch(), sql.end({ timeout: 1 }), client.close()]),
  };
}

/** Answers each request for the next piece, until there is none or the reader stops. */
function serve(port: MessagePort, pieces: AsyncGenerator<string, void, void>): void {
  const answer = (said: FromExport) => port.postMessage(said);
  port.addEventListener('message', ({ data }: MessageEvent<ToPort>) => {
    if (data === 'stop') {
      void pieces.return().catch(() => {});
      return port.close();
    }
    void pieces.next().then(
      ({ value }) => answer(value === undefined ? { kind: 'end' } : { kind: 'piece', text: value }),
      (error: unknown) => answer(failureOf(error)),
    );
  });
  port.start();
}

function failureOf(error: unknown): FromExport {
  const message = error instanceof Error ? error.message : String(error);
  const hasCode = error instanceof Error && 'code' in error;
  return { kind: 'failed', message, code: hasCode ? String(error.code) : null };
}

/** Joins the texts into pieces of about `pieceLength`. */
async function* inPieces(texts: AsyncGenerator<string, void, void>) {
  let piece = '';
  for await (const text of texts) {
    piece += text;
    if (piece.length < pieceLength) continue;
    yield piece;
    piece = '';
  }
  if (piece !== '') yield piece;
}
