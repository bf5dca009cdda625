import { beforeAll, describe, expect, test } from 'bun:test';
import { randomBytes } from 'node:crypto';
import { existsSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type postgres from 'postgres';
import { diskObjects } from '#adapters/objects/disk';
import { postgresObjects } from '#adapters/postgres/accounts/objects';
import { sweepOwnFiles } from '#core/accounts/pictures/sweep';
import { dayMs, hourMs, minuteMs } from '#core/shared/time';
import { avatarApp } from '#tests/support/worlds/accounts/avatar-app';
import { call } from '#tests/support/calls';
import { cleanUps } from '#tests/support/clean-ups';
import { exifGps, jpeg, png, withPart } from '#tests/support/builders/pictures';
import { testDatabase } from '#tests/support/databases/postgres';
import { schema } from '#tests/support/databases/schema';
import { tempFolder } from '#tests/support/temp-folder';

const cleanUp = cleanUps();
const folder = tempFolder();
cleanUp.add(() => folder[Symbol.dispose]());

let sql: postgres.Sql;
let picture: Uint8Array<ArrayBuffer>;
beforeAll(async () => {
  const database = await testDatabase(schema);
  cleanUp.add(database.drop);
  sql = database.sql;
  picture = await jpeg({ width: 300 });
});

/** The names of the files of one kind. */
function filesOf(kind: 'uploads' | 'avatars', root = folder.path): string[] {
  const path = join(root, kind);
  return existsSync(path) ? readdirSync(path) : [];
}

function world() {
  return avatarApp({ sql, folder: folder.path });
}

describe('from a file to a picture', () => {
  test('an upload becomes the person’s picture, and the original is deleted', async () => {
    const { app, somebody, put } = world();
    const person = await somebody();
    const before = filesOf('uploads');

    const uploadUrl = await person.offered();
    const stored = await put(uploadUrl, withPart(picture, 0xe1, exifGps('marker-place')));
    expect(filesOf('uploads')).toHaveLength(before.length + 1);
    const finished = await person.finish(uploadUrl);

    expect([stored.status, finished.status]).toEqual([204, 200]);
    const { user } = await finished.json();
    expect(user.profileImageUrl).toMatch(/^\/api\/avatars\/[\da-f]{32}\.jpg\?t=\d+$/);
    expect(await (await person.ask('/api/auth/user')).json()).toEqual(user);
    expect(filesOf('uploads')).toEqual(before);
    const shown = await call(app, user.profileImageUrl);
    const bytes = await shown.bytes();
    expect(await new Bun.Image(bytes).metadata()).toMatchObject({ width: 300, height: 300 });
    expect(Buffer.from(bytes).toString('latin1')).not.toContain('marker-place');
  });

  test('[pictures] a picture is cached forever and served only as an image', async () => {
    const { app, somebody } = world();
    const path = await (await somebody()).shows(picture);

    const { status, headers } = await call(app, path);

    expect(status).toBe(200);
    expect(headers.get('content-type')).toBe('image/jpeg');
    expect(headers.get('cache-control')).toBe('private, max-age=31536000, immutable');
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('content-security-policy')).toContain("default-src 'none'; sandbox");
    expect(headers.get('set-cookie')).toBeNull();
  });

  test('the upload URL may be sent back without its signature', async () => {
    const { somebody, put } = world();
    const person = await somebody();
    const uploadUrl = await person.offered();
    await put(uploadUrl, picture);

    expect((await person.finish(uploadUrl.split('?')[0])).status).toBe(200);
  });

  test('null removes the picture', async () => {
    const { app, somebody, sweep } = world();
    const person = await somebody();
    const path = await person.shows(picture);

    const answer = await person.finish(null);
    await sweep();

    expect((await answer.json()).user.profileImageUrl).toBeNull();
    expect((await call(app, path)).status).toBe(404);
  });

  test('files are readable only by the user that runs Waypost', async () => {
    const { somebody } = world();
    await (await somebody()).shows(picture);

    const [file = ''] = filesOf('avatars');

    expect(statSync(join(folder.path, 'avatars')).mode & 0o077).toBe(0);
    expect(statSync(join(folder.path, 'avatars', file)).mode & 0o077).toBe(0);
  });

  test.each(['..%2f..%2fapp-secret', 'x.jpg', `${'0'.repeat(32)}.jpg`, `${'0'.repeat(32)}.png`])(
    'there is no picture named %s',
    async (name) => {
      const answer = await call(world().app, `/api/avatars/${name}`);

      expect(answer.status).toBe(404);
      expect(answer.headers.get('cache-control')).toBe('no-store');
    },
  );
});

describe('[pictures] the upload URL', () => {
  test('works for two minutes', async () => {
    const { somebody, put, time } = world();
    const uploadUrl = await (await somebody()).offered();
    time.nowMs += 2 * minuteMs + 1;

    expect((await put(uploadUrl, picture)).status).toBe(403);
  });

  test.each<[string, (address: URL) => void]>([
    ['another key', (url) => (url.pathname = `/api/objects/put/${'0'.repeat(32)}`)],
    ['a longer life', (url) => url.searchParams.set('expires', '9999999999')],
    ['another length', (url) => url.searchParams.set('length', '1')],
    ['a changed signature', (url) => url.searchParams.set('signature', '0'.repeat(64))],
    ['half a signature', (url) => url.searchParams.set('signature', 'ab')],
    ['no signature', (url) => url.searchParams.delete('signature')],
  ])('%s is refused', async (_, tamper) => {
    const { somebody, put } = world();
    const address = new URL(await (await somebody()).offered());
    tamper(address);

    expect((await put(address.href, picture)).status).toBe(403);
    expect(filesOf('uploads')).not.toContain(`${'0'.repeat(32)}.jpg`);
  });

  test.each(['image/png', 'text/html', 'application/json', 'multipart/form-data; boundary=x'])(
    'rejects the content type %s',
    async (type) => {
      const { somebody, put } = world();
      const uploadUrl = await (await somebody()).offered();

      expect((await put(uploadUrl, picture, { 'content-type': type })).status).toBe(415);
      expect((await put(uploadUrl, picture)).status).toBe(204);
    },
  );

  test('accepts 5 MB and not one byte more, with or without a declared length', async () => {
    const { somebody, put } = world();
    const person = await somebody();
    const limit = 5 * 1024 * 1024;
    const many = (bytes: number) => new Uint8Array(bytes);
    const streamed = (bytes: number) => new Response(many(bytes)).body ?? '';

    expect((await put(await person.offered(), many(limit))).status).toBe(204);
    expect((await put(await person.offered(), many(limit + 1))).status).toBe(413);
    expect((await put(await person.offered(), streamed(limit + 1))).status).toBe(413);
  });

  test('accepts exactly the requested length, when one was requested', async () => {
    const { somebody, put } = world();
    const person = await somebody();
    const json = { contentLength: picture.byteLength };
    const longer = Buffer.concat([picture, Buffer.from('x')]);

    const declared = { 'content-length': String(longer.length) };
    expect((await put(await person.offered(json), longer, declared)).status).toBe(403);
    expect((await put(await person.offered(json), picture.slice(1))).status).toBe(403);
    expect((await put(await person.offered(json), picture)).status).toBe(204);
  });

  test.each([0, -1, 1.5, 5 * 1024 * 1024 + 1, '100', {}])(
    'is not issued for %p bytes',
    async (contentLength) => {
      const person = await world().somebody();

      const answer = await person.ask('/api/objects/upload', { json: { contentLength } });

      expect(answer.status).toBe(422);
    },
  );
});

describe('[pictures] setting the avatar', () => {
  test.each<[string, () => Promise<Uint8Array<ArrayBuffer>>, string]>([
    [
      'an SVG with a script',
      () => text('<svg><script>alert(1)</script></svg>'),
      'Please select an image file.',
    ],
    [
      'HTML',
      () => text('<!doctype html><script>alert(1)</script>'),
      'Please select an image file.',
    ],
    ['a PNG', () => png(50), 'Please select an image file.'],
    ['half a picture', async () => picture.slice(0, 500), 'Please select an image file.'],
    [
      'one that is not square',
      () => jpeg({ width: 50, height: 60 }),
      'Please select a square picture',
    ],
  ])('%s is refused, and not kept', async (_, bytes, message) => {
    const { somebody, put } = world();
    const person = await somebody();
    const uploadUrl = await person.offered();
    const kept = filesOf('uploads').length;
    await put(uploadUrl, await bytes());

    const answer = await person.finish(uploadUrl);

    expect(answer.status).toBe(422);
    expect(await answer.json()).toMatchObject({ message, issues: [{ path: 'avatarURL' }] });
    expect(await (await person.ask('/api/auth/user')).json()).toMatchObject({
      profileImageUrl: null,
    });
    expect(filesOf('uploads')).toHaveLength(kept);
  });

  test('[separate-accounts] another person’s upload gets the same response as a missing one, byte for byte', async () => {
    const { somebody, put } = world();
    const [person, other] = [await somebody(), await somebody()];
    const uploadUrl = await person.offered();
    await put(uploadUrl, picture);
    const nowhere = uploadUrl.replace(/[\da-f]{32}/, '0'.repeat(32));
    const neverPut = await other.offered();

    const answers = await Promise.all(
      [uploadUrl, nowhere, neverPut, 'https://evil.example/a.jpg', 'nonsense', ''].map(
        async (url) => {
          const answer = await other.finish(url);
          const { requestId: _, ...problem } = await answer.json();
          return JSON.stringify([answer.status, problem]);
        },
      ),
    );

    expect(new Set(answers).size).toBe(1);
    expect(answers[0]).toContain('Please upload the picture again');
    expect((await person.finish(uploadUrl)).status).toBe(200);
  });

  test('without a session no URL is issued and nothing changes', async () => {
    const { app } = world();

    const asked = await call(app, '/api/objects/upload', { method: 'POST' });
    const changed = await call(app, '/api/profile/avatar', {
      method: 'PUT',
      json: { avatarURL: '' },
    });

    expect([asked.status, changed.status]).toEqual([401, 401]);
  });
});

describe('cleaning up', () => {
  test('[complete-erasure] an instance removes its files of pictures that another one removed, and no others', async () => {
    using elsewhere = tempFolder();
    using here = tempFolder();
    const [leader, own] = [elsewhere, here].map(({ path }) => avatarApp({ sql, folder: path }));
    if (!leader || !own) throw new Error('no instances');
    const [person, other] = [await own.somebody(), await own.somebody()];
    await person.shows(picture);
    const [shown, waiting] = [await other.shows(picture), await other.offered()];
    await own.put(waiting, picture);
    const unknown = `${randomBytes(16).toString('hex')}.jpg`;
    writeFileSync(join(here.path, 'avatars', unknown), picture);
    expect((await person.leave()).status).toBe(204);
    await leader.sweep();
    expect(filesOf('avatars', here.path)).toHaveLength(3);
    const sweep = () => sweepOwnFiles(diskObjects(here.path), postgresObjects(sql));

    await sweep();

    expect((await call(own.app, shown)).status).toBe(200);
    expect(filesOf('avatars', here.path)).toHaveLength(2);
    expect(filesOf('avatars', here.path)).toContain(unknown);
    expect(filesOf('uploads', here.path)).toHaveLength(1);
    leader.time.nowMs += 5 * minuteMs;
    await leader.sweep();
    await sweep();
    expect((await call(own.app, shown)).status).toBe(200);
    expect(filesOf('uploads', here.path)).toEqual([]);
    using empty = tempFolder();
    expect(await diskObjects(empty.path).keys()).toEqual([]);
  });

  test('[complete-erasure] deleting an account deletes its picture and uploads, and no others', async () => {
    const { app, somebody, put, sweep, time } = world();
    const [person, other] = [await somebody(), await somebody()];
    const [shown, others] = [await person.shows(picture), await other.shows(picture)];
    const uploadUrl = await person.offered();
    await put(uploadUrl, picture);
    const { id } = await (await person.ask('/api/auth/user')).json();

    expect((await person.leave()).status).toBe(204);
    expect(await sql`SELECT 1 FROM objects WHERE user_id = ${id}`).toHaveLength(0);
    await sweep();

    expect((await call(app, shown)).status).toBe(404);
    expect(filesOf('uploads')).not.toContain(
      `${new URL(uploadUrl).pathname.split('/').at(-1)}.jpg`,
    );
    expect((await call(app, others)).status).toBe(200);
    for (const laterMs of [2 * hourMs, 31 * dayMs]) {
      time.nowMs += laterMs;
      await sweep();
    }
    expect(await sql`SELECT key FROM objects WHERE user_id IS NULL`).toHaveLength(0);
  });
});

function text(words: string): Promise<Uint8Array<ArrayBuffer>> {
  return Promise.resolve(new Uint8Array(Buffer.from(words)));
}
