import * as z from 'zod/mini';
import { type ProblemCode, problems } from '#contract/problems';
import { isRepeatable, type Route } from '#contract/route';

/** The codes of a route, by status, as references: many routes share them. */
export function problemsOf(route: Route): object {
  return Object.fromEntries(
    [...byStatus(route)].map(([status, codes]) => [
      status,
      { $ref: `#/components/responses/${responseId(codes)}` },
    ]),
  );
}

const responseId = (codes: readonly ProblemCode[]): string => codes.join('.');

function byStatus(route: Route): ReadonlyMap<number, ProblemCode[]> {
  return Map.groupBy(codesOf(route), (code) => problems[code].status);
}

/** The answers that routes refer to. */
export function sharedProblems(routes: readonly Route[]): Record<string, object> {
  const lists = routes.flatMap((route) => [...byStatus(route).values()]);
  return Object.fromEntries(lists.map((codes) => [responseId(codes), problemResponse(codes)]));
}

function problemResponse(codes: readonly ProblemCode[]): object {
  const examples = codes.map((code) => [code, { $ref: `#/components/examples/${code}` }] as const);
  return {
    description: codes.map((code) => `\`${code}\`: ${problems[code].means}`).join('\n\n'),
    content: {
      'application/problem+json': {
        schema: { $ref: '#/components/schemas/Problem' },
        examples: Object.fromEntries(examples),
      },
    },
  };
}

/** The codes that a call can get, each once. */
export function codesOf(route: Route): ProblemCode[] {
  const { scope, path, method, body, readsBody, errors = [] } = route;
  const isWrite = method !== 'GET';
  return [
    ...new Set<ProblemCode>([
      ...(scope ? (['unauthenticated', 'key_expired'] as const) : []),
      ...(scope && scope !== 'any' ? (['scope_required'] as const) : []),
      ...(scope && isWrite ? (['forbidden'] as const) : []),
      ...(path.includes('/:') ? (['not_found'] as const) : []),
      // Also of an address that is no text.
      'malformed',
      ...(isWrite && !readsBody ? (['unsupported_media_type'] as const) : []),
      ...(body ? (['too_large'] as const) : []),
      ...(isPaged(route) ? (['cursor_mismatch'] as const) : []),
      ...(isRepeatable(route)
        ? (['idempotency_running', 'idempotency_mismatch', 'conflict'] as const)
        : []),
      ...errors,
      ...(['invalid', 'too_many_requests', 'internal', 'unavailable', 'busy'] as const),
    ]),
  ];
}

/** Whether the route answers pages of a list, whose address takes a cursor. */
export function isPaged({ query }: Route): boolean {
  return query instanceof z.ZodMiniObject && 'cursor' in query.shape;
}
