import * as contract from '#contract/link-pictures';
import type { showPicture } from '#core/accounts/pictures/keep-picture';
import type { changePreviewPicture } from '#core/links/options/change-preview-picture';
import type { changeLogo } from '#core/links/qr/change-logo';
import { type Mountable, on } from '#adapters/http/frame/on';
import { linkJson } from './link-json.ts';

export type LinkPictureRoutesPorts = {
  readonly changeLogo: ReturnType<typeof changeLogo>;
  /** Whether the account has a logo of its own. */
  readonly hasLogo: (userId: string) => Promise<boolean>;
  readonly changePreviewPicture: ReturnType<typeof changePreviewPicture>;
  readonly showPreview: (name: string) => ReturnType<typeof showPicture>;
  /** SHORT_URL, an origin. */
  readonly shortOrigin: string;
};

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
export function linkPictureRoutes(ports: LinkPictureRoutesPorts): Mountable[] {
  return [
    on(contract.showPreviewPicture, async ({ params, headers }) => {
      const jpeg = await ports.showPreview(params.name);
      Object.assign(headers, shownHeaders);
      return new Response(jpeg);
    }),
    on(contract.showLogo, async ({ caller }) => ({ hasLogo: await ports.hasLogo(caller.id) })),
    on(contract.changeLogo, async ({ caller, body }) => {
      await ports.changeLogo(caller.id, body.logoURL);
      return { hasLogo: body.logoURL !== null };
    }),
    on(contract.changePreviewPicture, async ({ caller, params, body }) => {
      const changed = await ports.changePreviewPicture(caller, params.id, body.pictureURL);
      return linkJson(changed, ports.shortOrigin);
    }),
  ];
}
