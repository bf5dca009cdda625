import type { Log } from '#core/shared/log';

/** One answered request. `route` is the pattern: an address itself holds names and tokens. */
type Answered = {
  readonly request: Request;
  readonly requestId: string;
  readonly route: string | null;
  readonly status: number;
};

/** What orchestrators ask every few seconds. */
const healthRoutes = new Set(['/healthz', '/readyz']);

/**
 * One log line for each request, with how long it took; nothing in it says who asked. Requests of
 * orchestrators are logged at `debug`, below what an operator usually reads.
 */
export function accessLog(log: Log) {
  const startedAt = new WeakMap<Request, number>();

  return {
    start(request: Request): void {
      startedAt.set(request, performance.now());
    },
    end({ request, requestId, route, status }: Answered): void {
      const started = startedAt.get(request) ?? performance.now();
      const milliseconds = Math.round((performance.now() - started) * 10) / 10;
      const level = healthRoutes.has(route ?? '') ? 'debug' : 'info';
      log[level]('request', { requestId, method: request.method, route, status, milliseconds });
    },
  };
}
