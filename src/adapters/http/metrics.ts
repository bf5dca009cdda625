import type { Connections } from './frame/caller.ts';
import { isSameText } from '#core/shared/same-text';
import { isDirect } from './frame/direct.ts';

export type MetricsPorts = {
  /** METRICS_TOKEN; null: only programs of this machine may read. */
  readonly token: string | null;
  /** All metrics in Prometheus's text format. */
  readonly text: () => Promise<string>;
};

export const metricsPath = '/metrics';

const headers = {
  'content-type': 'text/plain; version=0.0.4; charset=utf-8',
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
};

/**
 * Answers Prometheus. The request must come from this machine and not through a proxy, or have the
 * token (`Authorization: Bearer …`); otherwise the answer is 403. A wrong token is refused
 * everywhere.
 */
export function metricsAnswer({ token, text }: MetricsPorts) {
  return async (request: Request, connections: Connections): Promise<Response> => {
    const given = request.headers.get('authorization');
    const mayRead =
      given === null
        ? isDirect(request, connections.requestIP(request)?.address ?? '')
        : token !== null && isSameText(given, `Bearer ${token}`);
    if (!mayRead) {
      const challenge = { 'www-authenticate': 'Bearer realm="metrics"' };
      return new Response('Metrics need METRICS_TOKEN, or a request from this machine.\n', {
        status: 403,
        headers: { ...headers, ...challenge },
      });
    }
    return new Response(request.method === 'HEAD' ? null : await text(), { headers });
  };
}
