import { Elysia } from 'elysia';
import { z } from 'zod';
import type { foldersOf } from '#core/links/labels/folders';
import { tagColors, type tagsOf } from '#core/links/labels/tags';
import { signedIn, type SignedInPorts } from '#adapters/http/sign-in/signed-in';

export type LabelRoutesPorts = {
  readonly session: SignedInPorts;
  readonly tags: ReturnType<typeof tagsOf>;
  readonly folders: ReturnType<typeof foldersOf>;
};

const name = z.string('Enter a name').max(1000, 'A name has at most 50 characters');
const color = z.enum(tagColors, `Choose a color of ${tagColors.join(', ')}`).optional();

/** The tags and folders by which an account organises its links. */
export function labelRoutes({ session, tags, folders }: LabelRoutesPorts) {
  return new Elysia({ name: 'labels' })
    .use(signedIn(session))
    .get('/api/tags', ({ user }) => tags.list(user.id))
    .post(
      '/api/tags',
      async ({ user, body, set }) => {
        const tag = await tags.add(user.id, body);
        set.status = 201;
        return tag;
      },
      { body: z.object({ name, color }) },
    )
    .patch('/api/tags/:id', ({ user, params, body }) => tags.change(user.id, params.id, body), {
      body: z.object({ name: name.optional(), color }),
    })
    .delete('/api/tags/:id', async ({ user, params, set }) => {
      await tags.remove(user.id, params.id);
      set.status = 204;
    })
    .get('/api/folders', ({ user }) => folders.list(user.id))
    .post(
      '/api/folders',
      async ({ user, body, set }) => {
        const folder = await folders.add(user.id, body.name);
        set.status = 201;
        return folder;
      },
      { body: z.object({ name }) },
    )
    .patch(
      '/api/folders/:id',
      ({ user, params, body }) => folders.rename(user.id, params.id, body.name),
      { body: z.object({ name }) },
    )
    .delete('/api/folders/:id', async ({ user, params, set }) => {
      await folders.remove(user.id, params.id);
      set.status = 204;
    });
}
