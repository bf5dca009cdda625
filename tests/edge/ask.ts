import { call, type Call } from '#tests/support/calls';
import type { EdgeWorld } from '#tests/support/worlds/edge-world';
import type { Things } from '#tests/support/builders/tenants';
import type { Row } from './row.ts';
import { rows } from './rows.ts';

/** A route of the application, by its name in the matrix. */
export type Route = { readonly name: string; readonly method: string; readonly path: string };

/** All routes of the application. */
export function routesOf(world: Pick<EdgeWorld, 'api'>): Route[] {
  return world.api.routes.map(({ method, path }) => ({ name: `${method} ${path}`, method, path }));
}

/** The route's row in the matrix; throws when there is none. */
export function rowOf({ name }: Route): Row {
  const row = rows[name];
  if (row === undefined) throw new Error(`${name} has no row in the matrix`);
  return row;
}

/** The URL with which the route requests a person's things. */
export function addressOf(route: Route, things: Things): string {
  return rowOf(route).address?.(things) ?? route.path;
}

/** How a person calls a route: with their session, or where that opens nothing with their key. */
export function callerAs({ name }: Pick<Route, 'name'>): (person: Things) => Call {
  const isForPrograms = rows[name]?.program !== undefined;
  return ({ fullKey, cookie }) => (isForPrograms ? bearer(fullKey) : { cookie });
}

export const bearer = (key: string): Call => ({ headers: { authorization: `Bearer ${key}` } });

/** Requests the things by `route`, from a unique address; `more` identifies the caller. */
export function ask(
  { api }: Pick<EdgeWorld, 'api'>,
  { route, things }: { readonly route: Route; readonly things: Things },
  more: Call,
): Promise<Response> {
  const { type, ...row } = rowOf(route);
  const json = row.json?.(things);
  return call(api, addressOf(route, things), {
    method: route.method,
    ...(json !== undefined && { json }),
    ...more,
    // Limits by address have their own tests.
    headers: {
      'x-forwarded-for': randomAddress(),
      ...(type !== undefined && { 'content-type': type }),
      ...more.headers,
    },
  });
}

function randomAddress(): string {
  return `2001:db8:${[1, 2, 3].map(() => Math.floor(Math.random() * 65_536).toString(16)).join(':')}::1`;
}
