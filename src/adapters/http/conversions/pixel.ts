import { Elysia } from 'elysia';
import type { trackByPixel } from '#core/conversions/track-by-pixel';
import { addressNetwork } from '#adapters/http/frame/client-address';
import { readKnownVisitor } from '#adapters/http/redirect/visitor';

export type PixelRoutesPorts = {
  readonly trackByPixel: ReturnType<typeof trackByPixel>;
  /** Where a request comes from; empty when unknown. */
  readonly addressOf: (request: Request) => string;
};

/** One transparent pixel. */
const gif = Uint8Array.fromBase64('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7');

/** In the place of a link's name: the click id says which link it is. */
const nameInClickId = '_';
const nobodysName = '?';

/**
 * The tracking image. Its answer is the same to the byte whatever was recorded, so that it tells
 * nothing to those who probe and never breaks a merchant's page.
 */
export function pixelRoutes({ trackByPixel: track, addressOf }: PixelRoutesPorts) {
  return new Elysia({ name: 'pixel' }).get(
    '/api/track/:name',
    async ({ request, params, query, set }) => {
      const fields: Record<string, string | undefined> = query;
      const address = addressOf(request);
      // The router's null, whatever its types say: the name does not decode.
      const name: string | null = params.name;
      await track({
        name: name === nameInClickId ? '' : (name ?? nobodysName),
        cid: fields['cid'] ?? '',
        report: {
          event: fields['event'] ?? '',
          value: fields['value'] ?? '',
          currency: fields['currency'] ?? '',
          orderId: fields['order_id'] ?? '',
        },
        isTest: fields['test'] === '1',
        visitor: {
          ...readKnownVisitor(request.headers, address, ''),
          isHead: request.method === 'HEAD',
        },
        network: addressNetwork(address),
      });
      set.headers['cross-origin-resource-policy'] = 'cross-origin';
      set.headers['content-type'] = 'image/gif';
      return new Response(gif);
    },
  );
}
