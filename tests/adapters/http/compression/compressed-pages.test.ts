import { expect, test } from 'bun:test';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { compressedPages } from '#adapters/http/compression/compressed-pages';

const page = `<!doctype html><title>Waypost</title>${'<p>Short links, and what they bring.</p>'.repeat(99)}`;
const html = { 'content-type': 'text/html; charset=utf-8', etag: '"1"' };

async function asked(acceptEncoding: string | null, response: Response): Promise<Response> {
  const headers = acceptEncoding === null ? {} : { 'accept-encoding': acceptEncoding };
  const request = new Request('https://go.example/', { headers });
  return compressedPages(response, request);
}

test('a page is compressed as the browser prefers, brotli first, with its other headers unchanged', async () => {
  const brotli = await asked(
    'gzip, deflate, br, zstd',
    new Response(page, { status: 404, headers: html }),
  );
  const gzip = await asked('gzip', new Response(page, { headers: html }));

  expect([brotli.status, brotli.headers.get('content-encoding')]).toEqual([404, 'br']);
  expect(brotli.headers.get('etag')).toBe('"1"');
  expect(brotli.headers.get('vary')).toBe('accept-encoding');
  expect(brotliDecompressSync(await brotli.bytes()).toString()).toBe(page);
  expect(gzip.headers.get('content-encoding')).toBe('gzip');
  expect(gunzipSync(await gzip.bytes()).toString()).toBe(page);
});

test('a client that accepts no encoding gets the page uncompressed', async () => {
  for (const accepted of [null, '', 'identity', 'br;q=0, gzip;q=0']) {
    const answer = await asked(accepted, new Response(page, { headers: html }));

    expect(answer.headers.get('content-encoding')).toBeNull();
    expect(answer.headers.get('vary')).toBe('accept-encoding');
    expect(await answer.text()).toBe(page);
  }
});

test('redirects, compressed files and busy pages pass unchanged', async () => {
  const location = { location: 'https://example.com/' };
  const others = [
    new Response(null, { status: 302, headers: location }),
    Response.json({ list: page }),
    new Response(page, { headers: { ...html, 'content-encoding': 'br' } }),
    new Response(page, { status: 429, headers: html }),
    new Response(page, { status: 503, headers: html }),
  ];

  for (const other of others) expect(await asked('br', other)).toBe(other);
});

test('a page that is being compressed is awaited', async () => {
  const request = new Request('https://go.example/', { headers: { 'accept-encoding': 'br' } });
  const later = Promise.resolve(new Response(page, { headers: html }));

  const answer = await compressedPages(later, request);

  expect(answer.headers.get('content-encoding')).toBe('br');
});
