import { afterAll, describe, expect, test } from 'bun:test';
import { dayMs } from '#core/shared/time';
import { testDatabase } from '#tests/support/databases/postgres';
import { schema } from '#tests/support/databases/schema';
import { settingsApp, type Somebody } from '#tests/support/worlds/accounts/settings-app';
import { agents } from '#tests/support/visitor';

const database = await testDatabase(schema);
const { sql } = database;
afterAll(() => database.drop());

const usual = { trackClicks: true, trackConversions: false, expirationDays: null };
const settle = (person: Somebody, linkDefaults: unknown) =>
  person.call('/api/v1/settings', { method: 'PATCH', json: { linkDefaults } });
const told = { email: true, conversionAlerts: true };
const made = async (person: Somebody, more: Record<string, unknown> = {}) => {
  const json = { originalUrl: 'https://example.com/', ...more };
  return (await person.call('/api/links', { json })).json();
};

describe('/api/v1/settings', () => {
  test('have the product’s defaults until they are saved, for each account', async () => {
    const { somebody } = settingsApp(sql);
    const [person, other] = [await somebody(), await somebody()];
    expect(await (await person.call('/api/v1/settings')).json()).toEqual({
      linkDefaults: usual,
      notifications: told,
      checksDestinations: false,
    });

    const answer = await settle(person, { trackConversions: true, expirationDays: 30 });

    const settled = { trackClicks: true, trackConversions: true, expirationDays: 30 };
    expect(answer.status).toBe(200);
    expect(await answer.json()).toEqual({
      linkDefaults: settled,
      notifications: told,
      checksDestinations: false,
    });
    expect(await (await person.call('/api/v1/settings')).json()).toEqual({
      linkDefaults: settled,
      notifications: told,
      checksDestinations: false,
    });
    expect(await (await other.call('/api/v1/settings')).json()).toEqual({
      linkDefaults: usual,
      notifications: told,
      checksDestinations: false,
    });
  });

  test('omitted fields stay unchanged; null removes the default expiration', async () => {
    const person = await settingsApp(sql).somebody();
    await settle(person, { trackClicks: false, expirationDays: 30 });

    expect(await (await settle(person, { trackConversions: true })).json()).toMatchObject({
      linkDefaults: { trackClicks: false, trackConversions: true, expirationDays: 30 },
    });
    expect(await (await settle(person, { expirationDays: null })).json()).toMatchObject({
      linkDefaults: { trackClicks: false, trackConversions: true, expirationDays: null },
    });
  });

  test.each([
    [{ expirationDays: 0 }],
    [{ expirationDays: -1 }],
    [{ expirationDays: 1.5 }],
    [{ expirationDays: 1.0000000000000002 }],
    [{ expirationDays: 3651 }],
    [{ expirationDays: '30' }],
    [{ trackClicks: 'yes' }],
    [{ trackConversions: null }],
    ['all'],
  ])('%j is rejected and nothing is saved', async (wish) => {
    const person = await settingsApp(sql).somebody();

    expect((await settle(person, wish)).status).toBe(422);

    expect(await (await person.call('/api/v1/settings')).json()).toEqual({
      linkDefaults: usual,
      notifications: told,
      checksDestinations: false,
    });
  });
});

describe('a new link', () => {
  test('gets the defaults of the settings for fields that are not sent', async () => {
    const { somebody, world } = settingsApp(sql);
    const person = await somebody();
    await settle(person, { trackClicks: false, trackConversions: true, expirationDays: 7 });

    const expiresAt = new Date(world.time.nowMs + 7 * dayMs).toISOString();
    expect(await made(person)).toMatchObject({
      trackClicks: false,
      trackConversions: true,
      expiresAt,
    });
  });

  test('gets the sent values and not those of the settings', async () => {
    const person = await settingsApp(sql).somebody();
    await settle(person, { trackClicks: false, trackConversions: true, expirationDays: 7 });

    const asked = { trackClicks: true, trackConversions: false, expiresAt: null };
    expect(await made(person, asked)).toMatchObject(asked);
  });
});

describe('/api/sessions', () => {
  test('are listed with their browsers, newest first, and without their digests', async () => {
    const { somebody, world } = settingsApp(sql);
    const person = await somebody(agents.desktop);
    world.time.nowMs += 1000;
    const phone = await person.elsewhere(agents.phone);
    await somebody();

    const text = await (await phone.call('/api/sessions')).text();

    expect(JSON.parse(text)).toMatchObject([
      { isCurrent: true, browser: 'Safari', os: 'iOS' },
      { isCurrent: false, browser: 'Chrome', os: 'Windows' },
    ]);
    const kept = await sql<{ sid: string }[]>`SELECT sid FROM sessions`;
    expect(kept.filter(({ sid }) => text.includes(sid))).toEqual([]);
  });

  test('a revoked session ends immediately; the others stay', async () => {
    const person = await settingsApp(sql).somebody();
    const phone = await person.elsewhere();
    const list: { id: string; isCurrent: boolean }[] = await (
      await person.call('/api/sessions')
    ).json();
    const other = list.find(({ isCurrent }) => !isCurrent)?.id ?? '';

    const answer = await person.call(`/api/sessions/${other}`, { method: 'DELETE' });

    expect(answer.status).toBe(204);
    expect((await phone.call('/api/auth/user')).status).toBe(401);
    expect((await person.call('/api/auth/user')).status).toBe(200);
  });

  test('ending all other sessions also forgets the browsers that had signed in', async () => {
    const { somebody, world } = settingsApp(sql);
    const person = await somebody();
    const stranger = await somebody();
    const phone = await person.elsewhere();
    const tablet = await person.elsewhere();
    world.time.nowMs += 1000;

    const answer = await person.call('/api/sessions', { method: 'DELETE' });

    expect(answer.status).toBe(204);
    for (const other of [phone, tablet]) {
      expect((await other.call('/api/auth/user')).status).toBe(401);
    }
    for (const kept of [person, stranger]) {
      expect((await kept.call('/api/auth/user')).status).toBe(200);
    }
    const [row] = await sql<{ devices_since: Date }[]>`
      SELECT devices_since FROM users WHERE lower(email) = ${person.email.toLowerCase()}`;
    expect(row?.devices_since.getTime()).toBe(world.time.nowMs);
    expect(answer.headers.get('set-cookie')).toStartWith(`waypost_device=${world.time.nowMs}.`);
  });

  test('[separate-accounts] another person’s session and an unknown one get the same response', async () => {
    const { somebody } = settingsApp(sql);
    const [person, stranger] = [await somebody(), await somebody()];
    const [own]: { id: string }[] = await (await person.call('/api/sessions')).json();
    const refused = async (id: string) => {
      const answer = await stranger.call(`/api/sessions/${id}`, { method: 'DELETE' });
      const { requestId: _, ...problem } = await answer.json();
      return { status: answer.status, problem };
    };

    const theirs = await refused(own?.id ?? '');

    expect(theirs.status).toBe(404);
    expect(theirs).toEqual(await refused('0'.repeat(32)));
    expect((await person.call('/api/auth/user')).status).toBe(200);
  });
});
