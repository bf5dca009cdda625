import { Elysia } from 'elysia';
import { z } from 'zod';
import type { utmTemplatesOf } from '#core/links/labels/utm-templates';
import { signedIn, type SignedInPorts } from '#adapters/http/sign-in/signed-in';

export type UtmTemplateRoutesPorts = {
  readonly session: SignedInPorts;
  readonly utmTemplates: ReturnType<typeof utmTemplatesOf>;
};

const value = z
  .string('Must be text')
  .trim()
  .max(200, 'Use at most 200 characters')
  .regex(/^\P{Cc}*$/u, 'This text contains characters that are not allowed')
  .default('');

const newTemplate = z.object({
  name: z.string('Enter a name').max(1000, 'A name has at most 50 characters'),
  utm_source: value,
  utm_medium: value,
  utm_campaign: value,
  utm_term: value,
  utm_content: value,
});

/** UTM parameters that an account keeps under names. */
export function utmTemplateRoutes({ session, utmTemplates }: UtmTemplateRoutesPorts) {
  return new Elysia({ name: 'utm-templates' })
    .use(signedIn(session))
    .get('/api/utm-templates', ({ user }) => utmTemplates.list(user.id))
    .post(
      '/api/utm-templates',
      async ({ user, body, set }) => {
        const template = await utmTemplates.add(user.id, body);
        set.status = 201;
        return template;
      },
      { body: newTemplate },
    )
    .put(
      '/api/utm-templates/:id',
      ({ user, params, body }) => utmTemplates.change(user.id, params.id, body),
      { body: newTemplate },
    )
    .delete('/api/utm-templates/:id', async ({ user, params, set }) => {
      await utmTemplates.remove(user.id, params.id);
      set.status = 204;
    });
}
