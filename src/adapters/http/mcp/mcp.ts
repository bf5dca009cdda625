import { Elysia } from 'elysia';
import type { Log } from '#core/shared/log';
import { Refusal } from '#core/shared/refusal';
import { setCallerAs } from '#adapters/http/frame/caller';
import type { AccountCalls } from '#adapters/http/limits/account-calls';
import {
  bearerOf,
  holderOf,
  type KeySource,
  refuseKeyInAddress,
} from '#adapters/http/sign-in/keyed';

/** This instance, as assistants reach it. */
type McpSite = KeySource & {
  readonly appUrl: string;
  /** The origin of short links without a domain. */
  readonly shortOrigin: string;
  /** Answers a request as if it had come from outside: by the API's routes. */
  readonly answer: (request: Request) => Promise<Response>;
  /** The limits of an account's calls; without it there is no limit. */
  readonly calls?: AccountCalls;
  readonly log: Log;
};

/** Calls a route of the API with the key of the assistant's request. */
export type CallApi = (method: string, path: string, body?: unknown) => Promise<Response>;

/**
 * The Model Context Protocol, by which assistants use the API. The key is checked before anything is
 * read, no cookie is, and the package is loaded at the first call. A request counts as a read, beside the
 * calls that its tools make.
 */
export function mcpRoutes(ports: McpSite) {
  const loaded = once(() => import('./server.ts'));
  return new Elysia({ name: 'mcp' }).post(
    '/api/mcp',
    async ({ request, set: { headers } }) => {
      refuseForeignPage(request, ports.appUrl);
      refuseKeyInAddress({ request, headers });
      const { scopes } = await holderOf(ports, { request, headers });
      const counted = ports.calls?.count(request, { method: 'POST', limit: 'reads' });
      Object.assign(headers, counted?.headers);
      if (counted?.refusal) throw counted.refusal;
      const { answerMcp } = await loaded();
      return answerMcp(request, {
        scopes,
        shortOrigin: ports.shortOrigin,
        call: callWithKeyOf(request, ports),
        log: ports.log,
      });
    },
    { parse: 'none' },
  );
}

function once<T>(load: () => Promise<T>): () => Promise<T> {
  let loading: Promise<T> | null = null;
  return () => (loading ??= load());
}

/** Browsers say which page calls. Assistants that are no pages say nothing. */
function refuseForeignPage({ headers }: Request, appUrl: string): void {
  const origin = headers.get('origin');
  if (origin === null || origin === new URL(appUrl).origin) return;
  throw new Refusal('forbidden', 'This request came from another site');
}

/** Each call is checked, counted and recorded as one from outside, by the same address. */
function callWithKeyOf(request: Request, { appUrl, answer }: McpSite): CallApi {
  return (method, path, body) => {
    const inner = new Request(new URL(path, appUrl), {
      method,
      headers: {
        authorization: `Bearer ${bearerOf(request)}`,
        accept: 'application/json',
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      signal: request.signal,
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    setCallerAs(inner, request);
    return answer(inner);
  };
}
