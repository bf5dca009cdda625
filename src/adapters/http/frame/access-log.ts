import type { Log } from '#core/shared/log';
import type { HttpMeter } from './http-meter.ts';

/** One answered request. `route` is the pattern: the real path may contain names and tokens. */
type Answered = {
  readonly request: Request;
  readonly requestId: string;
  readonly route: string | null;
  readonly status: number;
};

/** The paths that orchestrators poll every few seconds. */
const healthRoutes = new Set(['/healthz', '/readyz']);

/**
 * One log line per request, with its duration in milliseconds and nothing that identifies the
 * client. Requests of orchestrators are logged at `debug`, below the usual level.
 */
export function accessLog(log: Log, meter?: HttpMeter) {
  const startedAt = new WeakMap<Request, number>();

  return {
    start(request: Request): void {
      startedAt.set(request, performance.now());
    },
    end({ request, requestId, route, status }: Answered): void {
      const started = startedAt.get(request) ?? performance.now();
      const tookMs = performance.now() - started;
      meter?.answer({ method: request.method, route: route ?? '', status }, tookMs / 1000);
      const milliseconds = Math.round(tookMs * 10) / 10;
      const level = healthRoutes.has(route ?? '') ? 'debug' : 'info';
      log[level]('request', { requestId, method: request.method, route, status, milliseconds });
    },
  };
}
