import { promisify } from 'node:util';
import { brotliDecompress, gunzip, inflate, zstdDecompress } from 'node:zlib';
import type { Statement } from '#core/analytics/sql/statement';
import { Refusal } from '#core/shared/refusal';
import { readWithin } from '#adapters/http/frame/read-within';

/** Limit of the body, compressed or not: enough for a statement and its parameters. */
const maxBytes = 256 * 1024;
const mostParameters = 200;

/** Keys of ClickHouse's interface that have no effect here. */
const ignoredKeys = new Set([
  ...['query', 'database', 'default_format', 'query_id', 'user', 'password', 'session_id'],
  ...['session_timeout', 'session_check', 'client_protocol_version', 'quota_key'],
  ...['compress', 'decompress'],
]);

/**
 * Parses a request of ClickHouse's HTTP interface: the statement in `query`, in the body, or both;
 * parameters as `param_*`; settings under their own names; or everything as a multipart form.
 * Refuses `malformed`, `too_large`, `not_supported`.
 */
export async function readStatement(request: Request): Promise<Statement> {
  const given = new URL(request.url).searchParams;
  const text = await readText(request, given);
  const parameters = new Map<string, string>();
  const settings = new Map<string, string>();
  for (const [key, value] of given) {
    if (key.startsWith('param_')) parameters.set(nameIn(key.slice('param_'.length)), value);
    else refuseForeign(key, value);
    if (!ignoredKeys.has(key) && !key.startsWith('param_')) settings.set(nameIn(key), value);
  }
  if (parameters.size > mostParameters) throw malformed('Too many parameters');
  const { headers } = request;
  return {
    query: queryIn(given.get('query'), text),
    parameters,
    settings,
    database: given.get('database') || headers.get('x-clickhouse-database') || null,
    format: given.get('default_format') ?? headers.get('x-clickhouse-format') ?? 'TabSeparated',
    rowLimit: null,
  };
}

function queryIn(...parts: readonly (string | null)[]): string {
  const query = parts.filter((part) => part !== null && part !== '').join('\n');
  if (query.includes('\0')) throw malformed('The statement contains a NUL character');
  return query;
}

async function readText(request: Request, given: URLSearchParams): Promise<string> {
  const bytes = await decompressed(request);
  const type = request.headers.get('content-type') ?? '';
  if (!type.startsWith('multipart/form-data')) return decode(bytes);
  const copy = new Response(new Uint8Array(bytes), { headers: { 'content-type': type } });
  const form = await copy.formData().catch(() => {
    throw malformed('The form cannot be read');
  });
  for (const [key, value] of form) {
    if (typeof value !== 'string') {
      throw new Refusal('not_supported', 'External tables are not available here');
    }
    given.append(key, value);
  }
  return '';
}

const unpack = {
  gzip: promisify(gunzip),
  deflate: promisify(inflate),
  br: promisify(brotliDecompress),
  zstd: promisify(zstdDecompress),
};

async function decompressed(request: Request): Promise<Uint8Array> {
  const sent = await readWithin(request.body, { maxBytes, limitMs: 30_000, tooLarge });
  const encoding = request.headers.get('content-encoding')?.trim().toLowerCase() ?? '';
  if (encoding === '' || encoding === 'identity' || sent.length === 0) return sent;
  if (!isKnown(encoding)) {
    throw new Refusal('not_supported', 'Bodies may be compressed with gzip, deflate, br or zstd');
  }
  try {
    return await unpack[encoding](sent, { maxOutputLength: maxBytes });
  } catch (error) {
    const isLarge =
      error instanceof Error && 'code' in error && error.code === 'ERR_BUFFER_TOO_LARGE';
    throw isLarge ? tooLarge() : malformed(`The body is not ${encoding}`);
  }
}

function isKnown(encoding: string): encoding is keyof typeof unpack {
  return Object.hasOwn(unpack, encoding);
}

function decode(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw malformed('The statement must be UTF-8');
  }
}

function refuseForeign(key: string, value: string): void {
  const isBlocks = (key === 'compress' || key === 'decompress') && value !== '0';
  if (isBlocks) {
    const message = `${key}=1 is not available here: use Content-Encoding and Accept-Encoding`;
    throw new Refusal('not_supported', message);
  }
  if (key === 'role') throw new Refusal('forbidden', 'Roles are not available here');
}

function nameIn(key: string): string {
  if (/^[A-Za-z_]\w{0,63}$/.test(key)) return key;
  throw malformed('A setting or a parameter has a name that is not allowed');
}

function malformed(message: string): Refusal {
  return new Refusal('malformed', message);
}

function tooLarge(): Refusal {
  return new Refusal('too_large', `A request may have at most ${maxBytes} bytes`);
}
