import type { ServedDomains } from '#core/domains/served-domains';
import type { Connections } from '#adapters/http/frame/caller';
import { isDirect } from '#adapters/http/frame/direct';
import { isSameText } from '#core/shared/same-text';
import { bareName } from './hosts.ts';
import type { Target } from './target.ts';

export type TlsCheckPorts = {
  readonly domains: Pick<ServedDomains, 'at'>;
  /** TLS_CHECK_TOKEN; null: only programs of this machine may ask. */
  readonly tlsCheckToken: string | null;
};

export const tlsCheckPath = '/internal/tls-check';

const headers = { 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' };

/**
 * Answers a TLS server that asks whether it may get a certificate for a host (`?domain=`): 200 for
 * a proven domain and 404 for every other host. Without the token (`?token=`) the question must come
 * from this machine and not through a proxy; else the answer is 403 for every host.
 */
export function tlsCheck({ domains, tlsCheckToken }: TlsCheckPorts) {
  return (target: Target, request: Request, connections: Connections): Response => {
    const asked = new URLSearchParams(target.query);
    const token = asked.get('token');
    const mayAsk =
      token === null
        ? isDirect(request, connections.requestIP(request)?.address ?? '')
        : tlsCheckToken !== null && isSameText(token, tlsCheckToken);
    if (!mayAsk) return new Response(null, { status: 403, headers });
    const host = bareName(asked.get('domain') ?? '').toLowerCase();
    return new Response(null, { status: domains.at(host) === undefined ? 404 : 200, headers });
  };
}
