import { createHash, createHmac, timingSafeEqual } from 'node:crypto';

/** How the bucket answers a call. */
export type Mood = 'answers' | 'fails' | 'hangs' | 'drips';

export type S3DoubleOptions = {
  readonly bucket: string;
  readonly region: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
};

/**
 * A bucket behind HTTP that accepts only signed requests: AWS Signature Version 4 in the header or
 * in the query, computed here from the protocol's description and not by the tested library.
 */
export function s3Double(options: S3DoubleOptions) {
  const objects = new Map<string, { bytes: Uint8Array<ArrayBuffer>; type: string }>();
  const state: { mood: Mood; nowMs: number | null } = { mood: 'answers', nowMs: null };
  const calls: string[] = [];

  const answer = async (request: Request): Promise<Response> => {
    const url = new URL(request.url);
    calls.push(`${request.method} ${url.pathname}`);
    if (state.mood === 'fails') return new Response('SlowDown', { status: 503 });
    if (state.mood === 'hangs') return new Promise(() => {});
    if (!isSigned(request, url, { ...options, nowMs: state.nowMs ?? Date.now() })) {
      return new Response('<Code>SignatureDoesNotMatch</Code>', { status: 403 });
    }
    if (!url.pathname.startsWith(`/${options.bucket}/`)) return noSuch('Bucket');
    return serve(request, url.pathname.slice(options.bucket.length + 2));
  };

  const serve = async (request: Request, key: string): Promise<Response> => {
    const found = objects.get(key);
    switch (request.method) {
      case 'PUT': {
        const bytes = new Uint8Array(await request.arrayBuffer());
        objects.set(key, { bytes, type: request.headers.get('content-type') ?? '' });
        return new Response();
      }
      case 'DELETE':
        objects.delete(key);
        return new Response(null, { status: 204 });
      default:
        if (!found) return noSuch('Key');
        return new Response(state.mood === 'drips' ? dripping(found.bytes) : found.bytes);
    }
  };

  const server = Bun.serve({ port: 0, hostname: '127.0.0.1', idleTimeout: 30, fetch: answer });
  return {
    endpoint: server.url.origin,
    objects,
    state,
    calls,
    keys: () => [...objects.keys()].toSorted(),
    [Symbol.dispose]: () => void server.stop(true),
  };
}

/** The first byte at once, and the others never. */
function dripping(bytes: Uint8Array<ArrayBuffer>): ReadableStream<Uint8Array<ArrayBuffer>> {
  return new ReadableStream({ start: (stream) => stream.enqueue(bytes.slice(0, 1)) });
}

function noSuch(what: 'Bucket' | 'Key'): Response {
  return new Response(`<Code>NoSuch${what}</Code>`, { status: 404 });
}

type Trusted = S3DoubleOptions & { readonly nowMs: number };

/** Everything that a signature covers, from the header or from the query. */
type Claim = {
  readonly credential: string;
  readonly date: string;
  readonly headers: readonly string[];
  readonly signature: string;
  readonly lifeSeconds: number;
  readonly payload: string;
};

function isSigned(request: Request, url: URL, trusted: Trusted): boolean {
  const claim = url.searchParams.has('X-Amz-Signature') ? inQuery(url) : inHeader(request);
  if (claim === null || !claim.headers.includes('host')) return false;

  const day = claim.date.slice(0, 8);
  const scope = `${day}/${trusted.region}/s3/aws4_request`;
  const signedAtMs = Date.parse(
    claim.date.replace(/^(....)(..)(..)T(..)(..)(..)Z$/, '$1-$2-$3T$4:$5:$6Z'),
  );
  const ageSeconds = (trusted.nowMs - signedAtMs) / 1000;
  if (claim.credential !== `${trusted.accessKeyId}/${scope}`) return false;
  if (!(ageSeconds > -900 && ageSeconds <= claim.lifeSeconds)) return false;

  const canonical = canonicalRequest(request, url, claim);
  const digest = createHash('sha256').update(canonical).digest('hex');
  const text = ['AWS4-HMAC-SHA256', claim.date, scope, digest].join('\n');
  const steps = [day, trusted.region, 's3', 'aws4_request', text];
  const right = steps.reduce<Buffer>(
    (key, step) => createHmac('sha256', key).update(step).digest(),
    Buffer.from(`AWS4${trusted.secretAccessKey}`),
  );
  const given = Buffer.from(claim.signature, 'hex');
  return given.length === right.length && timingSafeEqual(given, right);
}

function inQuery({ searchParams }: URL): Claim {
  const field = (name: string) => searchParams.get(`X-Amz-${name}`) ?? '';
  return {
    credential: field('Credential'),
    date: field('Date'),
    headers: field('SignedHeaders').split(';'),
    signature: field('Signature'),
    lifeSeconds: Number(field('Expires')),
    payload: 'UNSIGNED-PAYLOAD',
  };
}

function inHeader({ headers }: Request): Claim | null {
  const found =
    /^AWS4-HMAC-SHA256 Credential=(\S+), SignedHeaders=(\S+), Signature=([\da-f]{64})$/.exec(
      headers.get('authorization') ?? '',
    );
  const [, credential = '', signed = '', signature = ''] = found ?? [];
  if (!found) return null;
  return {
    credential,
    signature,
    headers: signed.split(';'),
    lifeSeconds: 900,
    date: headers.get('x-amz-date') ?? '',
    payload: headers.get('x-amz-content-sha256') ?? '',
  };
}

function canonicalRequest(request: Request, url: URL, claim: Claim): string {
  const query = [...url.searchParams]
    .filter(([name]) => name !== 'X-Amz-Signature')
    .map((pair) => pair.map(encoded).join('='))
    .toSorted()
    .join('&');
  const headers = claim.headers.map((name) => {
    const value = name === 'host' ? url.host : (request.headers.get(name) ?? '');
    return `${name}:${value.trim().replaceAll(/\s+/g, ' ')}\n`;
  });
  const path = url.pathname.split('/').map(encoded).join('/');
  return [
    ...[request.method, path, query, headers.join('')],
    ...[claim.headers.join(';'), claim.payload],
  ].join('\n');
}

/** As RFC 3986 requires. */
function encoded(text: string): string {
  return encodeURIComponent(text).replaceAll(
    /[!'()*]/g,
    (letter) => `%${letter.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}
