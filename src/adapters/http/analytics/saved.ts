import { Elysia } from 'elysia';
import { z } from 'zod';
import type { annotationsOf } from '#core/analytics/saved/annotations';
import type { savedViews } from '#core/analytics/saved/saved-views';
import { signedIn, type SignedInPorts } from '#adapters/http/sign-in/signed-in';

export type SavedRoutesPorts = {
  readonly session: SignedInPorts;
  readonly savedViews: ReturnType<typeof savedViews>;
  readonly annotations: ReturnType<typeof annotationsOf>;
};

const oneLine = /^\P{Cc}*$/u;
const badCharacters = 'This text contains characters that are not allowed';

const name = z
  .string('Enter a name for the view')
  .trim()
  .min(1, 'Enter a name for the view')
  .max(60, 'The name must be at most 60 characters')
  .regex(oneLine, badCharacters);
const query = z
  .string("Send the search part of the page's address")
  .max(4000, 'The address must be at most 4,000 characters')
  .regex(oneLine, badCharacters)
  .transform((search) => search.replace(/^\?/, ''));

const date = z.iso
  .date('Send a day as YYYY-MM-DD')
  .refine((day) => day >= '2000-01-01' && day < '2100-01-01', 'Choose a day of this century');
const text = z
  .string('Enter a note')
  .trim()
  .min(1, 'Enter a note')
  .max(140, 'The note must be at most 140 characters')
  .regex(oneLine, badCharacters);

/** What an account keeps beside its numbers: saved views, and notes on days. */
export function savedRoutes({ session, savedViews, annotations }: SavedRoutesPorts) {
  return new Elysia({ name: 'saved' })
    .use(signedIn(session))
    .get('/api/analytics/views', ({ user }) => savedViews.list(user.id))
    .post(
      '/api/analytics/views',
      async ({ user, body, set }) => {
        const view = await savedViews.save(user.id, body);
        set.status = 201;
        return view;
      },
      { body: z.object({ name, query }) },
    )
    .patch(
      '/api/analytics/views/:id',
      ({ user, params, body }) =>
        savedViews.change(user.id, params.id, {
          name: body.name ?? null,
          query: body.query ?? null,
        }),
      { body: z.object({ name: name.optional(), query: query.optional() }) },
    )
    .delete('/api/analytics/views/:id', async ({ user, params, set }) => {
      await savedViews.remove(user.id, params.id);
      set.status = 204;
    })
    .get('/api/analytics/annotations', ({ user }) => annotations.list(user.id))
    .post(
      '/api/analytics/annotations',
      async ({ user, body, set }) => {
        const annotation = await annotations.add(user.id, body);
        set.status = 201;
        return annotation;
      },
      { body: z.object({ date, text }) },
    )
    .patch(
      '/api/analytics/annotations/:id',
      ({ user, params, body }) =>
        annotations.change(user.id, params.id, {
          date: body.date ?? null,
          text: body.text ?? null,
        }),
      { body: z.object({ date: date.optional(), text: text.optional() }) },
    )
    .delete('/api/analytics/annotations/:id', async ({ user, params, set }) => {
      await annotations.remove(user.id, params.id);
      set.status = 204;
    });
}
