import type { Log, LogFields } from '#core/shared/log';
import { undocumentedPart } from './documented.ts';

export const appUrl = 'http://localhost:3000';

/** An object that answers requests: the app, or one resource in its frame. */
export type Answers = { fetch(request: Request): Response | Promise<Response> };

export type Call = {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Sent as JSON; a string is sent unchanged. */
  readonly json?: unknown;
  readonly cookie?: string;
};

/**
 * Calls a path as this site's own pages do: with its Origin, and JSON when there is a body. Fails when
 * the answer is not what the API's document says.
 */
export async function call(app: Answers, path: string, options: Call = {}): Promise<Response> {
  const { json, cookie } = options;
  const body = typeof json === 'string' ? json : JSON.stringify(json);
  const method = options.method ?? (json === undefined ? 'GET' : 'POST');
  const headers = {
    origin: appUrl,
    ...(json !== undefined && { 'content-type': 'application/json' }),
    ...(cookie !== undefined && { cookie }),
    ...options.headers,
  };

  const response = await app.fetch(
    new Request(`http://localhost${path}`, {
      method,
      headers,
      ...(body !== undefined && { body }),
    }),
  );
  const wrong = await undocumentedPart(method, path, response);
  if (wrong !== null)
    throw new Error(`${method} ${path}: the document does not say this: ${wrong}`);
  return response;
}

/** The cookie of a response, as the browser would send it back; empty when there is none. */
export function cookieOf(response: Response): string {
  return (response.headers.get('set-cookie') ?? '').split(';', 1)[0] ?? '';
}

/** All cookies of a browser after a response, including those that it sent: a Cookie header. */
export function cookiesOf(response: Response, before = ''): string {
  const jar = new Map<string, string>();
  const given = response.headers.getSetCookie().map((line) => line.split(';', 1)[0] ?? '');
  for (const pair of [...before.split('; '), ...given]) {
    const [name = '', value = ''] = pair.split('=', 2);
    if (value === '') jar.delete(name);
    else jar.set(name, value);
  }
  return [...jar].map(([name, value]) => `${name}=${value}`).join('; ');
}

/** A log that keeps its lines, to test what is logged and what is not. */
export function memoryLog(): Log & { readonly lines: string[] } {
  const lines: string[] = [];
  const write = (level: string) => (event: string, fields?: LogFields) => {
    lines.push(JSON.stringify({ level, event, ...fields }));
  };
  return {
    lines,
    debug: write('debug'),
    info: write('info'),
    warn: write('warn'),
    error: write('error'),
  };
}

/** Whether a status stands for a failure of ours; 501 stands for what this installation lacks. */
export const isOurFailure = (status: number): boolean => status >= 500 && status !== 501;
