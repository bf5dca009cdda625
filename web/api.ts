import { longestPage } from '#contract/longest-page';
import type { AnswerJson, BodyJson, DeepReadonly, Params, QueryJson, Route } from '#contract/route';
import type { Routes } from '#contract/routes';
import { ApiError, type Problem, unreachable } from './api-error.ts';
import { markedFetch } from './numbers-version.ts';
import { patientFetch } from './patient-fetch.ts';

export type User = AnswerJson<Routes['GET /api/auth/user']>;
export type Registration = BodyJson<Routes['POST /api/register']>;
export type PasswordReset = BodyJson<Routes['POST /api/auth/reset-password']>;
export type Link = AnswerJson<Routes['GET /api/v1/links/:id']>;
export type NewLink = BodyJson<Routes['POST /api/links']>;
export type LinkChange = BodyJson<Routes['PUT /api/links/:id']>;
export type NewBulk = BodyJson<Routes['POST /api/v1/bulk-actions']>;
export type BulkRun = AnswerJson<Routes['GET /api/v1/bulk-actions/:id']>;
export type LinkImport = DeepReadonly<AnswerJson<Routes['GET /api/v1/imports/:id']>>;
export type ImportSummary = AnswerJson<Routes['GET /api/v1/imports']>['data'][number];
export type Analytics = DeepReadonly<AnswerJson<Routes['GET /api/analytics']>>;
/** The owner's has costs; a public page's has none. */
export type Report = PublicReport['report'] &
  Partial<Pick<DeepReadonly<AnswerJson<Routes['GET /api/analytics/report']>>, 'costs'>>;
export type LinkClicks = DeepReadonly<AnswerJson<Routes['GET /api/v1/links/:id/clicks']>>;
export type PublicReport = DeepReadonly<AnswerJson<Routes['GET /api/public/:token']>>;
export type PublicPage = AnswerJson<Routes['GET /api/v1/links/:id/public-page']>;
export type NewPayment = BodyJson<Routes['POST /api/create-payment-intent']>;
export type SqlSchema = DeepReadonly<AnswerJson<Routes['GET /api/v1/sql/schema']>>;
export type ServerLogin = NonNullable<AnswerJson<Routes['GET /api/v1/sql/login']>['login']>;
export type TimeRange = '7d' | '30d' | '90d' | 'all';

/**
 * One page of a list, with the cursors of the next and previous pages. A cursor is null at an end.
 */
export type PageOf<T> = {
  readonly items: readonly T[];
  /** Entries on all pages. */
  readonly total: number;
  readonly next: string | null;
  readonly previous: string | null;
};

let whenUnauthorized = (): void => {};

/**
 * Calls the listener when a call returns 401, because the session may have ended. The call that
 * asks who is signed in does not count: the listener makes that call.
 */
export function onUnauthorized(listener: () => void): void {
  whenUnauthorized = listener;
}

/** The parts that a call sends: each part that its route reads. */
type Sent<R extends Route> = ([keyof Params<R>] extends [never] ? object : { params: Params<R> }) &
  (QueryJson<R> extends undefined ? object : { query: QueryJson<R> }) &
  (BodyJson<R> extends undefined ? object : { body: BodyJson<R> }) & {
    readonly signal?: AbortSignal;
    /** The media type of the answer, where a route can also answer a file. */
    readonly accept?: string;
  };

type AnySent = {
  readonly params?: Readonly<Record<string, string>>;
  /** A parameter with several values is repeated. */
  readonly query?: Readonly<Record<string, string | readonly string[] | undefined>> | undefined;
  readonly body?: unknown;
  readonly signal?: AbortSignal;
  readonly accept?: string;
};

/**
 * Calls a route of the API, `call('PATCH /api/v1/tags/:id', { params, body })`, and returns the JSON of
 * its answer. Throws an `ApiError` when the server returns an error or cannot be reached.
 */
export async function call<Name extends keyof Routes>(
  name: Name,
  ...[sent]: object extends Sent<Routes[Name]>
    ? [sent?: Sent<Routes[Name]>]
    : [sent: Sent<Routes[Name]>]
): Promise<AnswerJson<Routes[Name]>> {
  const answer = await send(name, sent ?? {});
  const read: unknown = answer.status === 204 ? undefined : await jsonOf(answer);
  // The server's handler is typed by the same route.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  return read as AnswerJson<Routes[Name]>;
}

/** The lists of the account. A list whose path has parameters is read by `call`, page by page. */
type ListNames<Name extends keyof Routes> = Name extends `GET ${string}`
  ? [keyof Params<Routes[Name]>, AnswerJson<Routes[Name]>] extends [
      never,
      { data: unknown[]; nextCursor: string | null },
    ]
    ? Name
    : never
  : never;
type Item<Name extends keyof Routes> =
  AnswerJson<Routes[Name]> extends { data: (infer One)[] } ? One : never;

/** Calls a route that answers a page of a list until it has answered all of them. Throws as `call` does. */
export async function callAll<Name extends ListNames<keyof Routes>>(
  name: Name,
): Promise<Item<Name>[]> {
  const items: Item<Name>[] = [];
  let cursor: string | undefined;
  do {
    const query = { limit: `${longestPage}`, cursor };
    // Each page has the cursor of the next one.
    // oxlint-disable-next-line no-await-in-loop
    const read: unknown = await jsonOf(await send(name, { query }));
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- as in `call`
    const page = read as { data: Item<Name>[]; nextCursor: string | null };
    items.push(...page.data);
    cursor = page.nextCursor ?? undefined;
  } while (cursor !== undefined);
  return items;
}

type Pages = 'GET /api/links';

/** Calls a route that answers a page of a list: its total and cursors are headers. */
export async function callPage<Name extends Pages>(
  name: Name,
  sent: Sent<Routes[Name]>,
): Promise<PageOf<AnswerJson<Routes[Name]>[number]>> {
  const answer = await send(name, sent);
  const read = await jsonOf(answer);
  if (!Array.isArray(read)) throw new Error('This is no page of a list');
  const { headers } = answer;
  return {
    items: read,
    total: Number(headers.get('x-total-count')),
    next: /[?&]cursor=([\w-]+)/.exec(headers.get('link') ?? '')?.[1] ?? null,
    previous: headers.get('x-previous-cursor'),
  };
}

/** Calls a route whose answer is a file, or whose headers are needed. Throws as `call` does. */
export function callForAnswer<Name extends keyof Routes>(
  name: Name,
  sent: Sent<Routes[Name]>,
): Promise<Response> {
  return send(name, sent);
}

async function send(
  name: keyof Routes,
  { body, signal, accept, ...at }: AnySent,
): Promise<Response> {
  const [method = '', path = ''] = name.split(' ');
  const answer = await markedFetch(addressOf(path, at), {
    method,
    ...(signal && { signal }),
    headers: {
      ...(accept !== undefined && { accept }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  }).catch((error: unknown) => {
    throw failureOf(0, error);
  });
  if (answer.ok) return answer;
  const read = await jsonOf(answer);
  const isQuestion = name === 'GET /api/auth/user';
  throw isQuestion ? errorOf(answer.status, read) : failureOf(answer.status, read);
}

/** The JSON of an answer; null when the body is not JSON. */
function jsonOf(answer: Response): Promise<unknown> {
  return answer.json().catch(() => null);
}

function addressOf(path: string, { params = {}, query = {} }: AnySent): string {
  const filled = path.replaceAll(/:(\w+)/g, (_, name: string) =>
    encodeURIComponent(params[name] ?? ''),
  );
  const fields = Object.entries(query).flatMap(([name, value = []]) =>
    [value].flat().map((each) => [name, each]),
  );
  return fields.length === 0 ? filled : `${filled}?${new URLSearchParams(fields)}`;
}

/** Returns a file of the API, by its path. Throws as `call` does. */
export async function askFile(path: string, signal?: AbortSignal): Promise<Blob> {
  const answer = await patientFetch(path, signal ? { signal } : {});
  if (answer.ok) return answer.blob();
  throw failureOf(answer.status, await jsonOf(answer));
}

/** Uploads a CSV file to a path of the API and returns the answer. Throws as `call` does. */
export async function sendCsv(path: string, file: File): Promise<unknown> {
  const answer = await fetch(`${path}?name=${encodeURIComponent(file.name)}`, {
    method: 'POST',
    headers: { 'content-type': 'text/csv' },
    body: file,
  }).catch(() => null);
  const body: unknown = await answer?.json().catch(() => null);
  if (answer?.ok) return body;
  throw failureOf(answer?.status ?? 0, body);
}

const putLimitMs = 60_000;

/** Uploads a picture to the address that the server gave. The request carries no cookies. */
export async function putPicture(url: string, picture: Blob): Promise<void> {
  const answer = await fetch(url, {
    method: 'PUT',
    headers: { 'content-type': picture.type },
    body: picture,
    credentials: 'omit',
    signal: AbortSignal.timeout(putLimitMs),
  });
  if (!answer.ok) throw new Error(`The upload was answered with ${answer.status}`);
}

/** The error of a failed answer. For a 401, it calls the listener first. */
function failureOf(status: number, body: unknown): ApiError {
  if (status === 401) whenUnauthorized();
  return errorOf(status, body);
}

function errorOf(status: number, body: unknown): ApiError {
  if (isProblem(body)) return new ApiError(status, body);
  // When `fetch` throws, the client passes the thrown error as the body.
  const code = body instanceof Error ? unreachable : '';
  return new ApiError(0, { message: 'Waypost cannot be reached. Please try again.', code });
}

/**
 * Waypost sends every error as a problem document. Any other body comes from something else, such
 * as a proxy.
 */
function isProblem(value: unknown): value is Problem {
  return (
    typeof value === 'object' &&
    value !== null &&
    !(value instanceof Error) &&
    'message' in value &&
    typeof value.message === 'string'
  );
}
