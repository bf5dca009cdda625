import { afterAll, expect, test } from 'bun:test';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { everythingKept } from '#tests/support/everything-kept';
import { numbersNow, numbersOnceCounted } from '#tests/support/numbers';
import { personAt, signUp, type Person } from '#tests/support/person';
import { jpeg } from '#tests/support/pictures';
import { eventually } from '#tests/support/waiting';
import { agents, visit } from '#tests/support/visitor';
import { newDataDir, startWaypost, type Waypost } from '#tests/support/waypost';

const dataDir = await newDataDir();
const env = { TRUSTED_PROXIES: '127.0.0.1,::1' };
let waypost: Waypost | undefined;
afterAll(async () => {
  await waypost?.killTree();
  await dataDir.remove();
});

const word = `zq${crypto.randomUUID().slice(0, 8)}`;
const address = '203.0.113.77';
const password = 'a-pass-phrase-nobody-has';
const email = `${word}@waypost.test`;

/** Somebody whose every field says the word. */
async function marked(url: string): Promise<Person> {
  const headers = {
    ...{ 'content-type': 'application/json', origin: url, 'x-forwarded-for': address },
    'user-agent': `Browser/${word}`,
  };
  const body = { firstName: `F${word}`, lastName: `L${word}`, email, password };
  const answer = await fetch(`${url}/api/register`, {
    ...{ method: 'POST', headers, body: JSON.stringify(body) },
  });
  return personAt(url, answer.headers.get('set-cookie')?.split(';')[0] ?? '');
}

/** Puts the word wherever a person, their visitors and their shop can put one. */
async function spread(url: string, person: Person): Promise<void> {
  const link = await person.createLink({
    originalUrl: `https://${word}.example/?q=${word}`,
    splitTestEnabled: true,
    splitTestUrls: [`https://a.example/${word}`, `https://b.example/${word}`],
    trackConversions: true,
  });
  await person.send('PUT', `/api/links/${link.id}`, { title: word, description: word });
  await person.send('POST', '/api/keys', { name: word, scopes: ['conversions:write'] });
  await showPicture(url, person);
  await person.send('PUT', '/api/settings', { linkDefaults: { expirationDays: 9 } });
  await person.send('POST', '/api/contact', {
    ...{ name: word, email, subject: `About ${word}`, message: `A message about ${word}.` },
  });
  await person.send('POST', '/api/auth/forgot-password', { email });

  for (let count = 0; count < 6; count += 1) {
    const campaign = `utm_source=${word}&utm_medium=${word}&utm_campaign=${word}`;
    await visit(`${link.shortUrl}?${campaign}&utm_term=${word}&utm_content=${word}`, {
      headers: {
        ...{ 'x-forwarded-for': address, referer: `https://${word}.example/${word}?q=${word}` },
        'user-agent': `${agents.desktop} ${word}`,
      },
    });
  }
  const sale = `event=sale&value=5&order_id=${word}`;
  await fetch(`${url}/api/track/${link.shortCode}?${sale}`, {
    headers: { 'x-forwarded-for': address, 'user-agent': `${agents.phone} ${word}` },
  });
  await fetch(`${url}/api/track/${link.shortCode}?event=${word}&value=${word}`);
  await person.send('POST', '/api/conversions', {
    ...{ linkId: link.id, eventType: 'sale', value: 100, metadata: { note: word } },
  });
}

async function showPicture(url: string, person: Person): Promise<void> {
  const { uploadURL } = await (await person.send('POST', '/api/objects/upload')).json();
  const headers = { 'content-type': 'image/jpeg' };
  const address = new URL(uploadURL, url);
  const put = await fetch(address, { method: 'PUT', headers, body: await jpeg() });
  const shown = await person.send('PUT', '/api/profile/avatar', { avatarURL: uploadURL });
  expect([put.status, shown.status]).toEqual([204, 200]);
}

/** The pictures of all people, originals too. */
async function pictures(): Promise<string[]> {
  const entries = await readdir(join(dataDir.path, 'objects'), {
    recursive: true,
    withFileTypes: true,
  });
  return entries.filter((entry) => entry.isFile()).map(({ name }) => name);
}

test('PRIV-06 PRIV-01 PRIV-10 SEC-28: of an account that is deleted nothing is left, a kill in the middle included', async () => {
  waypost = await startWaypost({ dataDir: dataDir.path, env });
  const other = await signUp(waypost.url);
  const kept = await other.createLink({ originalUrl: 'https://example.com/kept' });
  for (let count = 0; count < 3; count += 1) await visit(kept.shortUrl);
  const person = await marked(waypost.url);
  const { id: userId } = await (await person.get('/api/auth/user')).json();
  let keep = await everythingKept(dataDir.path);
  await keep.sql`UPDATE users SET verified = true WHERE id = ${userId}`;
  await spread(waypost.url, person);
  await numbersOnceCounted(person, 6, 30);
  const before = await numbersOnceCounted(other, 3, 30);
  const marks = [word, userId];
  // Everything that rests somewhere is found as long as it is there.
  await eventually(
    () => keep.find(marks),
    (places) =>
      [
        ...['postgres users', 'postgres audit_events', 'postgres api_keys', 'file mail/'],
        ...['clickhouse clicks', 'clickhouse conversions'],
      ].every((part) => places.some((place) => place.startsWith(part))),
    30,
  );
  // The address itself rests nowhere, once it is drained.
  expect(await keep.find([address])).toEqual([]);
  // Nor does anything that opens the account.
  expect(await keep.find([password, person.cookie.split('=')[1] ?? ''])).toEqual([]);
  expect((await pictures()).length).toBeGreaterThan(0);

  const farewell = await person.send('DELETE', '/api/profile', { password });
  await waypost.killTree();
  expect(farewell.status).toBe(204);
  await keep[Symbol.asyncDispose]();
  const said = waypost.output();
  waypost = await startWaypost({ dataDir: dataDir.path, env });

  keep = await everythingKept(dataDir.path);
  const left = await eventually(
    () => keep.find(marks),
    (places) => places.every((place) => place.startsWith('postgres erasures')),
    60,
  );
  // What is left is the order to erase itself: the ids of what is gone, and nobody's name.
  expect(left).toEqual(['postgres erasures: 1']);
  expect(await keep.find([word])).toEqual([]);
  await eventually(pictures, (names) => names.length === 0, 60);
  const after = await numbersNow(personAt(waypost.url, other.cookie));
  expect(after).toEqual(before);
  for (const log of [said, waypost.output()]) {
    expect(marks.filter((mark) => log.includes(mark))).toEqual([]);
    expect(log).not.toContain(address);
    expect(log).not.toContain('utm_');
  }
  await keep[Symbol.asyncDispose]();
}, 600_000);
