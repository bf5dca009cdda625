import { afterAll, describe, expect, test } from 'bun:test';
import jsQR from 'jsqr';
import { postgresObjects } from '#adapters/postgres/accounts/objects';
import { scanUrl } from '#core/links/qr/scan-url';
import type { ObjectKey } from '#core/accounts/pictures/ports';
import { sweepObjects } from '#core/accounts/pictures/sweep';
import { call } from '#tests/support/calls';
import { jpeg } from '#tests/support/builders/pictures';
import { newTenant, type Things } from '#tests/support/builders/tenants';
import { pixelsOf } from '#tests/support/readers/png-pixels';
import { edgeWorld, shortUrl } from '#tests/support/worlds/edge-world';

const world = await edgeWorld();
afterAll(() => world[Symbol.asyncDispose]());

const ask = (owner: Things, path: string, json?: unknown, method = 'PUT') =>
  call(world.api, path, {
    cookie: owner.cookie,
    ...(json === undefined ? {} : { method, json }),
  });

/** Uploads a picture as the browser does; returns its address. */
async function uploaded(owner: Things, picture: Uint8Array<ArrayBuffer>): Promise<string> {
  const { uploadURL } = await (await ask(owner, '/api/objects/upload', {}, 'POST')).json();
  const { pathname, search } = new URL(uploadURL);
  const headers = { 'content-type': 'image/jpeg' };
  const request = new Request(`http://localhost${pathname}${search}`, {
    method: 'PUT',
    headers,
    body: picture,
  });
  expect((await world.api.fetch(request)).status).toBe(204);
  return uploadURL;
}

const sweep = () =>
  sweepObjects({
    objects: postgresObjects(world.sql),
    store: { ...world.objects, offer: async () => '', keyOf: () => null },
    clock: { now: () => Date.now() },
  });

const keysOf = async (owner: Things, kind: string) =>
  (
    await world.sql<{ key: ObjectKey }[]>`
      SELECT key FROM objects
      WHERE user_id = ${owner.userId} AND starts_with(key, ${kind}) AND removed_at IS NULL`
  ).map(({ key }) => key);

describe('a logo of one’s own', () => {
  const code = (owner: Things, logo: string) =>
    ask(owner, `/api/v1/links/${owner.linkId}/qr?format=png&size=236&logo=${logo}`);

  test('is in the codes of its account, which are read at 2 cm and 300 dpi, and can be replaced and removed', async () => {
    const [owner, stranger] = [await newTenant(world), await newTenant(world)];
    expect((await code(owner, 'own')).status).toBe(422);
    expect(await (await ask(owner, '/api/v1/qr-logo')).json()).toEqual({ hasLogo: false });

    for (const width of [300, 700]) {
      const logoURL = await uploaded(owner, await jpeg({ width }));
      const changed = await ask(owner, '/api/v1/qr-logo', { logoURL });
      expect([changed.status, await changed.json()]).toEqual([200, { hasLogo: true }]);
    }
    const answer = await code(owner, 'own');
    const { pixels, width, height } = pixelsOf(await answer.bytes());
    expect(width).toBe(236);
    expect(jsQR(pixels, width, height)?.data).toBe(scanUrl(`${shortUrl}/${owner.alias}`));
    const drawn = await (
      await ask(owner, `/api/v1/links/${owner.linkId}/qr?format=svg&logo=own`)
    ).text();
    expect(drawn).toContain('data:image/jpeg;base64,');
    expect((await code(stranger, 'own')).status).toBe(422);
    expect((await code(owner, 'picture')).status).toBe(422);

    await sweep();
    expect(await keysOf(owner, 'logos/')).toHaveLength(1);
    await ask(owner, '/api/v1/qr-logo', { logoURL: null });
    await sweep();
    expect([await keysOf(owner, 'logos/'), (await code(owner, 'own')).status]).toEqual([[], 422]);
  });

  test('is a square JPEG that the account has uploaded itself, used once', async () => {
    const [owner, stranger] = [await newTenant(world), await newTenant(world)];
    const wide = await uploaded(owner, await jpeg({ width: 300, height: 200 }));
    const good = await uploaded(owner, await jpeg({ width: 300 }));

    const refused = await ask(owner, '/api/v1/qr-logo', { logoURL: wide });
    expect([refused.status, (await refused.json()).message]).toEqual([
      ...[422, 'Please select a square picture'],
    ]);
    expect((await ask(stranger, '/api/v1/qr-logo', { logoURL: good })).status).toBe(404);
    expect((await ask(owner, '/api/v1/qr-logo', { logoURL: good })).status).toBe(200);
    expect((await ask(owner, '/api/v1/qr-logo', { logoURL: good })).status).toBe(404);
  });
});

describe('the picture of a link preview', () => {
  const seenBy = async (owner: Things, agent: string) => {
    const headers = { 'user-agent': agent, host: new URL(shortUrl).host };
    return world.fetch(new Request(`${shortUrl}/${owner.alias}`, { headers }));
  };
  const bot = 'facebookexternalhit/1.1 (+http://www.facebook.com/externalhit_uatext.php)';
  const person = 'Mozilla/5.0 (X11; Linux x86_64; rv:142.0) Gecko/20100101 Firefox/142.0';

  test('is painted again, named to preview bots alone, and served by the short host', async () => {
    const owner = await newTenant(world);
    const pictureURL = await uploaded(owner, await jpeg({ width: 2400, height: 1260 }));

    const changed = await ask(owner, `/api/v1/links/${owner.linkId}/preview-picture`, {
      pictureURL,
    });
    const { previewPicture } = await changed.json();
    expect(changed.status).toBe(200);
    expect(previewPicture).toMatch(/^\/api\/link-pictures\/[0-9a-f]{32}\.jpg$/);

    const page = await (await seenBy(owner, bot)).text();
    expect(page).toContain(`<meta property="og:image" content="${shortUrl}${previewPicture}">`);
    const visit = await seenBy(owner, person);
    expect([visit.status, await visit.text()]).toEqual([302, '']);

    const shown = await world.fetch(new Request(`${shortUrl}${previewPicture}`));
    expect([shown.status, shown.headers.get('content-type')]).toEqual([200, 'image/jpeg']);
    expect(shown.headers.get('cache-control')).toContain('immutable');
    expect(await new Bun.Image(await shown.bytes()).metadata()).toMatchObject({
      width: 1200,
      height: 630,
    });
    const edited = await ask(owner, `/api/links/${owner.linkId}`, { title: 'Autumn' });
    expect((await edited.json()).previewPicture).toBe(previewPicture);
  });

  test('goes when it is replaced or removed, and with its link', async () => {
    const owner = await newTenant(world);
    const path = `/api/v1/links/${owner.linkId}/preview-picture`;
    const show = async () => {
      const pictureURL = await uploaded(owner, await jpeg({ width: 400 }));
      return (await (await ask(owner, path, { pictureURL })).json()).previewPicture;
    };
    const isServed = async (picture: string) => (await call(world.api, picture)).status === 200;

    const [first, second] = [await show(), await show()];
    await sweep();
    expect([await isServed(first), await isServed(second)]).toEqual([false, true]);

    await ask(owner, path, { pictureURL: null });
    await sweep();
    expect([await isServed(second), await keysOf(owner, 'previews/')]).toEqual([false, []]);
    expect(await (await seenBy(owner, bot)).text()).not.toContain('og:image');

    const third = await show();
    await ask(owner, `/api/links/${owner.linkId}`, {}, 'DELETE');
    await sweep();
    expect([await isServed(third), await keysOf(owner, 'previews/')]).toEqual([false, []]);
  });

  test('goes with its account, like its logo', async () => {
    const owner = await newTenant(world);
    const pictureURL = await uploaded(owner, await jpeg({ width: 400 }));
    await ask(owner, `/api/v1/links/${owner.linkId}/preview-picture`, { pictureURL });
    const logoURL = await uploaded(owner, await jpeg({ width: 400 }));
    await ask(owner, '/api/v1/qr-logo', { logoURL });
    const keys = [...(await keysOf(owner, 'previews/')), ...(await keysOf(owner, 'logos/'))];
    const stored = async () =>
      (await Promise.all(keys.map((key) => world.objects.read(key, 9_999_999)))).map(
        ({ kind }) => kind,
      );
    expect(await stored()).toEqual(['found', 'found']);

    await world.sql`DELETE FROM users WHERE id = ${owner.userId}`;
    await sweep();

    expect(await stored()).toEqual(['missing', 'missing']);
  });

  test('another’s link is like none, and a picture that is too small is refused', async () => {
    const [owner, stranger] = [await newTenant(world), await newTenant(world)];
    const path = `/api/v1/links/${owner.linkId}/preview-picture`;
    const pictureURL = await uploaded(stranger, await jpeg({ width: 400 }));
    const small = await uploaded(owner, await jpeg({ width: 199 }));

    expect((await ask(stranger, path, { pictureURL })).status).toBe(404);
    expect((await ask(owner, path, { pictureURL: small })).status).toBe(422);
  });
});
