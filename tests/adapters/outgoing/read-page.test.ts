import { expect, test } from 'bun:test';
import { resolverDns } from '#adapters/dns/resolver';
import { guardedGet } from '#adapters/outgoing/guarded-request';
import { addressGuard } from '#adapters/outgoing/public-address';
import { readWebPage } from '#adapters/outgoing/read-page';
import { dnsServer } from '#tests/support/doubles/dns-server';
import { shopServer } from '#tests/support/doubles/shop-server';

const png = Buffer.from('89504e470d0a1a0a0000000d', 'hex');

async function world({ ownRanges = ['127.0.0.1'], timeoutMs = 5000 } = {}) {
  const dns = await dnsServer();
  dns.set('A', 'shop.example', '127.0.0.1');
  const shop = shopServer();
  const get = guardedGet({
    dns: resolverDns([dns.address]),
    guard: addressGuard(ownRanges),
    userAgent: 'Waypost preview (+https://app.example)',
  });
  const read = readWebPage(get, timeoutMs);
  return {
    shop,
    at: (path: string) => read(`http://shop.example:${shop.port}${path}`),
    page: (path: string, html: string, headers: Record<string, string> = {}) =>
      shop.answer(
        path,
        () =>
          new Response(html, {
            headers: { 'content-type': 'text/html; charset=utf-8', ...headers },
          }),
      ),
    async [Symbol.asyncDispose]() {
      await shop[Symbol.asyncDispose]();
      await dns[Symbol.asyncDispose]();
    },
  };
}

test('a page is read by its Open Graph words and picture, else by its own title, without cookies', async () => {
  await using web = await world();
  web.page(
    '/boots',
    `<html><head><title>No &amp; no</title><meta property="og:title" content="Ridge &#8220;Mid&#x201D; &lt;b&gt;">
     <meta name="description" content="Not this"><meta property="og:description" content=" For wet
     trails "><meta property="og:image" content="/boots.png"></head>`,
    { 'set-cookie': 'seen=1' },
  );
  web.shop.answer('/boots.png', () => new Response(png));
  web.page('/plain', '<title>Caf\u00e9 &amp; more</title><body><svg><title>No</title></svg>');

  expect(await web.at('/boots')).toEqual({
    title: 'Ridge “Mid” <b>',
    text: 'For wet trails',
    picture: `data:image/png;base64,${png.toString('base64')}`,
  });
  expect(await web.at('/plain')).toEqual({ title: 'Caf\u00e9 & more', text: null, picture: null });
  for (const { headers } of web.shop.asked) {
    expect(Object.keys(headers)).not.toContain('cookie');
    expect(Object.keys(headers)).not.toContain('referer');
  }
});

test('[guarded-requests] neither a redirect nor a picture leads to an address that is not public', async () => {
  await using web = await world();
  const hidden = shopServer();
  web.shop.answer('/away', () => Response.redirect(`http://127.0.0.2:${hidden.port}/`, 302));
  web.page(
    '/picture',
    `<title>T</title><meta property="og:image" content="http://127.0.0.2:${hidden.port}/p">`,
  );
  web.page('/file', '<title>T</title><meta property="og:image" content="file:///etc/passwd">');

  expect(await web.at('/away')).toBeNull();
  expect(await web.at('/picture')).toMatchObject({ title: 'T', picture: null });
  expect(await web.at('/file')).toMatchObject({ title: 'T', picture: null });
  expect(hidden.asked).toEqual([]);
  await hidden[Symbol.asyncDispose]();

  await using strict = await world({ ownRanges: [] });
  expect(await strict.at('/boots')).toBeNull();
  expect(strict.shop.asked).toEqual([]);
});

test('what is no page, no picture, too large, too slow or in circles is not read', async () => {
  await using web = await world({ timeoutMs: 1500 });
  web.page('/json', '{}', { 'content-type': 'application/json' });
  web.shop.answer('/gone', 404);
  web.shop.answer('/round', () => Response.redirect('/round', 302));
  web.shop.answer('/slow', () => new Promise(() => {}));
  web.shop.answer('/script.svg', () => new Response('<svg onload="alert(1)"/>'));
  web.shop.answer('/large.png', () => new Response(Buffer.concat([png, Buffer.alloc(512 * 1024)])));
  web.page('/svg', '<title>T</title><meta property="og:image" content="script.svg">');
  web.page('/large', '<title>T</title><meta property="og:image" content="large.png">');
  web.page(
    '/long',
    `<title>${'x'.repeat(300)}</title>${' '.repeat(300_000)}<meta property="og:title" content="Late">`,
  );

  for (const path of ['/json', '/gone', '/round', '/slow']) expect(await web.at(path)).toBeNull();
  for (const path of ['/svg', '/large'])
    expect(await web.at(path)).toMatchObject({ picture: null });
  expect((await web.at('/long'))?.title).toBe(`${'x'.repeat(199)}…`);
});
