import { Elysia } from 'elysia';
import { concernedBy } from '#adapters/http/frame/concerned';
import type { EventRoutesPorts } from './events.ts';

const numbersMarkHeader = 'x-numbers-mark';

/** Stands for a mark that cannot be read: no update of an open page has it. */
const unknownMark = 'unknown';

export type MarkFor = EventRoutesPorts['markFor'];

/** The other paths whose answers depend on an account's clicks, conversions and links. */
const marked = new Set([
  '/api/links/:id/clicks',
  '/api/links/:id/variants',
  '/api/analytics',
  '/api/analytics/report',
  '/api/analytics/list',
]);

/**
 * Adds to a person's numbers the mark of their state, read before the numbers are. The updates of
 * an open page (`GET /api/events`) name the same marks, so that the page loads again only what is
 * older.
 */
export function numbersMark({ markFor }: Pick<EventRoutesPorts, 'markFor'>) {
  return new Elysia({ name: 'numbers-mark' }).onBeforeHandle(
    { as: 'global' },
    async ({ request, route, set }) => {
      if (request.method !== 'GET' || !marked.has(route)) return;
      const { actor, account } = concernedBy(request);
      if (actor !== 'session' || account.kind !== 'known') return;
      Object.assign(set.headers, await markHeaders(markFor, account.userId));
    },
  );
}

/** The mark of the account's numbers as they are now, for an answer. */
export async function markHeaders(
  markFor: MarkFor,
  userId: string,
): Promise<Readonly<Record<string, string>>> {
  return { [numbersMarkHeader]: (await markFor(userId)) ?? unknownMark };
}
