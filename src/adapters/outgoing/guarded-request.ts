import { type IncomingHttpHeaders, request as requestPlain } from 'node:http';
import { request as requestSecurely } from 'node:https';
import type { Dns, FetchFile } from '#core/domains/ports';
import { secondMs } from '#core/shared/time';
import type { Post } from '#core/webhooks/ports';
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
  return async (method, url, timeoutMs) => {
    const found = await allowedAddress(parts, url);
    if (found.kind !== 'allowed') return found;
    const { address } = found;
    const reply = await replyOf({ method, url, address, timeoutMs, mostBytes: 0 }, parts);
    if (reply.kind !== 'reply') return reply;
    return { kind: 'head', status: reply.status, location: reply.headers.location ?? null };
  };
}

const fileMs = 10 * secondMs;

/** Fetches a file by GET, with the guard of `guardedRequest`, by https alone. Waits 10 s at most. */
export function guardedFile(parts: GuardedParts, timeoutMs = fileMs): FetchFile {
  return async (address, mostBytes) => {
    const url = new URL(address);
    if (url.protocol !== 'https:') return { kind: 'refused' };
    const found = await allowedAddress(parts, url);
    if (found.kind !== 'allowed') return found;
    const asked = { method: 'GET', url, address: found.address, timeoutMs } as const;
    const reply = await replyOf({ ...asked, mostBytes: mostBytes + 1 }, parts);
    if (reply.kind !== 'reply') return reply;
    const { status, headers, bytes } = reply;
    const text = bytes.length > mostBytes ? null : new TextDecoder().decode(bytes);
    return { kind: 'answered', status, contentType: headers['content-type'] ?? null, text };
  };
}

export type GuardedGet = (
  url: URL,
  bounds: { readonly timeoutMs: number; readonly mostBytes: number },
) => Promise<Received | Exclude<Head, { kind: 'head' }>>;

/** Reads the first `mostBytes` of what an address answers, with the guard of `guardedRequest`. */
export function guardedGet(parts: GuardedParts): GuardedGet {
  return async (url, bounds) => {
    const found = await allowedAddress(parts, url);
    if (found.kind !== 'allowed') return found;
    const headers = { 'accept-encoding': 'identity' };
    return replyOf({ method: 'GET', url, address: found.address, headers, ...bounds }, parts);
  };
}

const connectMs = 5 * secondMs;
const postMs = 15 * secondMs;
/** As much as is read of an answer. */
const mostAnswerBytes = 1024;

/**
 * Posts to addresses that people entered, with the guard of `guardedRequest`: by https, or by http
 * to addresses that the operator listed; never to an address of this product. Waits 5 s for the
 * connection and 15 s for the answer, and reads its first 1 KB as it is, without decompressing it.
 */
export function guardedPost(
  parts: GuardedParts & {
    readonly isOwn: (url: URL) => boolean;
    /** Instead of 5 s and 15 s. */
    readonly limitsMs?: { readonly connect: number; readonly answer: number };
  },
): Post {
  const limitsMs = parts.limitsMs ?? { connect: connectMs, answer: postMs };
  return async ({ url, headers, body }) => {
    if (parts.isOwn(url)) return { kind: 'not_public' };
    const found = await allowedAddress(parts, url);
    if (found.kind === 'refused') return { kind: 'not_public' };
    if (found.kind !== 'allowed') return found;
    if (url.protocol !== 'https:' && !found.isOwn) return { kind: 'not_public' };
    const reply = await replyOf(
      {
        method: 'POST',
        url,
        address: found.address,
        headers,
        body,
        timeoutMs: limitsMs.answer,
        connectMs: limitsMs.connect,
        mostBytes: mostAnswerBytes,
      },
      parts,
    );
    if (reply.kind !== 'reply') return reply;
    const { status, bytes } = reply;
    const retryAfter = reply.headers['retry-after'] ?? null;
    // A text in Postgres contains no NUL.
    const text = new TextDecoder().decode(bytes).replaceAll('\0', '\ufffd');
    return { kind: 'answered', status, retryAfter, text };
  };
}

type Allowed = { readonly kind: 'allowed'; readonly address: string; readonly isOwn: boolean };

async function allowedAddress(
  { dns, guard }: GuardedParts,
  url: URL,
): Promise<Allowed | Exclude<Head, { kind: 'head' }>> {
  if (!/^https?:$/.test(url.protocol)) return { kind: 'refused' };
  const found = await addressesOf(dns, url.hostname);
  if (found.kind !== 'found') return found;
  const [address] = found.addresses;
  if (address === undefined || !found.addresses.every(guard.allows)) return { kind: 'refused' };
  const isOwn = found.addresses.every(guard.isOwn);
  if (!usualPorts.has(url.port) && !isOwn) return { kind: 'refused' };
  return { kind: 'allowed', address, isOwn };
}

type Found = { readonly kind: 'found'; readonly addresses: readonly string[] };

async function addressesOf(
  dns: GuardedParts['dns'],
  hostname: string,
): Promise<Found | { readonly kind: 'no_host' | 'unclear' }> {
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

type Asked = {
  readonly method: 'HEAD' | 'GET' | 'POST';
  readonly url: URL;
  readonly address: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  readonly timeoutMs: number;
  /** Absent: only `timeoutMs` counts. */
  readonly connectMs?: number;
  /** How much of the answer's body is read. */
  readonly mostBytes: number;
};

type Received =
  | {
      readonly kind: 'reply';
      readonly status: number;
      readonly headers: IncomingHttpHeaders;
      readonly bytes: Uint8Array;
    }
  | { readonly kind: 'no_connection' | 'timeout' | 'certificate' | 'unclear' };

/** Sends the request to the address, and returns the response as far as it is read. */
function replyOf(asked: Asked, parts: Pick<GuardedParts, 'userAgent' | 'ca'>): Promise<Received> {
  const { url, body } = asked;
  const isSecure = url.protocol === 'https:';
  const ending = new AbortController();
  const { promise, resolve } = Promise.withResolvers<Received>();
  const end = () => {
    ending.abort();
    // After the status 101 the library reports nothing more, not even this abort.
    resolve({ kind: 'timeout' });
  };
  const timers = [setTimeout(end, asked.timeoutMs)];
  try {
    const send = isSecure ? requestSecurely : requestPlain;
    const options = { ...optionsOf(asked, parts), signal: ending.signal };
    const sent = send(options, (answer) => {
      const { statusCode: status = 0, headers } = answer;
      const chunks: Uint8Array[] = [];
      let length = 0;
      const finish = () => {
        const bytes = Buffer.concat(chunks).subarray(0, asked.mostBytes);
        resolve({ kind: 'reply', status, headers, bytes });
        answer.destroy();
        sent.destroy();
      };
      if (asked.mostBytes === 0) return finish();
      answer.on('data', (chunk: Uint8Array) => {
        chunks.push(chunk);
        length += chunk.length;
        if (length >= asked.mostBytes) finish();
      });
      answer.on('end', finish);
      answer.on('error', (error: Error) => resolve({ kind: kindOf(error, ending.signal.aborted) }));
    });
    if (asked.connectMs !== undefined) {
      const timer = setTimeout(end, asked.connectMs);
      timers.push(timer);
      const connected = () => clearTimeout(timer);
      sent.on('socket', (socket) => socket.once(isSecure ? 'secureConnect' : 'connect', connected));
    }
    sent.on('error', (error: Error) => resolve({ kind: kindOf(error, ending.signal.aborted) }));
    sent.end(body);
  } catch {
    // A path or host that the HTTP library cannot send.
    resolve({ kind: 'unclear' });
  }
  return promise.finally(() => timers.forEach((timer) => clearTimeout(timer)));
}

function optionsOf(
  { method, url, address, headers, body }: Asked,
  { userAgent, ca }: Pick<GuardedParts, 'userAgent' | 'ca'>,
) {
  const isSecure = url.protocol === 'https:';
  return {
    method,
    host: address,
    agent: false as const,
    port: url.port || (isSecure ? 443 : 80),
    path: `${url.pathname}${url.search}`,
    headers: {
      host: url.host,
      accept: '*/*',
      'user-agent': userAgent,
      connection: 'close',
      ...headers,
      ...(body !== undefined && {
        'content-length': String(Buffer.byteLength(body)),
        'accept-encoding': 'identity',
      }),
    },
    ...(isSecure && { ca, ...serverName(url) }),
  };
}

/** The name that TLS sends; none for an address, with which the library would throw. */
function serverName({ hostname }: URL): { readonly servername?: string } {
  return literalAddress(hostname) === null ? { servername: hostname } : {};
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
