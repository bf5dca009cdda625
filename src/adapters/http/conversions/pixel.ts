import { Elysia } from 'elysia';
import type { ReportPorts } from '#core/conversions/ports';
import { trackByPixel } from '#core/conversions/reports/track-by-pixel';
import { addressNetwork } from '#adapters/http/frame/client-address';
import { readKnownVisitor } from '#adapters/http/redirect/visitor';

/** One transparent pixel. */
const gif = Uint8Array.fromBase64('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7');

/** A placeholder for the link's name: the click id names the link. */
const nameInClickId = '_';
const nobodysName = '?';

/**
 * The tracking image. Its response is always the same bytes, so that it shows nothing to people who
 * probe and never breaks a merchant's page. `addressOf` gives the client's network address, empty
 * when unknown.
 */
export function pixelRoutes(ports: ReportPorts, addressOf: (request: Request) => string) {
  return new Elysia({ name: 'pixel' }).get(
    '/api/track/:name',
    async ({ request, params, query, set }) => {
      const fields: Record<string, string | undefined> = query;
      const address = addressOf(request);
      // The router returns null, against its types, when the name cannot be decoded.
      const name: string | null = params.name;
      await trackByPixel(ports, {
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
