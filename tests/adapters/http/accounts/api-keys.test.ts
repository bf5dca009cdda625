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
      createdAt: new Date(keys.time.nowMs).toISOString(),
      lastUsedAt: null,
      key: expect.stringMatching(/^wp_[\da-f]{64}$/),
    });
    const { key, ...shown } = made;
    expect(JSON.parse(list)).toEqual([shown]);
    expect(list).not.toContain(key.slice(3, -4));
    expect(log.lines.join('\n')).not.toContain(key.slice(3));
  });

  test('[separate-accounts] are revoked all at once, and only their owner’s', async () => {
    const { ask, ...app } = start();
    const stranger = signIn(app, owner());
    const [one, two, foreign] = [await newKey(ask), await newKey(ask), await newKey(stranger)];

    const answer = await ask('/api/keys', { method: 'DELETE' });

    expect([answer.status, await answer.text()]).toEqual([204, '']);
    expect(await (await ask('/api/v1/keys')).json()).toEqual([]);
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
    expect(await (await ask('/api/v1/keys')).json()).toEqual([]);
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
    expect(await (await stranger('/api/v1/keys')).json()).toEqual([]);
    expect(await app.keys.findKey(key)).not.toBeNull();
  });
});

describe('[api-keys] a call with an API key', () => {
  const path = '/api/v1/conversions';

  test('is accepted only in the Authorization header, and no key is logged', async () => {
    const { app, ask, log, person, reports } = start();
    const { key } = await newKey(ask);
    const { link } = await reports.someLink({}, person.id);
    const json = { linkId: link.id, eventType: 'sale', valueCents: 1 };

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
      const refused = await call(app, `${path}?api_key=${key}&key=${key}`, { json, headers });
      expect(refused.status).toBe(401);
      expect(refused.headers.get('www-authenticate')).toBe('Bearer');
    }
    expect(reports.recorded).toEqual([]);
    expect((await call(app, path, { json, headers: bearer(key) })).status).toBe(202);

    expect(log.lines.join('\n')).not.toContain(key.slice(3));
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
