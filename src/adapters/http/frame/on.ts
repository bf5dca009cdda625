import { Elysia } from 'elysia';
import { isId } from '#contract/fields';
import {
  type Answer,
  type Body,
  type Params,
  partsOf,
  type Query,
  type Route,
  type RouteName,
} from '#contract/route';
import { namesOf } from '#contract/routes';
import type { FindApiKey } from '#core/accounts/api-keys';
import { type User } from '#core/accounts/user';
import { notFound, Refusal } from '#core/shared/refusal';
import type { AccountCalls } from '#adapters/http/limits/account-calls';
import { nextLink } from '#adapters/http/paging/cursor';
import {
  type AnswerHeaders,
  holderOf,
  type Keyed,
  refuseKeyInAddress,
  requireScope,
} from '#adapters/http/sign-in/keyed';
import { notSignedIn, type SignedInPorts, userOf } from '#adapters/http/sign-in/signed-in';
import { addressOf as callersAddress } from './caller.ts';
import { setActor } from './request-subject.ts';
import { readJsonBody } from './json-body.ts';
import { parsed, parsedQuery } from './parsed.ts';
import { answerOnce, fileIn, idempotencyKeyOf, type Repeats } from './repeats.ts';
import { writerOf } from './writer.ts';

/** What a handler gets. */
export type Call<R extends Route> = {
  /** The signed-in person, or the one whose key it is; null where anybody may call. */
  readonly caller: R extends { readonly caller: 'anybody' } ? null : User;
  /** Of the key that calls, where only keys call. */
  readonly keyId: R extends { readonly scope: 'any' } ? string : null;
  readonly params: Params<R>;
  readonly query: Query<R>;
  readonly body: Body<R>;
  readonly request: Request;
  /** Headers of the answer, also of a Response. */
  readonly headers: AnswerHeaders;
  /** Sets another status of success than the route's. */
  readonly setStatus: (status: 200 | 201) => void;
  /** The id of the thing that an idempotent call makes; null without an idempotency key. */
  readonly chosenId: string | null;
};

type Handle<R extends Route> = (call: Call<R>) => Promise<Answer<R> | Response>;

/** A route with its handler, for `mounted`. */
export type Mountable = {
  readonly route: Route;
  readonly handle: (call: Call<Route>) => Promise<unknown>;
};

/** Answers a route of the contract. A Response is sent as it is, anything else as the route's `answer`. */
export function on<R extends Route>(route: R, handle: Handle<R>): Mountable {
  return { route, handle };
}

export type MountPorts = {
  readonly session: SignedInPorts;
  /** Who is an operator; without it nobody is. */
  readonly isOperator?: (user: User) => boolean;
  /** Finds API keys; without it no key is valid. */
  readonly findKey?: FindApiKey;
  /** The network address of a caller; without it the address of the connection. */
  readonly addressOf?: (request: Request) => string;
  /** The limits of an account's calls; without it there is no limit. */
  readonly calls?: AccountCalls;
  /** What repeats of a call are recognised by; without it keys are ignored. */
  readonly repeats?: Repeats;
  /**
   * The mark of an account's numbers and links as they are now; null when it cannot be read. Without
   * it no answer names one.
   */
  readonly markFor?: (userId: string) => Promise<string | null>;
};

/** The mark that is sent when the real one cannot be read. No update of an open page has it. */
const unknownMark = 'unknown';

/**
 * The routes as a plugin of the frame, each at its own address and at its older one. A call is checked in this order: the session or the key, the
 * key's scope, the limit, the id in the path, the query, the body. So a stranger's body is never read.
 */
export function mounted(ports: MountPorts, mountables: readonly Mountable[]) {
  const app = new Elysia();
  for (const mountable of mountables) mount(app, ports, mountable);
  return app;
}

function mount(app: Elysia, ports: MountPorts, mountable: Mountable): void {
  for (const name of namesOf(mountable.route)) mountAt(app, ports, { ...mountable, name });
}

type At = Mountable & { readonly name: RouteName };

function mountAt(app: Elysia, ports: MountPorts, { route, handle, name }: At): void {
  const { markFor, repeats } = ports;
  const { method, path } = partsOf(name);
  const write = route.answer && writerOf(route.answer);
  const isStrict = /^\/api\/v1(\/|$)/.test(path);
  const { scope: _, ...forPeople } = route;

  app.route(
    method,
    path,
    async ({ request, set, ...context }) => {
      // The framework gives none for a path without parameters.
      const params = { ...context.params };
      const { headers } = set;
      const keyed = { request, headers };
      const { caller, keyId } = await callerOf(ports, isStrict ? route : forPeople, keyed);
      countRows(ports, keyed, { route, rows: 1 });
      refuseOtherIds(params);
      // The mark is read before the numbers. Updates of open pages (`GET /api/v1/stream`) have the
      // same marks, so a page loads again only data that is older than an update.
      if (route.marks && markFor && caller) {
        headers['x-numbers-mark'] = (await markFor(caller.id)) ?? unknownMark;
      }

      const query = parsedQuery(route, request.url, isStrict);
      // A write without a body also refuses content types that another site's form could send.
      const readsJson = method !== 'GET' && !route.readsBody;
      const json = readsJson ? await readJsonBody(request, route.mostBytes) : null;
      const body = route.body && parsed(route.body, json, { isStrict });
      if (route.rowsOf) countRows(ports, keyed, { route, rows: route.rowsOf(body) - 1 });
      let status: number = route.status ?? (write ? 200 : 204);
      const setStatus = (other: number) => {
        status = other;
      };
      const given = { caller, keyId, params, query, body, request, headers, setStatus };
      const run = (chosenId: string | null) =>
        // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- of this route's own schemas
        handle({ ...given, chosenId } as Call<Route>);

      const key = isStrict && caller ? idempotencyKeyOf(request, route) : null;
      if (key !== null && caller && repeats) {
        const userId = caller.id;
        const sent = route.readsBody ? await fileIn(repeats, { userId, request }, route) : json;
        const asked = { userId, key, route, parts: { params, query, json: sent } };
        return answerOnce(repeats, asked, async (chosenId) => {
          const answered = await run(chosenId);
          return { status, value: write?.(answered) };
        });
      }
      const answered = await run(null);
      if (answered instanceof Response) return answered;
      set.status = status;
      const written = write?.(answered);
      if (isStrict && method === 'GET') Object.assign(headers, nextLink(request.url, written));
      // The framework would send an empty body.
      return written === null ? Response.json(null, { status }) : written;
    },
    { parse: 'none' },
  );
}

type Counted = { readonly route: Route; readonly rows: number };

/** Counts the call's rows, and refuses it when the limit has no room for them. */
function countRows({ calls }: MountPorts, call: Keyed, { route, rows }: Counted): void {
  const counted = calls?.count(call.request, route, rows);
  Object.assign(call.headers, counted?.headers);
  if (counted?.refusal) throw counted.refusal;
}

/**
 * The signed-in person, or the one whose API key the Authorization header has: with that header no
 * cookie is read. Null for routes that anybody may call: no database is queried, and no account's
 * limit counts the call. Operator routes answer 404 to everybody else.
 */
async function callerOf(
  { session, isOperator, findKey = async () => null, addressOf = callersAddress }: MountPorts,
  { caller, scope, orScope }: Route,
  call: Keyed,
): Promise<Caller> {
  const { request } = call;
  if (caller === 'anybody') return { caller: null, keyId: null };
  refuseKeyInAddress(call);
  if (caller !== 'operator' && request.headers.has('authorization')) {
    const holder = await holderOf({ findKey, addressOf }, call);
    if (scope === undefined) throw sessionRequired();
    requireScope(holder, { scope, orScope }, call);
    return { caller: holder.user, keyId: holder.keyId };
  }
  const user = scope === 'any' ? null : await userOf(session, request);
  if (caller === 'operator' && !(user && isOperator?.(user))) throw notFound();
  if (user === null) {
    if (scope) call.headers['www-authenticate'] = 'Bearer';
    throw notSignedIn();
  }
  setActor(request, 'session', user.id);
  return { caller: user, keyId: null };
}

type Caller = { readonly caller: User | null; readonly keyId: string | null };

function sessionRequired(): Refusal {
  return new Refusal('session_required', 'Only a signed-in person can do this, not an API key');
}

/** Refuses texts that do not have the form of an id, so that no query searches for them. */
function refuseOtherIds(params: Readonly<Record<string, string>>): void {
  for (const [name, value] of Object.entries(params)) {
    if (/id$/i.test(name) && !isId(value)) throw notFound();
  }
}
