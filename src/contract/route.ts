import type * as z from 'zod/mini';
import type { Scope } from '#contract/accounts/api-keys';
import type { AuditEvent } from './audit.ts';
import type { CallLimit } from './call-limits.ts';
import type { ProblemCode } from './problems.ts';

export type Schema = z.core.$ZodType;

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/**
 * A method and a path: `PATCH /api/v1/tags/:id`. `:id` stands for one segment; a parameter whose name
 * ends with `id` is an id.
 */
export type RouteName = `${Method} /${string}`;

/** The facts about a call of the API. Server, client, limits and audit trail derive from them. */
type Details = {
  /**
   * Whose calls need no scope: `anybody`'s, whose session is not read, or operators'. Absent: people
   * who are signed in, and with `scope` also programs.
   */
  readonly caller?: 'anybody' | 'operator';
  /**
   * What an API key must be allowed to do to call it; `any`: the call is about the key itself, so any
   * key opens it and no session does. Absent: no key opens it, because the call proves or replaces the
   * person.
   */
  readonly scope?: Scope | 'any';
  /** Another scope that opens it too. */
  readonly orScope?: Scope;
  /** The older address of the same call, for sessions, where unknown fields are ignored. */
  readonly alsoAt?: RouteName;
  /** The limit that counts the call; absent: `others` for writes, and `reads` for reads with a scope. */
  readonly limit?: CallLimit;
  /** How many calls a body counts as in the limit; absent: one. */
  readonly rowsOf?: (body: unknown) => number;
  /** The audit trail's event for this call; absent: only denials are recorded. */
  readonly audit?: AuditEvent;
  /** Whether the answer depends on the account's numbers, and names the mark of their state. */
  readonly marks?: true;
  /** The fields of the address's query. */
  readonly query?: Schema;
  /** The fields of the query that a caller may repeat. What fits one of the values fits. */
  readonly severalOf?: readonly string[];
  /** The JSON of the request. Fields that it does not name are refused under `/api/v1`, else dropped. */
  readonly body?: Schema;
  /** The largest body in bytes, of JSON and of a compared file; absent: 64 KB. */
  readonly mostBytes?: number;
  /** The answer has a secret that is shown this once, so it is not kept for repeats of the call. */
  readonly isSecret?: true;
  /** The handler reads the body itself: a file of this media type. */
  readonly readsBody?: string;
  /** The file in the body is compared, so that repeats of the call can be recognised. */
  readonly comparesFile?: true;
  /** The status of success; absent: 200, or 204 without an answer. */
  readonly status?: 201 | 202;
  /** Another status of success, which the handler sets. */
  readonly alsoStatus?: 201;
  /** The JSON of success. Fields that it does not name are not sent. Absent: no content. */
  readonly answer?: Schema;
  /** The media types of a success that is a file. */
  readonly file?: readonly string[];
  /** The codes of its refusals, beyond those that every call can get. */
  readonly errors?: readonly ProblemCode[];
  /** A few words for the reference. Absent: the words of the route's name in the contract. */
  readonly summary?: string;
  /** The reference's example of a body. Absent: its required fields. */
  readonly example?: unknown;
  /** The reference's example of a query. Absent: its required fields. */
  readonly exampleQuery?: Readonly<Record<string, string>>;
};

export type Route = Details & {
  readonly name: RouteName;
  readonly method: Method;
  readonly path: string;
};

/** A route with its exact type, from which the types of its calls derive. */
export function route<const Name extends RouteName, const D extends Details>(
  name: Name,
  details: D,
): Readonly<D> & Pick<Route, 'method' | 'path'> & { readonly name: Name } {
  return { ...details, name, ...partsOf(name) };
}

/**
 * Whether repeats of a call are answered as the first time, by its `Idempotency-Key`. The answers with
 * a secret are not kept, and neither are files and numbers. A call with a file needs `comparesFile`.
 */
export function isRepeatable({ method, scope, ...details }: Route): boolean {
  const { isSecret, readsBody, comparesFile, marks, file } = details;
  const isWrite = method === 'POST' || method === 'PUT' || method === 'PATCH';
  const isKept = [isSecret, marks, file].every((detail) => detail === undefined);
  const isCompared = readsBody === undefined || comparesFile === true;
  return isWrite && scope !== undefined && isKept && isCompared;
}

/** The method and the path of a route's name. */
export function partsOf(name: RouteName): Pick<Route, 'method' | 'path'> {
  const space = name.indexOf(' ');
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a route's name begins with one
  return { method: name.slice(0, space) as Method, path: name.slice(space + 1) };
}

type ParamName<Path extends string> = Path extends `${string}:${infer Name}/${infer Rest}`
  ? Name | ParamName<Rest>
  : Path extends `${string}:${infer Name}`
    ? Name
    : never;

/** The parameters of a route's path. */
export type Params<R extends Route> = { readonly [Name in ParamName<R['name']>]: string };

type Output<S> = S extends Schema ? z.output<S> : undefined;
type Input<S> = S extends Schema ? z.input<S> : undefined;
type Of<R extends Route, Part extends 'query' | 'body' | 'answer'> = R extends {
  readonly [Key in Part]: infer S;
}
  ? S
  : undefined;

/** The request's JSON as a handler gets it; `undefined` when the route reads none. */
export type Body<R extends Route> = Output<Of<R, 'body'>>;
/** The request's JSON as a client sends it. */
export type BodyJson<R extends Route> = Input<Of<R, 'body'>>;
/** The address's query as a handler gets it. */
export type Query<R extends Route> = Output<Of<R, 'query'>>;
/** The address's query as a client sends it. */
export type QueryJson<R extends Route> = Input<Of<R, 'query'>>;
/** What a handler returns, with dates as `Date`. It may have more fields than are sent. */
export type Answer<R extends Route> = R extends { readonly answer: infer S extends Schema }
  ? DeepReadonly<z.output<S>>
  : void;
/** The answer's JSON as a client gets it. */
export type AnswerJson<R extends Route> = Input<Of<R, 'answer'>>;

/** A type whose values cannot be changed, at any depth. */
export type DeepReadonly<T> = T extends Date
  ? T
  : T extends readonly (infer Item)[]
    ? readonly DeepReadonly<Item>[]
    : T extends object
      ? { readonly [Key in keyof T]: DeepReadonly<T[Key]> }
      : T;
