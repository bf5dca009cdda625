import { describe, expect, test } from 'bun:test';
import { call } from '#tests/support/calls';
import { keyApp } from '#tests/support/worlds/accounts/key-app';
import { signIn } from '#tests/support/worlds/links/link-app';
import { owner } from '#tests/support/worlds/links/link-world';

function start() {
  const app = keyApp();
  const person = owner();
  return { ...app, person, ask: signIn(app, person) };
}

type Ask = ReturnType<typeof signIn>;

async function newKey(ask: Ask, scopes = ['conversions:write']) {
  const response = await ask('/api/keys', { json: { name: 'Shop', scopes } });
  expect(response.status).toBe(201);
  const made: { id: string; key: string } = await response.json();
  return made;
}

const bearer = (key: string) => ({ authorization: `Bearer ${key}` });

describe('an account’s API keys', () => {
  test('[api-keys] are shown completely once, and by their ending afterwards', async () => {
    const { ask, log, keys } = start();

    const response = await ask('/api/keys', {
      json: { name: '  Shop ', scopes: ['conversions:write', 'conversions:write'] },
    });
    const made = await response.json();
    const list = await (await ask('/api/v1/keys')).text();

    expect(made).toEqual({
      id: expect.stringMatching(/^[\da-f-]{36}$/),
      name: 'Shop',
      scopes: ['conversions:write'],
      ending: made.key.slice(-4),
      expiresAt: null,
      createdAt: new Date(keys.time.nowMs).toISOString(),
      formerUntil: null,
      readsMore: false,
      lastUsedAt: null,
      key: expect.stringMatching(/^wp_[\da-f]{64}$/),
    });
    const { key, ...shown } = made;
    expect(JSON.parse(list)).toMatchObject({ data: [shown], count: 1 });
    expect(list).not.toContain(key.slice(3, -4));
    expect(log.lines.join('\n')).not.toContain(key.slice(3));
  });

  test('[separate-accounts] are revoked all at once, and only their owner’s', async () => {
    const { ask, ...app } = start();
    const stranger = signIn(app, owner());
    const [one, two, foreign] = [await newKey(ask), await newKey(ask), await newKey(stranger)];

    const answer = await ask('/api/keys', { method: 'DELETE' });

    expect([answer.status, await answer.text()]).toEqual([204, '']);
    expect(await (await ask('/api/v1/keys')).json()).toMatchObject({ data: [] });
    expect(await app.keys.findKey(one.key)).toBeNull();
    expect(await app.keys.findKey(two.key)).toBeNull();
    expect(await app.keys.findKey(foreign.key)).not.toBeNull();
  });

  test('need a name and at least one permission', async () => {
    const { ask } = start();
    const scopes = ['conversions:write'];

    for (const [json, message] of [
      [{ scopes }, 'Enter a name for the key'],
      [{ name: '  ', scopes }, 'Enter a name for the key'],
      [{ name: 'x'.repeat(101), scopes }, 'The name must be at most 100 characters'],
      [{ name: 'a\u0007b', scopes }, 'The name contains characters that are not allowed'],
      [{ name: 'Shop' }, 'Choose at least one permission'],
      [{ name: 'Shop', scopes: [] }, 'Choose at least one permission'],
      [{ name: 'Shop', scopes: ['everything'] }, 'Unknown scope'],
    ]) {
      const response = await ask('/api/keys', { json });

      expect(response.status).toBe(422);
      expect((await response.json()).message).toBe(message);
    }
    expect(await (await ask('/api/v1/keys')).json()).toMatchObject({ data: [] });
  });

  test('[separate-accounts] are listed and revoked only by their owner, also when others know their ids', async () => {
    const { ask, ...app } = start();
    const { id, key } = await newKey(ask);
    const stranger = signIn(app, owner());

    const foreign = await stranger(`/api/keys/${id}`, { method: 'DELETE' });
    const unknown = await stranger(`/api/keys/${Bun.randomUUIDv7()}`, { method: 'DELETE' });
    const nonsense = await stranger('/api/keys/1', { method: 'DELETE' });

    const answers = await Promise.all(
      [foreign, unknown, nonsense].map(async (answer) => {
        const { requestId: _, ...body } = await answer.json();
        return { status: answer.status, body };
      }),
    );
    expect(answers[0]?.status).toBe(404);
    expect(answers[1]).toEqual(answers[0]);
    expect(answers[2]).toEqual(answers[0]);
    expect(await (await stranger('/api/v1/keys')).json()).toMatchObject({ data: [] });
    expect(await app.keys.findKey(key)).not.toBeNull();
  });
});

describe('[api-keys] a call with an API key', () => {
  const path = '/api/v1/conversions';

  test('is accepted only in the Authorization header, and no key is logged', async () => {
    const { app, ask, log, person, reports } = start();
    const { key } = await newKey(ask);
    const { link } = await reports.someLink({}, person.id);
    const json = { linkId: link.id, eventType: 'sale', value: 1 };

    for (const headers of [
      {},
      { 'x-api-key': key },
      { authorization: key },
      { authorization: `Basic ${btoa(`${key}:`)}` },
      { authorization: 'Bearer ' },
      bearer(key.toUpperCase()),
      bearer(`${key}0`),
      bearer(`wp_${'0'.repeat(64)}`),
      bearer(new Bun.CryptoHasher('sha256').update(key).digest('hex')),
    ]) {
      const refused = await call(app, path, { json, headers });
      expect(refused.status).toBe(401);
      expect(refused.headers.get('www-authenticate')).toBe('Bearer');
    }
    expect(reports.recorded).toEqual([]);
    expect((await call(app, path, { json, headers: bearer(key) })).status).toBe(202);

    expect(log.lines.join('\n')).not.toContain(key.slice(3));
  });

  test('[api-keys] is refused when the address has the key, also beside a valid header or session', async () => {
    const { app, ask, log, reports } = start();
    const { key } = await newKey(ask, ['conversions:write']);
    const json = { linkId: Bun.randomUUIDv7() };

    for (const address of [`${path}?api_key=${key}`, `${path}?anything=x${key}`]) {
      const answers = [
        await call(app, address, { json, headers: bearer(key) }),
        await call(app, address, { headers: bearer(key) }),
        await ask(address),
      ];
      for (const refused of answers) {
        expect(refused.status).toBe(401);
        expect(refused.headers.get('www-authenticate')).toBe('Bearer');
        expect(await refused.json()).toMatchObject({
          code: 'unauthenticated',
          message: expect.stringContaining('never in the address'),
        });
      }
    }
    expect(reports.recorded).toEqual([]);
    expect(log.lines.join('\n')).not.toContain(key.slice(3));
  });

  test('[api-keys] works until its end, and then says that it has ended', async () => {
    const { app, ask, keys } = start();
    const { id, key } = await newKey(ask, ['conversions:read']);
    const at = (afterMs: number) => new Date(keys.time.nowMs + afterMs).toISOString();
    const past = await ask(`/api/keys/${id}`, { method: 'PATCH', json: { expiresAt: at(0) } });
    expect([past.status, (await past.json()).issues]).toEqual([
      422,
      [{ path: 'expiresAt', message: 'Choose a time in the future' }],
    ]);
    const changed = await ask(`/api/keys/${id}`, { method: 'PATCH', json: { expiresAt: at(1) } });
    expect(await changed.json()).toMatchObject({ id, name: 'Shop', expiresAt: at(1) });
    expect((await call(app, path, { headers: bearer(key) })).status).toBe(200);

    keys.time.nowMs += 1;

    const ended = await call(app, path, { headers: bearer(key) });
    expect([ended.status, (await ended.json()).code]).toEqual([401, 'key_expired']);
    expect(ended.headers.get('www-authenticate')).toBe('Bearer');
  });

  test('[api-keys] is rotated to a text that is shown once; the old one works 24 hours more', async () => {
    const { app, ask, keys } = start();
    const { id, key } = await newKey(ask, ['conversions:read']);
    const statusOf = async (text: string) =>
      (await call(app, path, { headers: bearer(text) })).status;

    const rotated = await ask(`/api/keys/${id}/rotate`, { method: 'POST' });
    const { key: next, ...shown } = await rotated.json();

    expect(rotated.status).toBe(200);
    expect(next).toMatch(/^wp_[\da-f]{64}$/);
    expect(shown).toMatchObject({
      id,
      ending: next.slice(-4),
      formerUntil: new Date(keys.time.nowMs + 24 * 3_600_000).toISOString(),
    });
    expect(await (await ask('/api/v1/keys')).text()).not.toContain(next.slice(3, -4));
    expect([await statusOf(key), await statusOf(next)]).toEqual([200, 200]);
    keys.time.nowMs += 24 * 3_600_000;
    expect([await statusOf(key), await statusOf(next)]).toEqual([401, 200]);
  });

  test('[api-keys] shows and revokes itself, whatever its scopes, which a session has not', async () => {
    const { app, ask } = start();
    const [{ id, key }, other] = [await newKey(ask, ['sql']), await newKey(ask, ['sql'])];
    const current = '/api/v1/keys/current';

    const shown = await call(app, current, { headers: bearer(key) });
    expect(await shown.json()).toMatchObject({ id, scopes: ['sql'], ending: key.slice(-4) });
    expect((await ask(current)).status).toBe(401);
    expect((await ask(current, { method: 'DELETE' })).status).toBe(401);

    const revoked = await call(app, current, { method: 'DELETE', headers: bearer(key) });
    expect(revoked.status).toBe(204);
    expect((await call(app, current, { headers: bearer(key) })).status).toBe(401);
    expect((await call(app, current, { headers: bearer(other.key) })).status).toBe(200);
  });

  test('needs no Origin header, since servers send none and browsers cannot misuse it', async () => {
    const { app, ask, person, reports } = start();
    const { key } = await newKey(ask);
    const { link } = await reports.someLink({}, person.id);

    const response = await app.fetch(
      new Request(`http://localhost${path}`, {
        method: 'POST',
        headers: { ...bearer(key), 'content-type': 'application/json' },
        body: JSON.stringify({ linkId: link.id }),
      }),
    );

    expect(response.status).toBe(202);
  });

  test('may do only what its scopes allow', async () => {
    const { app, ask, askedBy, people } = start();
    const [reader, writer] = [
      await newKey(ask, ['conversions:read']),
      await newKey(ask, ['conversions:write']),
    ];

    const read = await call(app, path, { headers: bearer(reader.key) });
    const write = await call(app, path, { json: {}, headers: bearer(reader.key) });
    const readByWriter = await call(app, path, { headers: bearer(writer.key) });

    expect(read.status).toBe(200);
    // To write includes to read.
    expect([write.status, readByWriter.status]).toEqual([403, 200]);
    expect(await write.json()).toMatchObject({ code: 'scope_required' });
    expect(write.headers.get('www-authenticate')).toBe(
      'Bearer error="insufficient_scope", scope="conversions:write"',
    );
    const [owner = ''] = people.keys();
    expect(askedBy).toEqual([owner, owner]);
  });

  test('is rejected as soon as the key is revoked', async () => {
    const { app, ask } = start();
    const { id, key } = await newKey(ask, ['conversions:read']);
    expect((await call(app, path, { headers: bearer(key) })).status).toBe(200);

    expect((await ask(`/api/keys/${id}`, { method: 'DELETE' })).status).toBe(204);

    expect((await call(app, path, { headers: bearer(key) })).status).toBe(401);
  });
});
