import { Elysia } from 'elysia';
import * as z from 'zod/mini';
import { isId } from '#contract/fields';
import type { Answer, Body, Params, Query, Route, Schema } from '#contract/route';
import type { FindApiKey } from '#core/accounts/api-keys';
import { type User } from '#core/accounts/user';
import { invalid, type Issue, notFound } from '#core/shared/refusal';
import type { AccountWrites } from '#adapters/http/limits/account-writes';
import { type AnswerHeaders, holderOf, type Keyed } from '#adapters/http/sign-in/keyed';
import { notSignedIn, type SignedInPorts, userOf } from '#adapters/http/sign-in/signed-in';
import { setActor } from './request-subject.ts';
import { readJsonBody } from './json-body.ts';
import { queryOf } from './malformed-url.ts';
import { writerOf } from './writer.ts';

/** What a handler gets. */
export type Call<R extends Route> = {
  /** The signed-in person; null where anybody may call. Of a key, the account alone is known. */
  readonly caller: R extends { readonly caller: 'anybody' }
    ? null
    : R extends { readonly caller: object }
      ? Pick<User, 'id'>
      : User;
  readonly params: Params<R>;
  readonly query: Query<R>;
  readonly body: Body<R>;
  readonly request: Request;
  /** Headers of the answer, also of a Response. */
  readonly headers: AnswerHeaders;
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
  /** The write limits of an account; without it there is no limit. */
  readonly writes?: AccountWrites;
  /**
   * The mark of an account's numbers and links as they are now; null when it cannot be read. Without
   * it no answer names one.
   */
  readonly markFor?: (userId: string) => Promise<string | null>;
};

/** The mark that is sent when the real one cannot be read. No update of an open page has it. */
const unknownMark = 'unknown';

/**
 * The routes as a plugin of the frame. A call is checked in this order: the session or the key, the
 * key's scope, the limit, the id in the path, the query, the body. So a stranger's body is never read.
 */
export function mounted(ports: MountPorts, mountables: readonly Mountable[]) {
  const app = new Elysia();
  for (const mountable of mountables) mount(app, ports, mountable);
  return app;
}

function mount(app: Elysia, ports: MountPorts, { route, handle }: Mountable): void {
  const { writes, markFor } = ports;
  const { method, path, answer } = route;
  const write = answer && writerOf(answer);

  app.route(
    method,
    path,
    async ({ request, set, ...context }) => {
      // The framework gives none for a path without parameters.
      const params = { ...context.params };
      const caller = await callerOf(ports, route, { request, headers: set.headers });
      const counted = writes?.count({ request, route: path });
      Object.assign(set.headers, counted?.headers);
      if (counted?.refusal) throw counted.refusal;
      refuseOtherIds(params);
      // The mark is read before the numbers. Updates of open pages (`GET /api/events`) have the
      // same marks, so a page loads again only data that is older than an update.
      if (route.marks && markFor && caller) {
        set.headers['x-numbers-mark'] = (await markFor(caller.id)) ?? unknownMark;
      }

      const query = route.query && parsed(route.query, queryOf(request.url));
      // A write without a body also refuses content types that another site's form could send.
      const readsJson = method !== 'GET' && !route.readsBody;
      const json = readsJson ? await readJsonBody(request) : null;
      const body = route.body && parsed(route.body, json);
      const { headers } = set;
      const given = { caller, params, query, body, request, headers };
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- of this route's own schemas
      const answered = await handle(given as Call<Route>);
      if (answered instanceof Response) return answered;
      set.status = route.status ?? (write ? 200 : 204);
      return write?.(answered);
    },
    { parse: 'none' },
  );
}

/**
 * The signed-in person, or the account of an API key. Null for routes that anybody may call: no
 * database is queried, and no account's limit counts the call. Operator routes answer 404 to
 * everybody else.
 */
async function callerOf(
  { session, isOperator, findKey = async () => null }: MountPorts,
  { caller }: Route,
  { request, headers }: Keyed,
): Promise<Pick<User, 'id'> | null> {
  const hasKey = request.headers.has('authorization');
  if (typeof caller === 'object' && (hasKey || !caller.orPerson)) {
    const { userId } = await holderOf(findKey, caller.scope, { request, headers });
    return { id: userId };
  }
  if (caller === 'anybody') return null;
  const user = await userOf(session, request);
  if (caller === 'operator' && !(user && isOperator?.(user))) throw notFound();
  if (user === null) throw notSignedIn();
  setActor(request, 'session', user.id);
  return user;
}

/** Refuses texts that do not have the form of an id, so that no query searches for them. */
function refuseOtherIds(params: Readonly<Record<string, string>>): void {
  for (const [name, value] of Object.entries(params)) {
    if (/id$/i.test(name) && !isId(value)) throw notFound();
  }
}

/** Reads a request's value by its schema. Refuses `invalid` with every issue, each once. */
function parsed(schema: Schema, value: unknown): unknown {
  const read = z.safeParse(schema, value);
  if (read.success) return read.data;

  const issues = new Map<string, Issue>();
  for (const { path: at, message } of read.error.issues) {
    const path = at.join('.');
    const issue = { path, message: path === '' ? 'Send a JSON object' : message };
    issues.set(`${path} ${issue.message}`, issue);
  }
  const [first = { path: '', message: 'Invalid request' }, ...rest] = issues.values();
  throw invalid(first, ...rest);
}
