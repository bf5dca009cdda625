import { expect, test } from 'bun:test';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { openedBy } from '#tests/support/worlds/billing/billing-app';
import { cleanUps } from '#tests/support/clean-ups';
import { linkIn, mailsIn, tokenOf } from '#tests/support/readers/mail-files';
import { type Person, personAt, signUp, signUpConfirmed } from '#tests/support/person';
import { jpeg } from '#tests/support/builders/pictures';
import { visit } from '#tests/support/visitor';
import { eventually } from '#tests/support/waiting';
import { operate } from '#tests/support/processes/operate';
import { refusal } from '#tests/support/processes/refusal';
import { newDataDir, startWaypost, type Waypost } from '#tests/support/processes/waypost';

const dataDir = await newDataDir();
let waypost: Waypost | undefined;
const cleanUp = cleanUps();
cleanUp.add(dataDir.remove);
cleanUp.add(() => waypost?.killTree());

const one = 'the-first-secret-of-this-installation-1';
const two = 'the-second-secret-of-this-installation-2';
const mailFolder = join(dataDir.path, 'mail');
const password = 'a-pass-phrase-nobody-has';
const card = { number: '4242 4242 4242 4242', expiry: '12/40', cvc: '123' };

async function restart(env: Record<string, string>): Promise<string> {
  await waypost?.stop();
  waypost = await startWaypost({
    dataDir: dataDir.path,
    env: { VISITOR_ID: 'cookie', ...env },
  });
  return waypost.url;
}

function post(url: string, path: string, json: object, cookie = ''): Promise<Response> {
  return fetch(`${url}${path}`, {
    method: 'POST',
    headers: { origin: url, cookie, 'content-type': 'application/json' },
    body: JSON.stringify(json),
  });
}

const cookieIn = (answer: Response) => answer.headers.get('set-cookie')?.split(';')[0] ?? '';

/**
 * Creates one thing of each kind that a secret signs, encrypts or hashes. `email` has no account
 * yet.
 */
async function makeOneOfEach(url: string, owner: Person) {
  const link = await owner.createLink({
    originalUrl: 'https://shop.example/',
    trackConversions: true,
  });
  const landed = await visit(`${url}/${link.shortCode}`);
  const cid = new URL(landed.headers.get('location') ?? '').searchParams.get('wp_cid') ?? '';
  const postback = await (await owner.get(`/api/v1/links/${link.id}/postback`)).json();
  const upload = await (await owner.send('POST', '/api/objects/upload')).json();

  const buyer = { firstName: 'Eve', lastName: 'Low', email: `eve-${crypto.randomUUID()}@x.test` };
  const began = await post(url, '/api/create-payment-intent', buyer);
  const { clientSecret, paymentIntentId } = await openedBy(began.clone());
  await post(url, '/api/test-payments/confirm', { clientSecret, ...card });

  const leaving = await signUp(url);
  const { email: left } = await (await leaving.get('/api/auth/user')).json();
  await leaving.send('DELETE', '/api/profile', { password });

  // The mail folder cannot be written: this mail waits.
  await rm(mailFolder, { recursive: true, force: true });
  await writeFile(mailFolder, '');
  const waiting = await signUp(url);
  const { email: newcomer } = await (await waiting.get('/api/auth/user')).json();
  return {
    link,
    cid,
    left,
    newcomer,
    uploadPath: new URL(upload.uploadURL).pathname,
    uploadQuery: new URL(upload.uploadURL).search,
    visitor: cookieIn(landed),
    secret: String(postback.secret),
    purchase: { paymentIntentId, cookie: cookieIn(began) },
  };
}

type Made = Awaited<ReturnType<typeof makeOneOfEach>>;

/** Which of those things still work. */
async function tryEach(url: string, owner: Person, made: Made) {
  const { link, cid, visitor, secret, purchase, left } = made;
  await visit(`${url}/${link.shortCode}`, { headers: { cookie: visitor } });
  await fetch(`${url}/api/track/${link.shortCode}?event=sale&value=5&order_id=${cid}&cid=${cid}`, {
    headers: { 'user-agent': 'Mozilla/5.0 Firefox/142.0' },
  });
  const call = `link=${link.shortCode}&secret=${secret}&event=sale&value=7&order_id=p-${cid}`;
  const postback = await fetch(`${url}/api/postback?${call}`);
  const upload = await fetch(`${url}${made.uploadPath}${made.uploadQuery}`, {
    method: 'PUT',
    headers: { 'content-type': 'image/jpeg' },
    body: await jpeg(),
  });
  const bought = await post(
    url,
    '/api/confirm-payment',
    { paymentIntentId: purchase.paymentIntentId, password },
    purchase.cookie,
  );
  const back = { firstName: 'Ada', lastName: 'Byron', email: left, password };
  const registered = await (await post(url, '/api/register', back)).json();
  const sale = await eventually(
    async () => {
      const listed = await (await owner.get('/api/conversions?timeRange=7d')).json();
      return listed.conversions.find((row: { orderId: string }) => row.orderId === cid);
    },
    (row) => row !== undefined,
    30,
  );
  return {
    session: (await owner.get('/api/auth/user')).status,
    postback: postback.status,
    upload: upload.status,
    bought: bought.status,
    trust: sale.trust,
    trial: registered.subscriptionStatus,
  };
}

const visitorsOf = (owner: Person, linkId: string) => async (): Promise<number[]> => {
  const link = await (await owner.get(`/api/v1/links/${linkId}`)).json();
  return [link.totalClicks, link.uniqueClicks];
};

test('[changed-secret] everything works while the earlier secret is configured, and fails cleanly without it', async () => {
  let url = await restart({ APP_SECRET: one });
  const { cookie } = await signUpConfirmed(url, dataDir.path);
  const first = await makeOneOfEach(url, personAt(url, cookie));

  url = await restart({ APP_SECRET: two, APP_SECRET_PREVIOUS: one });
  await rm(mailFolder, { force: true });
  const during = personAt(url, cookie);

  expect(await tryEach(url, during, first)).toEqual({
    session: 200,
    postback: 200,
    upload: 204,
    bought: 201,
    trust: 'verified',
    trial: 'expired',
  });
  const [mail] = await eventually(
    () => mailsIn(mailFolder, first.newcomer),
    (mails) => mails.length > 0,
    60,
  );
  expect(tokenOf(linkIn(mail, '/verify'))).toHaveLength(43);
  await eventually(visitorsOf(during, first.link.id), ([clicks]) => clicks === 2, 30);
  expect(await visitorsOf(during, first.link.id)()).toEqual([2, 1]);

  url = await restart({ APP_SECRET: one, APP_SECRET_PREVIOUS: two });
  const second = await makeOneOfEach(url, personAt(url, cookie));
  await waypost?.stop();
  const dropped = { DATA_DIR: dataDir.path, VISITOR_ID: 'cookie', APP_SECRET: two };
  expect(await refusal(dropped)).toEqual({
    exitCode: 78,
    said: expect.stringContaining('waypost: APP_SECRET: this database was used with another one'),
  });
  expect(await operate(['admin', 'new-secret'], dropped)).toMatchObject({ code: 0 });
  url = await restart({ APP_SECRET: two });
  await rm(mailFolder, { force: true });

  expect(await tryEach(url, personAt(url, cookie), second)).toEqual({
    session: 200,
    postback: 401,
    upload: 403,
    bought: 403,
    trust: 'unverified',
    trial: 'trial',
  });
  await eventually(
    () => waypost?.output() ?? '',
    (said) => said.includes('a waiting mail cannot be decrypted'),
    60,
  );
  const later = await signUpConfirmed(url, dataDir.path);
  expect((await later.get('/api/auth/user')).status).toBe(200);
}, 400_000);
