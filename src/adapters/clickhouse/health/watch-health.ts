import { connectClickHouse } from '#adapters/clickhouse/connect';
import { secondMs } from '#core/shared/time';

type Watch = {
  /** The server's URL, as `connectClickHouse` takes it. */
  readonly url: string;
  /** Called at each change. The server counts as up until a ping fails. */
  readonly onChange: (isUp: boolean) => void;
};

/** Added up, they are the longest time until a frozen server is noticed: 4 s. */
const limitsMs = { pause: secondMs, answer: 3 * secondMs };

/**
 * Pings the server every second on its own connection. A ping runs no query, so a busy server
 * answers it, while a server that only accepts connections fails it. Returns a function that stops
 * the pings.
 */
export function watchHealth({ url, onChange }: Watch): () => Promise<void> {
  const client = connectClickHouse(url);
  const stopped = Promise.withResolvers<void>();
  let isStopping = false;
  let isUp = true;

  const run = async (): Promise<void> => {
    while (!isStopping) {
      const { success } = await client.ping({
        select: false,
        abort_signal: AbortSignal.timeout(limitsMs.answer),
      });
      if (success !== isUp && !isStopping) onChange(success);
      isUp = success;
      await Promise.race([Bun.sleep(limitsMs.pause), stopped.promise]);
    }
  };
  const running = run();

  return async () => {
    isStopping = true;
    stopped.resolve();
    await client.close();
    await running;
  };
}
