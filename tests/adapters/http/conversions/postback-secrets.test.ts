import { expect, test } from 'bun:test';
import { keyApp, shortOrigin } from '#tests/support/worlds/accounts/key-app';
import { signIn } from '#tests/support/worlds/links/link-app';
import { owner } from '#tests/support/worlds/links/link-world';

async function start() {
  const app = keyApp();
  const person = owner();
  const { link } = await app.reports.someLink({}, person.id);
  return { ...app, link, path: `/api/v1/links/${link.id}/postback`, ask: signIn(app, person) };
}

test('a link’s owner always gets the same postback secret, and its URL works', async () => {
  const { ask, path, link, keys } = await start();

  const first = await (await ask(path)).json();
  const second = await (await ask(path)).json();

  expect(first.secret).toMatch(/^[\w-]{32}$/);
  expect(first.url).toBe(
    `${shortOrigin}/api/postback?link=${link.shortCode}&secret=${first.secret}`,
  );
  expect(second).toEqual(first);
  expect(await keys.postbackSecretsOf(link.id)).toEqual([first.secret]);
});

test('a replaced secret is a new one, and the previous one becomes invalid', async () => {
  const { ask, path, link, keys } = await start();
  const before = await (await ask(path)).json();

  const response = await ask(`${path}/rotate`, { method: 'POST' });

  const after = await response.json();
  expect(response.status).toBe(200);
  expect(after.secret).not.toBe(before.secret);
  expect(after.url).toContain(after.secret);
  expect(await keys.postbackSecretsOf(link.id)).toEqual([after.secret]);
});

test('every link has its own secret', async () => {
  const { link, keys, reports } = await start();
  const other = await reports.someLink({});

  expect(await keys.postbackSecretsOf(other.link.id)).not.toEqual(
    await keys.postbackSecretsOf(link.id),
  );
  expect(await keys.postbackSecretsOf('nonsense')).toEqual([]);
});

test('[separate-accounts] another account can neither read nor replace it', async () => {
  const { path, link, keys, ...app } = await start();
  const secrets = await keys.postbackSecretsOf(link.id);
  const stranger = signIn(app, owner());

  const answers = await Promise.all([
    stranger(path),
    stranger(`${path}/rotate`, { method: 'POST' }),
    stranger(`/api/v1/links/${Bun.randomUUIDv7()}/postback`),
    stranger('/api/links/nonsense/postback/rotate', { method: 'POST' }),
  ]);

  expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 404]);
  expect(await keys.postbackSecretsOf(link.id)).toEqual(secrets);
});
