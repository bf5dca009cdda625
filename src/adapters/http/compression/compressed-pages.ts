import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { accepts, type Encoding, encodings } from './accept-encoding.ts';

/** A smaller response fits into the first packets either way. */
const leastBytes = 1024;

const brotli = promisify(brotliCompress);
const zip = promisify(gzip);

const compress: Readonly<Record<Encoding, (page: Uint8Array) => Promise<Uint8Array<ArrayBuffer>>>> =
  {
    br: (page) =>
      brotli(page, {
        params: {
          [constants.BROTLI_PARAM_QUALITY]: 5,
          [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
          [constants.BROTLI_PARAM_SIZE_HINT]: page.length,
        },
      }),
    gzip: (page) => zip(page, { level: 6 }),
  };

/**
 * Compresses HTML for browsers that accept it; all other responses pass unchanged. Each page has
 * its own nonce or name, so it is compressed when it is sent, on a thread of the pool, because this
 * thread also redirects. Pages that say that the server is busy stay uncompressed, because they
 * must be cheap.
 */
export function compressedPages(
  answered: Response | Promise<Response>,
  request: Request,
): Response | Promise<Response> {
  return answered instanceof Promise
    ? answered.then((response) => compressed(response, request))
    : compressed(answered, request);
}

function compressed(response: Response, { headers }: Request): Response | Promise<Response> {
  if (!isPage(response)) return response;
  response.headers.append('vary', 'accept-encoding');
  const accepted = headers.get('accept-encoding') ?? '';
  const encoding = encodings.find((each) => accepts(accepted, each));
  const isBusy = response.status === 429 || response.status === 503;
  return encoding === undefined || isBusy ? response : compressedPage(response, encoding);
}

async function compressedPage(response: Response, encoding: Encoding): Promise<Response> {
  const { status, headers } = response;
  const page = await response.bytes();
  if (page.length < leastBytes) return new Response(page, { status, headers });
  headers.set('content-encoding', encoding);
  return new Response(await compress[encoding](page), { status, headers });
}

/** Most responses are redirects, which the status already excludes. */
function isPage({ status, headers }: Response): boolean {
  if (status === 302) return false;
  const isHtml = headers.get('content-type')?.startsWith('text/html') ?? false;
  return isHtml && !headers.has('content-encoding');
}
