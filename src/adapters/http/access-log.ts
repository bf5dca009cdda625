import type { Log } from '#core/shared/log';

/** One answered request. `route` is the pattern: an address itself holds names and tokens. */
type Answered = {
  readonly request: Request;
  readonly requestId: string;
  readonly route: string | null;
  readonly status: number;
};

/** One log line for each request, with how long it took; nothing in it says who asked. */
export function accessLog(log: Log) {
  const startedAt = new WeakMap<Request, number>();

  return {
    start(request: Request): void {
      startedAt.set(request, performance.now());
    },
    end({ request, requestId, route, status }: Answered): void {
      const started = startedAt.get(request) ?? performance.now();
      const milliseconds = Math.round((performance.now() - started) * 10) / 10;
      log.info('request', { requestId, method: request.method, route, status, milliseconds });
    },
  };
}
