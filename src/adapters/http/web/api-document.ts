import * as contract from '#contract/document';
import { accepts } from '#adapters/http/compression/accept-encoding';
import { type Mountable, on } from '#adapters/http/frame/on';

/** What the API says about itself. */
export type ApiFacts = {
  readonly appUrl: string;
  /** The version of this Waypost. */
  readonly version: string;
  /** The API as an OpenAPI document in JSON. */
  readonly openapi: string;
};

/** What programs read about the API itself. */
export function apiDocumentRoutes({ appUrl, version, openapi }: ApiFacts): Mountable[] {
  const etag = `"${Bun.hash(openapi).toString(36)}"`;
  const zipped = Bun.gzipSync(openapi);

  return [
    on(contract.showVersion, async () => ({
      product: 'Waypost' as const,
      version,
      openapi: `${appUrl}/api/v1/openapi.json`,
      reference: `${appUrl}/docs/api`,
    })),
    on(contract.showDocument, async ({ request, headers }) => {
      Object.assign(headers, { etag, 'cache-control': 'no-cache', vary: 'accept-encoding' });
      if (request.headers.get('if-none-match')?.includes(etag)) {
        return new Response(null, { status: 304 });
      }
      const type = { 'content-type': 'application/json' };
      if (!accepts(request.headers.get('accept-encoding') ?? '', 'gzip')) {
        return new Response(openapi, { headers: type });
      }
      return new Response(zipped, { headers: { ...type, 'content-encoding': 'gzip' } });
    }),
  ];
}
