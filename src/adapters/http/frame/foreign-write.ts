import { uploadPath } from '#contract/avatars';
import { Refusal } from '#core/shared/refusal';

const safeMethods = new Set(['GET', 'HEAD', 'OPTIONS']);

/** Calls that read no cookie, so that other sites gain nothing by sending them. */
const cookieless = [
  ...['/api/webhooks/', '/api/postback', '/api/policy-reports', '/api/track/'],
  ...[uploadPath, '/api/v1/', '/clickhouse'],
];

/**
 * Refuses a write that another site made the browser send. The browser states the origin
 * (`Sec-Fetch-Site`); older browsers and command lines send `Origin`. A write with neither header
 * is refused: the session cookie alone proves nothing.
 */
export function refuseForeignWrite(request: Request, path: string, appOrigin: string): void {
  if (safeMethods.has(request.method)) return;
  // At the root there is only ClickHouse's interface to write to.
  if (path === '/' || cookieless.some((prefix) => path.startsWith(prefix))) return;

  const site = request.headers.get('sec-fetch-site');
  const isOurs =
    site === null
      ? request.headers.get('origin') === appOrigin
      : site === 'same-origin' || site === 'none';
  if (!isOurs) throw new Refusal('forbidden', 'This request came from another site');
}
