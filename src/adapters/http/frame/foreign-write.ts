import { uploadPath } from '#contract/accounts/avatars';
import { Refusal } from '#core/shared/refusal';

const safeMethods = new Set(['GET', 'HEAD', 'OPTIONS']);

/** Calls that read no cookie, so that other sites gain nothing by sending them. */
const cookieless = [
  ...['/api/webhooks/', '/api/postback', '/api/policy-reports', '/api/track/'],
  '/api/mailed-reports/stop',
  ...[uploadPath, '/clickhouse', '/api/mcp'],
];

/**
 * Refuses a write that another site made the browser send. The browser states the origin
 * (`Sec-Fetch-Site`); older browsers and command lines send `Origin`. A write with neither header
 * is refused: the session cookie alone proves nothing.
 */
export function refuseForeignWrite(request: Request, path: string, ownOrigin: string): void {
  if (safeMethods.has(request.method)) return;
  // The only writes at the root path are those of ClickHouse's interface.
  if (path === '/' || cookieless.some((prefix) => path.startsWith(prefix))) return;
  if (path.startsWith('/api/v1/') && isProgram(request)) return;

  const site = request.headers.get('sec-fetch-site');
  const isOurs =
    site === null
      ? request.headers.get('origin') === ownOrigin
      : site === 'same-origin' || site === 'none';
  if (!isOurs) throw new Refusal('forbidden', 'This request came from another site');
}

/**
 * Another site's page cannot make the browser send a key without a CORS preflight, and a request
 * without cookies belongs to nobody.
 */
function isProgram({ headers }: Request): boolean {
  return headers.has('authorization') || !headers.has('cookie');
}
