import type { ClickHouse } from '#adapters/clickhouse/connect';
import type { RunStatementPorts } from '#core/analytics/sql/run-statement';
import { secondMs } from '#core/shared/time';

const askEveryMs = 250;
/** The embedded engine restarts when a statement runs on for 5 s after it was ended. */
const waitMs = 8 * secondMs;

const running = `
  SELECT count() AS running FROM system.processes
  WHERE startsWith(Settings['log_comment'], {mark:String})`;

/**
 * Tells when a statement of an account that was aborted has ended in the embedded engine. The
 * engine's restart counts as not ended, because it was the only way.
 */
export function statementEnd(client: ClickHouse): RunStatementPorts['engine']['ended'] {
  const count = async (userId: string): Promise<number> => {
    const answer = await client.query({
      query: running,
      query_params: { mark: `sql:${userId}:` },
      format: 'JSONEachRow',
    });
    const [row] = await answer.json<{ running: string }>();
    return Number(row?.running ?? 0);
  };
  return async (userId) => {
    const deadline = performance.now() + waitMs;
    while (performance.now() < deadline) {
      const left = await count(userId).catch(() => null);
      if (left === null) return false;
      if (left === 0) return true;
      await Bun.sleep(askEveryMs);
    }
    return false;
  };
}
