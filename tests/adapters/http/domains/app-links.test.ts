import { afterAll, expect, test } from 'bun:test';
import { randomBytes } from 'node:crypto';
import { resolverDns, shortHostTarget } from '#adapters/dns/resolver';
import { domainRoutes } from '#adapters/http/domains/domains';
import { frame } from '#adapters/http/frame/frame';
import { mounted } from '#adapters/http/frame/on';
import { guardedFile } from '#adapters/outgoing/guarded-request';
import { addressGuard } from '#adapters/outgoing/public-address';
import { connect } from '#adapters/postgres/connect';
import { postgresDomains } from '#adapters/postgres/domains/domains';
import { appLinkPaths, type CheckedLine, noAppLinks } from '#contract/app-links';
import { rateLimit } from '#core/shared/limits/rate-limit';
import { hourMs } from '#core/shared/time';
import { aFingerprint, someAppLinks } from '#tests/support/builders/app-links';
import { newUser } from '#tests/support/builders/people';
import { type Answers, appUrl, memoryLog } from '#tests/support/calls';
import { testDatabase } from '#tests/support/databases/postgres';
import { schema } from '#tests/support/databases/schema';
import { dnsServer } from '#tests/support/doubles/dns-server';
import { shopCertificate } from '#tests/support/doubles/shop-certificate';
import { shopServer } from '#tests/support/doubles/shop-server';
import { peopleByCookie } from '#tests/support/people-by-cookie';
import { startRedirect } from '#tests/support/processes/redirect-server';
import { testSeal } from '#tests/support/seal';
import { signIn } from '#tests/support/worlds/links/link-app';
import { owner } from '#tests/support/worlds/links/link-world';

const database = await testDatabase(schema);
const sql = connect(database.url);
afterAll(async () => {
  await sql.end();
  await database.drop();
});

/** The name in the certificate of the secure server. */
const host = 'shop.example';

/**
 * The routes of domains over Postgres and DNS, and a TLS server in front of the redirects, which
 * passes the two files on.
 */
async function opened() {
  await using stack = new AsyncDisposableStack();
  const dns = stack.use(await dnsServer());
  const redirects = stack.use(startRedirect({ appUrl, shortUrl: 'https://links.example' }));
  const secure = stack.use(shopServer({ isSecure: true }));
  const pass = (path: string) =>
    secure.answer(path, () => redirects.get(path, { headers: { host } }));
  for (const path of Object.values(appLinkPaths)) pass(path);
  const resolver = resolverDns([dns.address]);
  const fetchFile = guardedFile({
    dns: resolver,
    guard: addressGuard(['127.0.0.1']),
    userAgent: 'test',
    ca: shopCertificate.cert,
  });
  const { people, session } = peopleByCookie();
  const routes = domainRoutes({
    domains: postgresDomains(sql, testSeal),
    rules: { readDestination: (url) => url, explainDestination: () => '', blocksUrl: () => false },
    ownHosts: [],
    served: redirects.domains,
    dns: resolver,
    target: shortHostTarget('https://links.example', resolver),
    // The test's server has another port than 443.
    fetchFile: (url, most) => fetchFile(url.replace(host, `${host}:${secure.port}`), most),
    perAccount: rateLimit({ limit: 5, windowMs: hourMs }),
    appUrl,
    newId: () => Bun.randomUUIDv7(),
    randomBytes,
    clock: { now: () => Date.now() },
  });
  const app: Answers = frame({ appUrl, log: memoryLog(), isOutage: () => false }).use(
    mounted({ session }, routes),
  );
  const person = async () => {
    const id = await newUser(sql);
    return { id, ask: signIn({ app, people }, owner({ id })) };
  };
  const ends = stack.move();
  return { dns, secure, person, [Symbol.asyncDispose]: () => ends.disposeAsync() };
}

/** A person with a proven domain. */
async function withDomain(world: Awaited<ReturnType<typeof opened>>) {
  const { id, ask } = await world.person();
  const claimed = await (
    await ask('/api/v1/domains', { method: 'POST', json: { domain: host } })
  ).json();
  world.dns.set('TXT', claimed.proofRecord.name, claimed.proofRecord.value);
  world.dns.set('A', host, '127.0.0.1');
  const path = `/api/v1/domains/${claimed.id}`;
  await ask(`${path}/check`, { method: 'POST' });
  const checkPath = `/api/v1/domains/${claimed.id}/app-links/check`;
  return {
    path,
    checkPath,
    id,
    ask,
    put: (appLinks: unknown) => ask(path, { method: 'PATCH', json: { appLinks } }),
    check: () => ask(checkPath, { method: 'POST' }),
  };
}

test('[own-domains] what Waypost answers for the saved apps passes its own check, by https and a certificate', async () => {
  await using world = await opened();
  const { put, check, ask, path } = await withDomain(world);
  expect((await check()).status).toBe(409);

  expect((await put(someAppLinks)).status).toBe(200);
  expect((await (await ask(path)).json()).appLinks).toEqual(someAppLinks);
  const checked = await check();

  expect(checked.status).toBe(200);
  const { lines }: { lines: CheckedLine[] } = await checked.json();
  expect(lines.filter(({ kind }) => kind === 'wrong')).toEqual([]);
  expect(lines.filter(({ kind }) => kind === 'right')).toHaveLength(10);
  expect(world.secure.asked.map(({ path: asked }) => asked).sort()).toEqual(
    Object.values(appLinkPaths).sort(),
  );

  world.secure.answer(appLinkPaths.ios, () => new Response('the shop'));
  const { lines: after }: { lines: CheckedLine[] } = await (await check()).json();
  expect(after.filter(({ kind }) => kind === 'wrong').map(({ system }) => system)).toEqual([
    'ios',
    'ios',
  ]);
});

test('[own-domains] nobody else changes or checks the apps of a domain: it is missing for them, byte for byte', async () => {
  await using world = await opened();
  const { put, path, checkPath, check } = await withDomain(world);
  await put(someAppLinks);
  expect((await check()).status).toBe(200);
  const asked = world.secure.asked.length;
  const stranger = await world.person();
  const missing = Bun.randomUUIDv7();

  for (const [method, address, json] of [
    ['GET', path, undefined],
    ['PATCH', path, { appLinks: noAppLinks }],
    ['POST', checkPath, undefined],
  ] as const) {
    const at = async (url: string) => {
      const answer = await stranger.ask(url, { method, ...(json && { json }) });
      const { requestId, ...body } = await answer.json();
      expect(requestId).toBeString();
      return { status: answer.status, body };
    };
    const id = path.slice('/api/v1/domains/'.length);
    const theirs = await at(address);
    expect(theirs.status).toBe(404);
    expect(theirs).toEqual(await at(address.replace(id, missing)));
  }
  expect(world.secure.asked.length).toBe(asked);
});

test('wrong apps are refused at their place and change nothing, however they are wrong', async () => {
  await using world = await opened();
  const { put, ask, path } = await withDomain(world);
  await put(someAppLinks);
  const app = { packageName: 'com.example.shop', fingerprints: [aFingerprint()] };

  for (const [input, place] of [
    [{ ...noAppLinks, ios: ['ABCDE12345.com.shop', 'shop'] }, 'appLinks.ios.1'],
    [{ ...noAppLinks, ios: ['ABCDE12345.com.shop\0'] }, ''],
    [{ ...noAppLinks, ios: ['A'.repeat(20_000)] }, 'appLinks.ios.0'],
    [
      { ...noAppLinks, android: [{ ...app, packageName: 'shop' }] },
      'appLinks.android.0.packageName',
    ],
    [
      { ...noAppLinks, android: [{ ...app, fingerprints: ['AB:CD'] }] },
      'appLinks.android.0.fingerprints.0',
    ],
    [{ ios: [] }, 'appLinks.android'],
    [{ ...noAppLinks, windows: [] }, 'appLinks.windows'],
    [[], 'appLinks'],
  ] as const) {
    const answer = await put(input);
    const { issues } = await answer.json();
    expect([answer.status, issues[0].path]).toEqual([422, place]);
  }
  const large = { ...noAppLinks, ios: [`ABCDE12345.${'a'.repeat(1_000_000)}`] };
  expect((await put(large)).status).toBe(413);
  expect((await (await ask(path)).json()).appLinks).toEqual(someAppLinks);
});

test('an account checks its domains a limited number of times', async () => {
  await using world = await opened();
  const { put, check } = await withDomain(world);
  await put(someAppLinks);
  const statuses: number[] = [];

  for (let count = 0; count < 5; count += 1) statuses.push((await check()).status);

  // The check of its records was the first.
  expect(statuses).toEqual([200, 200, 200, 200, 429]);
});
