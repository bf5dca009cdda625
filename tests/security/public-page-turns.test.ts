import { afterAll, beforeAll, expect, test } from 'bun:test';
import { newDataDir, startWaypost, type Waypost } from '#tests/support/processes/waypost';
import { signUp } from '#tests/support/person';
import { eventually } from '#tests/support/waiting';
import { said, under, type Suffered } from './under.ts';

const dataDir = await newDataDir();
let waypost: Waypost;
/** The attacker's pages. */
let own: readonly string[];
let others: string;

beforeAll(async () => {
  const env = { TRUSTED_PROXIES: '127.0.0.1,::1' };
  waypost = await startWaypost({ dataDir: dataDir.path, env });
  own = await sharedPages(8);
  others = (await sharedPages(1)).join('');
  const isRead = async () => (await read(others, visitor, 'range=today')).ok;
  await eventually(isRead, (isOk) => isOk, 60);
}, 90_000);
afterAll(async () => {
  await waypost?.stop();
  await dataDir.remove();
});

const [attacker, visitor] = ['2001:db8:1::1', '2001:db8:ffff::1'];
const paced = { count: 100, everyMs: 20 };
const fewer = { count: 10, everyMs: 20 };

/** Twelve connections, each for the next of the attacks. */
const twelve = (attack: (at: number) => Promise<Response>) =>
  Array.from({ length: 12 }, (_, at) => () => attack(at));

test('[fair-share] twelve connections to one public page keep nobody from another page', async () => {
  const flood = twelve(() => read(own[0] ?? '', attacker, differently()));

  const suffered = await under(flood, paced, () => read(others, visitor));

  hold('one page from one address', suffered);
}, 120_000);

test('[fair-share] neither do eight pages from eight networks, whatever is asked', async () => {
  const flood = twelve((at) => read(own[at % 8] ?? '', networkOf(at), differently()));

  const suffered = await under(flood, fewer, () => read(others, visitor, differently()));

  hold('eight pages from eight networks', suffered);
}, 120_000);

test('[fair-share] nor do eight networks that ask the same page other questions', async () => {
  const flood = twelve((at) => read(others, networkOf(at), differently()));

  const suffered = await under(flood, paced, () => read(others, visitor, 'range=30d'));

  hold('the same page from eight networks', suffered);
}, 120_000);

function hold(what: string, suffered: Suffered): void {
  console.info(said(what, suffered));
  expect(new Set(suffered.answers.map(({ status }) => status))).toEqual(new Set([200]));
}

/** Tokens of public pages of a new person. */
async function sharedPages(count: number): Promise<readonly string[]> {
  const person = await signUp(waypost.url);
  const tokens = [];
  for (let n = 0; n < count; n += 1) {
    const { id } = await person.createLink({ originalUrl: 'https://shop.example/' });
    const shared = await person.send('PUT', `/api/v1/links/${id}/public-page`, {});
    tokens.push((await shared.json()).token);
  }
  return tokens;
}

const networkOf = (at: number) => `2001:db8:${(at % 8) + 1}::1`;

let asked = 0;
/** A question that nobody asked before. */
function differently(): string {
  asked += 1;
  const from = Temporal.PlainDate.from('2010-01-01').add({ days: asked % 4000 });
  return `from=${from.toString()}&to=${from.add({ days: 500 + (asked % 200) }).toString()}`;
}

function read(token: string, network: string, query = ''): Promise<Response> {
  const headers = { 'x-forwarded-for': network };
  return fetch(`${waypost.url}/api/public/${token}?${query}`, { headers });
}
