import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test';
import type postgres from 'postgres';
import { s3Objects } from '#adapters/objects/s3';
import { dayMs, minuteMs } from '#core/shared/time';
import { avatarApp } from '#tests/support/worlds/accounts/avatar-app';
import { call, memoryLog } from '#tests/support/calls';
import { cleanUps } from '#tests/support/clean-ups';
import { jpeg } from '#tests/support/builders/pictures';
import { testDatabase } from '#tests/support/databases/postgres';
import { s3Double } from '#tests/support/doubles/s3-double';
import { schema } from '#tests/support/databases/schema';

const settings = {
  bucket: 'pictures',
  region: 'eu-central-1',
  accessKeyId: 'AKIDEXAMPLE',
  secretAccessKey: 'wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY',
};
const bucket = s3Double(settings);
const { endpoint } = bucket;
afterAll(() => bucket[Symbol.dispose]());

const cleanUp = cleanUps();
let sql: postgres.Sql;
let picture: Uint8Array<ArrayBuffer>;
beforeAll(async () => {
  const database = await testDatabase(schema);
  cleanUp.add(database.drop);
  sql = database.sql;
  picture = await jpeg({ width: 300 });
});
beforeEach(() => {
  bucket.objects.clear();
  bucket.calls.length = 0;
  bucket.state.mood = 'answers';
  bucket.state.nowMs = null;
});

const key = `uploads/${'a'.repeat(32)}` as const;

/** What a browser announces before it uploads the picture. */
const wish = () => ({ contentLength: picture.byteLength });

/** The store over the double; `more` are the settings that differ. */
function objects(more: Partial<typeof settings> = {}, limitMs = 20_000) {
  const log = memoryLog();
  return { log, store: s3Objects({ endpoint, ...settings, ...more }, { log, limitMs }) };
}

function offered(
  bytes: number | null = picture.byteLength,
  givenAtMs = Date.now(),
): Promise<string> {
  const [givenAt, expiresAt] = [new Date(givenAtMs), new Date(givenAtMs + 2 * minuteMs)];
  return objects().store.offer({ key, bytes, givenAt, expiresAt });
}

async function put(address: string | URL, body: BodyInit, type = 'image/jpeg'): Promise<number> {
  const headers = type === '' ? {} : { 'content-type': type };
  return (await fetch(address, { method: 'PUT', body, headers })).status;
}

describe('[pictures] an upload URL of a bucket', () => {
  test('accepts the picture that it was created for', async () => {
    expect(await put(await offered(picture.byteLength), picture)).toBe(200);
    expect(bucket.objects.get(`${key}.jpg`)).toEqual({ bytes: picture, type: 'image/jpeg' });
  });

  test.each<[string, (address: URL) => void]>([
    ['another key', (url) => (url.pathname = url.pathname.replace('aaa', 'bbb'))],
    ['another bucket', (url) => (url.pathname = url.pathname.replace('pictures', 'others'))],
    ['a longer life', (url) => url.searchParams.set('X-Amz-Expires', '86400')],
    ['another moment', (url) => url.searchParams.set('X-Amz-Date', '20300101T000000Z')],
    ['fewer bound headers', (url) => url.searchParams.set('X-Amz-SignedHeaders', 'host')],
    ['another signature', (url) => url.searchParams.set('X-Amz-Signature', '0'.repeat(64))],
    ['no signature', (url) => url.searchParams.delete('X-Amz-Signature')],
    ['one parameter more', (url) => url.searchParams.set('x-id', 'PutObject')],
  ])('is refused with %s', async (_, tamper) => {
    const address = new URL(await offered(picture.byteLength));
    tamper(address);

    expect(await put(address, picture)).toBe(403);
    expect(bucket.keys()).toEqual([]);
  });

  test.each(['image/png', 'text/html', 'image/svg+xml', ''])(
    'rejects the type %p',
    async (type) => {
      expect(await put(await offered(), picture, type)).toBe(403);
    },
  );

  test('rejects a different length', async () => {
    const longer = Buffer.concat([picture, Buffer.from('x')]);

    expect(await put(await offered(picture.byteLength), longer)).toBe(403);
    expect(await put(await offered(picture.byteLength), picture.slice(1))).toBe(403);
  });

  test('is not given without the length, which a bucket could not limit', async () => {
    await expect(offered(null)).rejects.toMatchObject({
      code: 'invalid',
      issues: [{ path: 'contentLength', message: 'Send the size of the picture' }],
    });
    const person = await avatarApp({ sql, folder: '/nonexistent', ...objects() }).somebody();

    const refused = await Promise.all(
      Array.from({ length: 11 }, () => person.ask('/api/objects/upload', { method: 'POST' })),
    );

    expect(new Set(refused.map(({ status }) => status))).toEqual(new Set([422]));
    expect(await person.offered(wish())).toStartWith(endpoint);
  });

  test('expires after two minutes', async () => {
    expect(
      await put(await offered(picture.byteLength, Date.now() - 2 * minuteMs - 2000), picture),
    ).toBe(403);
    expect(await put(await offered(picture.byteLength, Date.now() - minuteMs), picture)).toBe(200);
  });

  test('allows writing only', async () => {
    const address = await offered();
    await put(address, picture);

    for (const method of ['GET', 'DELETE', 'HEAD']) {
      expect((await fetch(address, { method })).status).toBe(403);
    }
  });

  test('reveals its access key only to the store that issued it', async () => {
    const { store } = objects();

    expect(store.keyOf(await offered())).toBe(key);
    expect(store.keyOf(`${endpoint}/pictures/${key}.jpg`)).toBe(key);
    for (const other of [
      `${endpoint}/others/${key}.jpg`,
      `https://evil.example/pictures/${key}.jpg`,
      `${endpoint}/pictures/avatars/${'a'.repeat(32)}.jpg`,
      `${endpoint}/pictures/../pictures/uploads/x.jpg`,
      'nonsense',
    ]) {
      expect(store.keyOf(other)).toBeNull();
    }
  });
});

describe('objects in a bucket', () => {
  test('are written, read and removed', async () => {
    const { store } = objects();

    await store.write(key, picture);
    expect(await store.read(key, picture.byteLength)).toEqual({ kind: 'found', bytes: picture });
    expect(await store.read(key, picture.byteLength - 1)).toEqual({ kind: 'too_large' });
    await store.remove(key);
    await store.remove(key);
    expect(await store.read(key, 1)).toEqual({ kind: 'missing' });
  });

  test.each([
    [{ secretAccessKey: 'another' }],
    [{ accessKeyId: 'another' }],
    [{ region: 'us-east-1' }],
    [{ bucket: 'others' }],
  ])('%j is rejected by the bucket, and this is logged', async (wrong) => {
    const { log, store } = objects(wrong);

    const writing = await store.write(key, picture).catch((error: unknown) => error);

    expect(writing).toMatchObject({ code: 'unavailable' });
    expect(log.lines).toHaveLength(1);
    expect(log.lines.join()).not.toContain(settings.secretAccessKey);
  });
});

describe('[bucket-outage] a bucket outage', () => {
  const world = (store = objects().store) => {
    const app = avatarApp({ sql, folder: '/nonexistent', store });
    app.time.nowMs = Date.now();
    return app;
  };

  test('control: a picture is uploaded and shown while the bucket works', async () => {
    const { app, somebody } = world();
    const person = await somebody();
    const uploadUrl = await person.offered(wish());
    expect(await put(uploadUrl, picture)).toBe(200);

    const { user } = await (await person.finish(uploadUrl)).json();

    expect(bucket.keys()).toEqual([expect.stringMatching(/^avatars\/[\da-f]{32}\.jpg$/)]);
    const shown = await call(app, user.profileImageUrl);
    expect(await new Bun.Image(await shown.bytes()).metadata()).toMatchObject({ width: 300 });
  });

  test('a second upload after the picture was set changes nothing, and is deleted', async () => {
    const { app, somebody, sweep, time } = world();
    const person = await somebody();
    const uploadUrl = await person.offered(wish());
    await put(uploadUrl, picture);
    const { user } = await (await person.finish(uploadUrl)).json();
    const before = await (await call(app, user.profileImageUrl)).bytes();

    expect(await put(uploadUrl, '<script>alert(1)</script>'.padEnd(picture.byteLength))).toBe(200);

    expect(await (await call(app, user.profileImageUrl)).bytes()).toEqual(before);
    expect((await person.finish(uploadUrl)).status).toBe(404);
    time.nowMs += 5 * minuteMs;
    await sweep();
    expect(bucket.keys()).toEqual([expect.stringMatching(/^avatars\//)]);
  });

  test.each(['fails', 'hangs', 'drips'] as const)(
    'when it %s, only pictures are unavailable',
    async (mood) => {
      const { app, somebody } = world(objects({}, 1000).store);
      const person = await somebody();
      const uploadUrl = await person.offered(wish());
      await put(uploadUrl, picture);
      bucket.state.mood = mood;

      const answer = await person.finish(uploadUrl);

      expect(answer.status).toBe(503);
      expect(await answer.json()).toMatchObject({
        code: 'unavailable',
        message: 'Pictures are unavailable right now. Please try again.',
      });
      expect((await person.ask('/api/auth/user')).status).toBe(200);
      expect(await person.ask('/api/objects/upload', { json: wish() })).toMatchObject({
        status: 200,
      });
      expect((await call(app, `/api/avatars/${'0'.repeat(32)}.jpg`)).status).toBe(
        mood === 'drips' ? 404 : 503,
      );
    },
  );

  test('when it fails while an account is deleted, the account is deleted and the picture later', async () => {
    const { somebody, sweep, time } = world();
    const person = await somebody();
    const uploadUrl = await person.offered(wish());
    await put(uploadUrl, picture);
    await person.finish(uploadUrl);
    expect(bucket.keys()).toHaveLength(1);
    bucket.state.mood = 'fails';

    expect((await person.leave()).status).toBe(204);
    expect(await sweep().catch((error: unknown) => error)).toMatchObject({ code: 'unavailable' });
    expect(bucket.keys()).toHaveLength(1);

    bucket.state.mood = 'answers';
    await sweep();
    expect(bucket.keys()).toEqual([]);
    time.nowMs += 10 * minuteMs;
    await sweep();
    expect(
      await sql`SELECT 1 FROM objects WHERE user_id IS NULL AND removed_at IS NULL`,
    ).toHaveLength(0);
    time.nowMs += 31 * dayMs;
    await sweep();
    expect(await sql`SELECT 1 FROM objects WHERE user_id IS NULL`).toHaveLength(0);
  });

  test('an object that cannot be removed delays no other', async () => {
    const removed: string[] = [];
    const stuck: string[] = [];
    const { store } = objects();
    const fussy = {
      ...store,
      async remove(which: typeof key) {
        if (stuck.includes(which)) throw new Error('not this one');
        removed.push(which);
        await store.remove(which);
      },
    };
    const { somebody, sweep, time } = world(fussy);
    const person = await somebody();
    const addresses = [await person.offered(wish()), await person.offered(wish())];
    stuck.push(store.keyOf(addresses[0] ?? '') ?? '');
    time.nowMs += 5 * minuteMs;

    await sweep().catch(() => 'failed');
    await sweep();

    expect(removed).toContain(store.keyOf(addresses[1] ?? '') ?? '');
  });
});
