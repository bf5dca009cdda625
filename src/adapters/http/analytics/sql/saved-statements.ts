import { Elysia } from 'elysia';
import { z } from 'zod';
import type { savedStatements } from '#core/analytics/saved/saved-statements';
import { signedIn, type SignedInPorts } from '#adapters/http/sign-in/signed-in';

export type SavedStatementRoutesPorts = {
  readonly session: SignedInPorts;
  readonly saved: ReturnType<typeof savedStatements>;
  /** The longest text of a statement, in characters. */
  readonly longest: number;
};

const badCharacters = 'This text contains characters that are not allowed';

const name = z
  .string('Enter a name for the statement')
  .trim()
  .min(1, 'Enter a name for the statement')
  .max(60, 'The name must be at most 60 characters')
  .regex(/^\P{Cc}*$/u, badCharacters);

function queryOf(longest: number) {
  return z
    .string('Enter a statement')
    .trim()
    .min(1, 'Enter a statement')
    .max(longest, 'The statement is too long')
    .regex(/^(?:\P{Cc}|[\t\n\r])*$/u, badCharacters);
}

/** The statements that an account keeps under names. They are text: nothing runs them by itself. */
export function savedStatementRoutes({ session, saved, longest }: SavedStatementRoutesPorts) {
  const query = queryOf(longest);
  return new Elysia({ name: 'saved statements' })
    .use(signedIn(session))
    .get('/api/sql/saved', ({ user }) => saved.list(user.id))
    .post(
      '/api/sql/saved',
      async ({ user, body, set }) => {
        const statement = await saved.save(user.id, body);
        set.status = 201;
        return statement;
      },
      { body: z.object({ name, query }) },
    )
    .patch(
      '/api/sql/saved/:id',
      ({ user, params, body }) =>
        saved.change(user.id, params.id, { name: body.name ?? null, query: body.query ?? null }),
      { body: z.object({ name: name.optional(), query: query.optional() }) },
    )
    .delete('/api/sql/saved/:id', async ({ user, params, set }) => {
      await saved.remove(user.id, params.id);
      set.status = 204;
    });
}
