import { request as requestPlain } from 'node:http';
import { request as requestSecurely } from 'node:https';
import type { Dns } from '#core/domains/ports';
import type { AddressGuard } from './public-address.ts';

/** The head of an answer, or why there is none. The body is never read. */
export type Head =
  | { readonly kind: 'head'; readonly status: number; readonly location: string | null }
  /** The guard refused: not http, another port than 80 and 443, or an address that is not public. */
  | { readonly kind: 'refused' }
  | { readonly kind: 'no_host' | 'no_connection' | 'timeout' | 'certificate' | 'unclear' };

export type GuardedRequest = (method: 'HEAD' | 'GET', url: URL, timeoutMs: number) => Promise<Head>;

export type GuardedParts = {
  readonly dns: Pick<Dns, 'addresses'>;
  readonly guard: AddressGuard;
  /** The product's name and address, for the owners of the servers. */
  readonly userAgent: string;
  /** Certificates (PEM) that are trusted instead of the system's. */
  readonly ca?: string;
};

const usualPorts = new Set(['', '80', '443']);

/**
 * Requests addresses that people entered. Looks the name up once, refuses the request unless the
 * guard allows every address of the name, and connects to one of these addresses: so a later DNS
 * response cannot redirect the request. Sends no cookie, credential or referrer, uses no proxy of
 * the environment, follows no redirect, and closes the connection after the head of the answer.
 */
export function guardedRequest(parts: GuardedParts): GuardedRequest {
  const { dns, guard } = parts;

  return async (method, url, timeoutMs) => {
    if (!/^https?:$/.test(url.protocol)) return { kind: 'refused' };
    const found = await addressesOf(url.hostname);
    if (found.kind !== 'found') return found;
    const [address] = found.addresses;
    if (address === undefined || !found.addresses.every(guard.allows)) return { kind: 'refused' };
    if (!usualPorts.has(url.port) && !found.addresses.every(guard.isOwn)) {
      return { kind: 'refused' };
    }
    return headOf({ method, url, address, timeoutMs }, parts);
  };

  type Found = { readonly kind: 'found'; readonly addresses: readonly string[] };

  async function addressesOf(hostname: string): Promise<Found | Exclude<Head, { kind: 'head' }>> {
    const literal = literalAddress(hostname);
    if (literal !== null) return { kind: 'found', addresses: [literal] };
    const answer = await dns.addresses(hostname);
    switch (answer.kind) {
      case 'found':
        return { kind: 'found', addresses: answer.values };
      case 'none':
        return { kind: 'no_host' };
      case 'failed':
        return { kind: 'unclear' };
    }
  }
}

type Asked = {
  readonly method: 'HEAD' | 'GET';
  readonly url: URL;
  readonly address: string;
  readonly timeoutMs: number;
};

/** Sends the request to the address, and returns the head of the response. */
function headOf(
  { method, url, address, timeoutMs }: Asked,
  { userAgent, ca }: Pick<GuardedParts, 'userAgent' | 'ca'>,
): Promise<Head> {
  const isSecure = url.protocol === 'https:';
  const signal = AbortSignal.timeout(timeoutMs);
  const options = {
    method,
    host: address,
    signal,
    agent: false as const,
    port: url.port || (isSecure ? 443 : 80),
    path: `${url.pathname}${url.search}`,
    headers: { host: url.host, accept: '*/*', 'user-agent': userAgent, connection: 'close' },
    ...(isSecure && { ca, servername: literalAddress(url.hostname) ?? url.hostname }),
  };
  const { promise, resolve } = Promise.withResolvers<Head>();
  try {
    const sent = (isSecure ? requestSecurely : requestPlain)(options, (answer) => {
      const { statusCode: status = 0, headers } = answer;
      resolve({ kind: 'head', status, location: headers.location ?? null });
      answer.destroy();
      sent.destroy();
    });
    sent.on('error', (error: Error) => resolve({ kind: kindOf(error, signal.aborted) }));
    sent.end();
  } catch {
    // A path or host that the HTTP library cannot send.
    resolve({ kind: 'unclear' });
  }
  return promise;
}

/** The address in a URL's host; null for a name. The URL parser has made every IPv4 form plain. */
function literalAddress(hostname: string): string | null {
  if (hostname.startsWith('[')) return hostname.slice(1, -1);
  return /^\d+\.\d+\.\d+\.\d+$/.test(hostname) ? hostname : null;
}

const cutCodes = new Set(['ECONNREFUSED', 'ECONNRESET', 'EPIPE']);

function kindOf(
  error: Error,
  isLate: boolean,
): 'timeout' | 'no_connection' | 'certificate' | 'unclear' {
  const code = 'code' in error ? String(error.code) : '';
  if (isLate || code === 'ETIMEDOUT') return 'timeout';
  if (cutCodes.has(code)) return 'no_connection';
  return /CERT|SELF_SIGNED|UNABLE_TO|ALTNAME/.test(code) ? 'certificate' : 'unclear';
}
