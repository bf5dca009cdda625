import { expect, test } from 'bun:test';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { cleanUps } from '#tests/support/clean-ups';
import { signUpConfirmed } from '#tests/support/person';
import { visit } from '#tests/support/visitor';
import { eventually } from '#tests/support/waiting';
import { startedDataDir } from '#tests/support/processes/started-data-dir';
import { startWaypost } from '#tests/support/processes/waypost';

const dataDir = await startedDataDir();
const cleanUp = cleanUps();
cleanUp.add(dataDir.remove);
const promisedSeconds = 5;

test('[blocklist] a blocked link stops redirecting within seconds, and works again when it is unblocked', async () => {
  const waypost = await startWaypost({ dataDir: dataDir.path });
  cleanUp.add(() => waypost.killTree());
  const file = join(dataDir.path, 'blocklist.txt');
  const person = await signUpConfirmed(waypost.url, dataDir.path);
  const { email, id } = await (await person.get('/api/auth/user')).json();
  const key = await person.send('POST', '/api/keys', {
    name: 'Shop',
    scopes: ['conversions:read'],
  });
  const { key: keyText } = await key.json();
  const link = await person.createLink({ originalUrl: 'https://evil.example/' });
  const follow = () => visit(`${waypost.url}/${link.shortCode}`);
  const answers = (status: number) =>
    eventually(follow, (answer) => answer.status === status, promisedSeconds);
  const logIn = () =>
    person.send('POST', '/api/auth/login', { email, password: 'a-pass-phrase-nobody-has' });
  expect((await follow()).status).toBe(302);

  writeFileSync(file, '*.evil.example\n');
  const blocked = await answers(410);
  expect(await blocked.text()).toContain('This link has been blocked');
  expect(blocked.headers.get('location')).toBeNull();
  expect(blocked.headers.get('x-robots-tag')).toBe('noindex');
  const wish = { originalUrl: 'https://www.evil.example/other' };
  for (const refused of [
    await person.send('POST', '/api/links', wish),
    await person.send('PUT', `/api/links/${link.id}`, wish),
  ]) {
    expect(refused.status).toBe(422);
    expect(await refused.json()).toMatchObject({ code: 'blocked' });
  }
  rmSync(file);
  await answers(302);

  writeFileSync(file, `${String(email).toUpperCase()}\n`);
  await answers(410);
  expect((await person.get('/api/auth/user')).status).toBe(401);
  expect((await person.send('POST', '/api/links', wish)).status).toBe(401);
  const byKey = await fetch(`${waypost.url}/api/v1/conversions`, {
    headers: { authorization: `Bearer ${keyText}` },
  });
  expect(byKey.status).toBe(401);
  const refused = await logIn();
  expect([refused.status, (await refused.json()).message]).toEqual([
    403,
    'This account is suspended. Please contact support.',
  ]);
  const again = { email, password: 'another-phrase-nobody-has', firstName: 'A', lastName: 'B' };
  expect((await person.send('POST', '/api/register', again)).status).toBe(403);

  writeFileSync(file, `${id}\n`);
  expect((await logIn()).status).toBe(403);
  rmSync(file);
  await answers(302);
  expect((await logIn()).status).toBe(200);
});
