import * as contract from '#contract/links/link-pictures';
import { showPicture } from '#core/accounts/pictures/keep-picture';
import { changeLogo, changePreviewPicture } from '#core/links/pictures';
import type { LinkPicturePorts } from '#core/links/ports';
import { type Mountable, on } from '#adapters/http/frame/on';
import { versionTag } from '#adapters/http/frame/seen-version';
import { linkJson } from './link-json.ts';

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
export function linkPictureRoutes(ports: LinkPicturePorts, shortOrigin: string): Mountable[] {
  return [
    on(contract.showPreviewPicture, async ({ params, headers }) => {
      const jpeg = await showPicture(ports, 'previews', params.name);
      Object.assign(headers, shownHeaders);
      return new Response(jpeg);
    }),
    on(contract.showLogo, async ({ caller }) => ({
      hasLogo: await ports.pictures.hasLogo(caller.id),
    })),
    on(contract.changeLogo, async ({ caller, body: { logoURL } }) => {
      await changeLogo(ports, caller.id, logoURL);
      return { hasLogo: logoURL !== null };
    }),
    on(contract.changePreviewPicture, async ({ caller, params, body, headers }) => {
      const picture = { linkId: params.id, url: body.pictureURL };
      const json = linkJson(await changePreviewPicture(ports, caller, picture), shortOrigin);
      Object.assign(headers, versionTag(json));
      return json;
    }),
  ];
}
