import { Elysia } from 'elysia';
import { z } from 'zod';
import type { showPicture } from '#core/accounts/pictures/show-picture';
import type { changePreviewPicture } from '#core/links/options/change-preview-picture';
import type { changeLogo } from '#core/links/qr/change-logo';
import { signedIn, type SignedInPorts } from '#adapters/http/sign-in/signed-in';
import { linkJson } from './link-json.ts';

export type LinkPictureRoutesPorts = {
  readonly session: SignedInPorts;
  readonly changeLogo: ReturnType<typeof changeLogo>;
  /** Whether the account has a logo of its own. */
  readonly hasLogo: (userId: string) => Promise<boolean>;
  readonly changePreviewPicture: ReturnType<typeof changePreviewPicture>;
  readonly showPreview: ReturnType<typeof showPicture>;
  /** SHORT_URL, an origin. */
  readonly shortOrigin: string;
};

const url = z.string('Please upload the picture again').max(2048).nullable();

/** Caches and other sites may keep and show it: a picture never changes under its address. */
const shownHeaders = {
  'cache-control': 'public, max-age=31536000, immutable',
  'content-security-policy': "default-src 'none'; sandbox; frame-ancestors 'none'",
  'content-type': 'image/jpeg',
  'cross-origin-resource-policy': 'cross-origin',
};

/**
 * The logo of an account's QR codes, and the pictures of link previews. Nobody can guess the name of
 * a preview's picture, and only the page for programs that make previews names it.
 */
export function linkPictureRoutes(ports: LinkPictureRoutesPorts) {
  return new Elysia({ name: 'link-pictures' })
    .get('/api/link-pictures/:name', async ({ params, set }) => {
      const jpeg = await ports.showPreview(params.name);
      Object.assign(set.headers, shownHeaders);
      return new Response(jpeg);
    })
    .use(signedIn(ports.session))
    .get('/api/qr/logo', async ({ user }) => ({ hasLogo: await ports.hasLogo(user.id) }))
    .put(
      '/api/qr/logo',
      async ({ user, body }) => {
        await ports.changeLogo(user.id, body.logoURL);
        return { hasLogo: body.logoURL !== null };
      },
      { body: z.object({ logoURL: url }) },
    )
    .put(
      '/api/links/:id/preview-picture',
      async ({ user, params, body }) =>
        linkJson(
          await ports.changePreviewPicture(user, params.id, body.pictureURL),
          ports.shortOrigin,
        ),
      { body: z.object({ pictureURL: url }) },
    );
}
