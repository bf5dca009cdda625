import type { ClickHouse } from '#adapters/clickhouse/connect';
import { ClickHouseAway } from '#adapters/clickhouse/outage';

/** A client whose queries fail at once while its server is known to be away. */
export type CircuitBreaker = {
  readonly client: ClickHouse;
  /** Whether queries fail at once. */
  isOpen(): boolean;
  /** Makes running and new queries fail at once. */
  open(): void;
  /** Sends queries again. */
  close(): void;
};

/**
 * Puts a breaker, closed at first, in front of `client`. Blocked queries fail with
 * `ClickHouseAway`.
 */
export function circuitBreaker(client: ClickHouse): CircuitBreaker {
  const underWay = new Set<AbortController>();
  let isOpen = false;

  return {
    client: {
      query: (params) =>
        unlessOpen(params, (abort_signal) => client.query({ ...params, abort_signal })),
      insert: (params) =>
        unlessOpen(params, (abort_signal) => client.insert({ ...params, abort_signal })),
      command: (params) =>
        unlessOpen(params, (abort_signal) => client.command({ ...params, abort_signal })),
      exec: (params) =>
        unlessOpen(params, (abort_signal) => client.exec({ ...params, abort_signal })),
      close: () => client.close(),
    },
    isOpen: () => isOpen,
    open() {
      isOpen = true;
      for (const statement of underWay) statement.abort(new ClickHouseAway());
    },
    close() {
      isOpen = false;
    },
  };

  async function unlessOpen<T>(
    { abort_signal: given }: { abort_signal?: AbortSignal | undefined },
    send: (signal: AbortSignal) => Promise<T>,
  ): Promise<T> {
    if (isOpen) throw new ClickHouseAway();
    const statement = new AbortController();
    const abort = (): void => statement.abort();
    given?.addEventListener('abort', abort, { once: true });
    underWay.add(statement);
    try {
      return await send(statement.signal);
    } catch (error) {
      // The library's error for an aborted request depends on the request's progress.
      throw statement.signal.reason instanceof ClickHouseAway ? statement.signal.reason : error;
    } finally {
      underWay.delete(statement);
      given?.removeEventListener('abort', abort);
    }
  }
}
