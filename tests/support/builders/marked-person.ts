import { beginImport, importOnce, uploadCsv } from '#tests/support/import-file';
import { join } from 'node:path';
import { openedBy } from '#tests/support/worlds/billing/billing-app';
import { mailsIn } from '#tests/support/readers/mail-files';
import { type CreatedLink, type Person, personAt } from '#tests/support/person';
import { aFingerprint } from './app-links.ts';
import { jpeg } from './pictures.ts';
import { agents, visit } from '#tests/support/visitor';
import { eventually } from '#tests/support/waiting';
import { until } from '#tests/support/until';

/**
 * A person who leaves one marker word in every place where a person, their visitors and their shop
 * can leave one.
 */
export type Marked = {
  readonly word: string;
  readonly email: string;
  readonly password: string;
  /** The network address of the person and their visitors. */
  readonly address: string;
};

export function newMarked(): Marked {
  const word = `zq${crypto.randomUUID().slice(0, 8)}`;
  const password = 'a-pass-phrase-nobody-has';
  return { word, email: `${word}@waypost.test`, password, address: '203.0.113.77' };
}

/** Begins to buy an account, writes to support and reports a link; then signs up instead. */
export async function arrive(url: string, marked: Marked): Promise<Person> {
  const { word, email, password, address } = marked;
  const headers = {
    'content-type': 'application/json',
    origin: url,
    'x-forwarded-for': address,
    'user-agent': `Browser/${word}`,
  };
  const post = async (path: string, json: object, status: number) =>
    expectStatus(
      await fetch(`${url}${path}`, { method: 'POST', headers, body: JSON.stringify(json) }),
      status,
    );
  const names = { firstName: `F${word}`, lastName: `L${word}` };

  await post('/api/create-payment-intent', { ...names, email }, 200);
  const letter = { name: word, email, subject: `Before ${word}`, message: `Words of ${word}.` };
  await post('/api/contact', letter, 201);
  const reported = { url: 'https://elsewhere.example/', reason: 'It is not what it says.' };
  await post('/api/reports', { ...reported, email }, 201);
  const answer = await post('/api/register', { ...names, email, password }, 201);
  return personAt(url, answer.headers.get('set-cookie')?.split(';')[0] ?? '');
}

/** Does everything in the product that leaves stored data. */
export async function liveThere(
  { url, dataDir }: { readonly url: string; readonly dataDir: string },
  person: Person,
  marked: Marked,
): Promise<CreatedLink> {
  const { word, email } = marked;
  const link = await person.createLink({
    originalUrl: `https://${word}.example/?q=${word}`,
    splitTestEnabled: true,
    splitTestUrls: [`https://a.example/${word}`, `https://b.example/${word}`],
    trackConversions: true,
  });
  const sent = async (status: number, ...request: Parameters<Person['send']>) =>
    expectStatus(await person.send(...request), status);
  await sent(200, 'PUT', `/api/links/${link.id}`, { title: word, description: word });
  // After a first start the event store may need some seconds more than the rest.
  const query = `SELECT '${word}', title FROM links`;
  await until('SQL is available', async () => {
    const answer = await person.send('POST', '/api/v1/sql', { query });
    return answer.status !== 503 && expectStatus(answer, 200).ok;
  });
  await sent(200, 'POST', `/api/v1/links/${link.id}/postback/rotate`);
  await sent(200, 'PATCH', '/api/v1/settings', { linkDefaults: { expirationDays: 9 } });
  const letter = { name: word, email, subject: `About ${word}`, message: `On ${word}.` };
  await sent(201, 'POST', '/api/contact', letter);
  await sent(202, 'POST', '/api/auth/forgot-password', { email });
  await sent(200, 'PUT', '/api/profile', { email: `new-${email}` });
  await organise(person, link, word);
  await beginMoving(url, person, word);
  await showPicture(url, person);
  await buy(person);
  await beVisited(url, link, marked);
  await report(url, person, link, word);
  await expectStatus(await person.get('/api/v1/account/export'), 200).bytes();
  await eventually(
    () => mailsIn(join(dataDir, 'mail'), `new-${email}`),
    (mails) => mails.length > 0,
    30,
  );
  return link;
}

/** Labels, saved questions, a note, a public page, a domain, and an action on many links. */
async function organise(person: Person, link: CreatedLink, word: string): Promise<void> {
  const made = async (status: number, ...request: Parameters<Person['send']>) =>
    expectStatus(await person.send(...request), status);
  const tag = await (
    await made(201, 'POST', '/api/v1/tags', { name: word, color: 'orange' })
  ).json();
  await made(201, 'POST', '/api/v1/folders', { name: word });
  // Not public: the attempts to send there stay on this machine.
  await made(201, 'POST', '/api/v1/webhooks', { url: `http://127.0.0.1:9/${word}` });
  await made(200, 'PUT', `/api/links/${link.id}`, { tags: [word], folder: word, notes: word });
  const { id: viewId } = await (
    await made(201, 'POST', '/api/v1/analytics/views', { name: word, query: `utm_source=${word}` })
  ).json();
  const schedule = { viewId, every: 'week', hour: 8, timeZone: 'UTC', isEnabled: true };
  const mailed = { ...schedule, addresses: [`team-${word}@shop.example`] };
  await made(201, 'POST', '/api/v1/mailed-reports', mailed);
  await made(201, 'POST', '/api/v1/analytics/annotations', { date: '2026-11-21', text: word });
  const cost = { kind: 'per_day', amount: 900, currency: 'USD', firstDay: '2026-11-20' };
  const ofCampaign = { ...cost, linkId: null, campaign: word, lastDay: null, note: word };
  await made(201, 'POST', '/api/v1/costs', ofCampaign);
  const wanted = { measure: 'clicks', kind: 'above', bound: 1000, per: 'day', timeZone: 'UTC' };
  const alert = { ...wanted, linkId: null, tagId: null, campaign: word, isMailed: true };
  await made(201, 'POST', '/api/v1/alerts', { ...alert, isEnabled: true });
  await made(201, 'POST', '/api/v1/sql/statements', { name: word, query: `SELECT '${word}'` });
  await made(201, 'POST', '/api/v1/utm-templates', { name: word, utm_source: word });
  await made(200, 'PUT', `/api/v1/links/${link.id}/public-page`, {});
  const report = { name: word, query: `utm_source=${word}`, sender: word };
  await made(201, 'POST', '/api/v1/shared-reports', report);
  const domain = { domain: `go.${word}.example` };
  const { id: domainId } = await (await made(201, 'POST', '/api/v1/domains', domain)).json();
  const android = [{ packageName: `com.${word}`, fingerprints: [aFingerprint()] }];
  const appLinks = { ios: [`ABCDE12345.${word}`], android };
  await made(200, 'PATCH', `/api/v1/domains/${domainId}`, { appLinks });
  const { id } = tag;
  await made(202, 'POST', '/api/v1/bulk-actions', { action: 'tag', tag: id, ids: [link.id] });
}

/** A checked import. */
async function beginMoving(url: string, person: Person, word: string): Promise<void> {
  const csv = `url,alias,tags\nhttps://${word}.example/,import-${word},tag-${word}`;
  const uploaded = await uploadCsv(url, person, csv);
  await beginImport(person, uploaded, 'check');
  await importOnce(person, uploaded, ({ state }) => state === 'checked');
}

async function showPicture(url: string, person: Person): Promise<void> {
  const offer = await expectStatus(await person.send('POST', '/api/objects/upload'), 200);
  const { uploadURL } = await offer.json();
  const headers = { 'content-type': 'image/jpeg' };
  const picture = { method: 'PUT', headers, body: await jpeg() };
  expectStatus(await fetch(new URL(uploadURL, url), picture), 204);
  expectStatus(await person.send('PUT', '/api/profile/avatar', { avatarURL: uploadURL }), 200);
}

/** A running subscription, and lifetime access that was begun. */
async function buy(person: Person): Promise<void> {
  const due = await openedBy(await person.send('POST', '/api/create-subscription', {}));
  const card = { number: '4242 4242 4242 4242', expiry: '12/40', cvc: '123' };
  expectStatus(await person.send('POST', '/api/test-payments/confirm', { ...due, ...card }), 200);
  await eventually(
    async () => (await person.get('/api/auth/user')).json(),
    ({ subscriptionStatus }: { subscriptionStatus: string }) => subscriptionStatus === 'active',
    30,
  );
  expectStatus(await person.send('POST', '/api/billing/lifetime', {}), 200);
}

/** Six visits from the marked address. */
async function beVisited(url: string, link: CreatedLink, { word, address }: Marked): Promise<void> {
  const query = ['source', 'medium', 'campaign', 'term', 'content']
    .map((part) => `utm_${part}=${word}`)
    .join('&');
  for (let count = 0; count < 6; count += 1) {
    await visit(`${link.shortUrl}?${query}`, {
      headers: {
        'x-forwarded-for': address,
        referer: `https://${word}.example/${word}?q=${word}`,
        'user-agent': `${agents.desktop} ${word}`,
      },
    });
  }
  await fetch(`${url}/api/track/${link.shortCode}?event=sale&value=5&order_id=${word}`, {
    headers: { 'x-forwarded-for': address, 'user-agent': `${agents.phone} ${word}` },
  });
  await fetch(`${url}/api/track/${link.shortCode}?event=${word}&value=${word}`);
}

/** Conversions from the dialog, and from the person's own program with a key. */
async function report(url: string, person: Person, link: CreatedLink, word: string): Promise<void> {
  const sale = { linkId: link.id, eventType: 'sale', metadata: { note: word } };
  expectStatus(await person.send('POST', '/api/conversions', { ...sale, value: 100 }), 201);
  const wish = { name: word, scopes: ['conversions:write'] };
  const { key } = await expectStatus(await person.send('POST', '/api/keys', wish), 201).json();
  const headers = {
    'content-type': 'application/json',
    authorization: `Bearer ${key}`,
    'idempotency-key': word,
  };
  const body = JSON.stringify({ ...sale, value: 100, orderId: `order-${word}` });
  const answer = await fetch(`${url}/api/v1/conversions`, { method: 'POST', headers, body });
  expectStatus(answer, 202);
}

function expectStatus(answer: Response, status: number): Response {
  if (answer.status === status) return answer;
  throw new Error(`${answer.url} answered ${answer.status}, not ${status}`);
}
