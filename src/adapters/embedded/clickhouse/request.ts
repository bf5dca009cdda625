import { randomUUID } from 'node:crypto';
import { analystOf } from './analysts.ts';
import { clickHouseFailure } from './failure.ts';
import { readStatement, type StatementShape } from './statement.ts';

/** One statement as requested, with everything that belongs to it. */
export interface StatementRequest {
  /** The text up to the beginning of an insert's rows. */
  readonly sql: string;
  /** The rows of an insert, when they are not in `sql`. */
  readonly data: Buffer;
  readonly shape: StatementShape;
  readonly database: string | undefined;
  readonly settings: ReadonlyMap<string, string>;
  readonly parameters: ReadonlyMap<string, string>;
  /** The result's format when the statement names none. */
  readonly defaultFormat: string;
  readonly queryId: string;
  /** The account whose own statement this is; undefined for the application's statements. */
  readonly analyst: string | undefined;
  readonly takesGzip: boolean;
  /**
   * Requested with `wait_end_of_query=0`: rows are sent as soon as they exist, and errors after
   * them.
   */
  readonly isStreamed: boolean;
}

/** Keys of the query string that belong to the interface; every other one is a setting. */
const INTERFACE_KEYS = new Set([
  'query',
  'database',
  'query_id',
  'default_format',
  'enable_http_compression',
  'http_zlib_compression_level',
  'wait_end_of_query',
  'buffer_size',
]);

const REFUSED_KEYS = new Set(['session_id', 'role', 'user', 'password', 'compress', 'decompress']);

/**
 * Parses ClickHouse's HTTP interface: the statement in `?query=`, in the body, or both; parameters
 * as `param_*`; settings under their own names; or everything as a multipart form.
 * @param body the whole body, decompressed
 * @throws ClickHouseFailure for features that are not supported here
 */
export async function readRequest(
  request: Request,
  body: Buffer<ArrayBuffer>,
): Promise<StatementRequest> {
  const given = new URL(request.url).searchParams;
  const rows = isForm(request) ? await readForm(request, { body, given }) : body;
  const settings = new Map<string, string>();
  const parameters = new Map<string, string>();
  for (const [key, value] of given) {
    if (REFUSED_KEYS.has(key)) throw clickHouseFailure(48, `${key} is not served here`);
    if (key.startsWith('param_')) parameters.set(named(key), value);
    else if (!INTERFACE_KEYS.has(key)) settings.set(named(key), value);
  }
  if (request.method === 'GET') settings.set('readonly', '2');
  return {
    ...splitStatement(given.get('query'), rows),
    settings,
    parameters,
    database: given.get('database') ?? request.headers.get('x-clickhouse-database') ?? undefined,
    defaultFormat:
      given.get('default_format') ?? request.headers.get('x-clickhouse-format') ?? 'TabSeparated',
    queryId: given.get('query_id') ?? randomUUID(),
    analyst: analystOf(request.headers),
    takesGzip:
      given.get('enable_http_compression') === '1' &&
      /\bgzip\b/i.test(request.headers.get('accept-encoding') ?? ''),
    isStreamed: given.get('wait_end_of_query') === '0',
  };
}

/** A name that SET accepts without quotes. */
function named(key: string): string {
  if (!/^[A-Za-z_]\w*$/.test(key)) throw clickHouseFailure(115, 'Unknown setting: not a name');
  return key;
}

function isForm(request: Request): boolean {
  return request.headers.get('content-type')?.startsWith('multipart/form-data') ?? false;
}

async function readForm(
  request: Request,
  { body, given }: { body: Buffer<ArrayBuffer>; given: URLSearchParams },
): Promise<Buffer<ArrayBuffer>> {
  const type = request.headers.get('content-type') ?? '';
  const form = await new Response(body, { headers: { 'content-type': type } })
    .formData()
    .catch(() => {
      throw clickHouseFailure(36, 'The form cannot be read');
    });
  for (const [key, value] of form) {
    if (typeof value !== 'string')
      throw clickHouseFailure(48, 'External tables are not served here');
    given.append(key, value);
  }
  return Buffer.alloc(0);
}

function splitStatement(
  query: string | null,
  body: Buffer,
): Pick<StatementRequest, 'sql' | 'data' | 'shape'> {
  const shape = readStatement(query ?? '');
  const holdsHead = shape.verb === 'INSERT' && shape.format !== undefined;
  if (query !== null && holdsHead && query.slice(shape.format?.end).trim() === '') {
    return { sql: query, data: body, shape };
  }
  const whole = query === null ? body : Buffer.concat([Buffer.from(`${query}\n`), body]);
  return splitInsert(whole) ?? inText(whole.toString('utf8'));
}

function inText(sql: string): Pick<StatementRequest, 'sql' | 'data' | 'shape'> {
  return { sql, data: Buffer.alloc(0), shape: readStatement(sql) };
}

/** An INSERT whose rows follow in the same bytes: only its head is decoded. */
function splitInsert(whole: Buffer): Pick<StatementRequest, 'sql' | 'data' | 'shape'> | undefined {
  const shape = readStatement(whole.toString('latin1'));
  if (shape.verb !== 'INSERT') return undefined;
  if (shape.format === undefined) return { sql: '', data: whole, shape };
  const head = whole.subarray(0, shape.format.end);
  const rows = whole.subarray(shape.format.end);
  const text = head.toString('utf8');
  return {
    sql: text,
    data: rows.subarray(/^[^\S\n]*\n?/.exec(rows.toString('latin1', 0, 64))?.[0].length ?? 0),
    shape: readStatement(text),
  };
}
