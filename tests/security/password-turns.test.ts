import { afterAll, beforeAll, expect, test } from 'bun:test';
import { newDataDir, startWaypost, type Waypost } from '#tests/support/processes/waypost';
import { type Person, signUp, signUpAs } from '#tests/support/person';
import { said, under } from './under.ts';

const password = 'open sesame';
const env = { TRUSTED_PROXIES: '127.0.0.1,::1' };
const dataDir = await newDataDir();
let waypost: Waypost;
let attacker: Person;
let innocent: Person;

beforeAll(async () => {
  waypost = await startWaypost({ dataDir: dataDir.path, env });
  attacker = await signUp(waypost.url);
  innocent = await signUp(waypost.url);
}, 90_000);
afterAll(async () => {
  await waypost?.stop();
  await dataDir.remove();
});

/** The address of a customer with a network of its own. */
const attackers = Array.from({ length: 8 }, (_, at) => `2001:db8:${at + 1}::1`);
const visitor = '2001:db8:ffff::1';

test('[fair-share] right passwords of one link from eight networks keep nobody from another link', async () => {
  const [own, others] = [await protectedLink(attacker), await protectedLink(innocent)];

  const suffered = await under(
    attackers.flatMap((network) => Array.from({ length: 8 }, () => () => open(own, network))),
    { count: 10, everyMs: 100 },
    () => open(others, visitor),
  );

  console.info(said('right passwords of a link', suffered));
  expect(suffered.answers.map(({ status }) => status)).toEqual(Array(10).fill(303));
}, 60_000);

test('[login-floods] opening a public page from eight networks delays neither sign-ins nor other pages', async () => {
  const [own, others] = [await protectedPage(attacker), await protectedPage(innocent)];
  const email = 'somebody@waypost.test';
  await signUpAs(waypost.url, email);
  const flood = attackers.flatMap((network) =>
    Array.from({ length: 8 }, () => () => unlock(own, network)),
  );

  const signIns = await under(flood, { count: 6, everyMs: 100 }, () =>
    post('/api/auth/login', { email, password: 'a-pass-phrase-nobody-has' }, visitor),
  );
  const unlocks = await under(flood, { count: 6, everyMs: 100 }, () => unlock(others, visitor));

  console.info(said('sign-ins', signIns));
  console.info(said("another page's passwords", unlocks));
  expect(signIns.answers.map(({ status }) => status)).toEqual(Array(6).fill(200));
  expect(unlocks.answers.map(({ status }) => status)).toEqual(Array(6).fill(204));
}, 60_000);

async function protectedLink(person: Person): Promise<string> {
  const { shortUrl } = await person.createLink({ originalUrl: 'https://shop.example/', password });
  return shortUrl;
}

async function protectedPage(person: Person): Promise<string> {
  const { id } = await person.createLink({ originalUrl: 'https://shop.example/' });
  const shared = await person.send('PUT', `/api/v1/links/${id}/public-page`, { password });
  return (await shared.json()).token;
}

const from = (network: string) => ({ 'x-forwarded-for': network });

function open(shortUrl: string, network: string): Promise<Response> {
  const body = new URLSearchParams({ password });
  return fetch(shortUrl, { method: 'POST', body, redirect: 'manual', headers: from(network) });
}

const unlock = (token: string, network: string) =>
  post(`/api/public/${token}/unlock`, { password }, network);

function post(path: string, body: object, network: string): Promise<Response> {
  return fetch(`${waypost.url}${path}`, {
    method: 'POST',
    body: JSON.stringify(body),
    headers: { ...from(network), origin: waypost.url, 'content-type': 'application/json' },
  });
}
