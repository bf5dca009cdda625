import { afterAll, expect, test } from 'bun:test';
import { newTenant, type Things } from '#tests/support/builders/tenants';
import { aServedDomain, newDomain } from '#tests/support/builders/domains';
import { cookieOf } from '#tests/support/calls';
import { edgeWorld } from '#tests/support/worlds/edge-world';

const world = await edgeWorld({ appUrl: 'https://app.example' });
afterAll(() => world[Symbol.asyncDispose]());
const { sql, domains } = world;

type Asking = { method?: string; json?: object; headers?: Record<string, string> };

const ask = (url: string, { method, json, headers }: Asking = {}) =>
  world.fetch(
    new Request(url, {
      method: method ?? (json ? 'POST' : 'GET'),
      headers: {
        'sec-fetch-site': 'same-origin',
        ...(json && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(json && { body: JSON.stringify(json) }),
    }),
  );

const asOwner = async (
  { fullKey }: Things,
  method: string,
  path: string,
  json?: object,
): Promise<Response> => {
  const headers = { authorization: `Bearer ${fullKey}` };
  return ask(`https://app.example/api/v1/shared-reports${path}`, {
    method,
    headers,
    ...(json && { json }),
  });
};

/** An account with a proven domain, and a report at it. */
async function sharing(more: object = {}) {
  const owner = await newTenant(world);
  const { number, host } = await newDomain(sql, owner.userId);
  domains.put(aServedDomain({ number, host, userId: owner.userId }));
  const wished = { name: 'Autumn', query: 'range=7d', domain: host, ...more };
  const answer = await asOwner(owner, 'POST', '', wished);
  expect(answer.status).toBe(201);
  const report = await answer.json();
  return { owner, number, host, report, token: report.url.slice(-22) };
}

const listed = async (owner: Things, id: string) =>
  (await (await asOwner(owner, 'GET', '')).json()).data.find(
    (report: { id: string }) => report.id === id,
  );

test('[public-pages] a report is read at a domain of its account as at the host of Waypost', async () => {
  const { host, report, token } = await sharing({ hosts: ['www.shop.example'] });
  expect(report).toMatchObject({ domain: host, url: `https://${host}/public/${token}` });

  for (const origin of [`https://${host}`, 'https://app.example']) {
    const page = await ask(`${origin}/public/${token}`);
    const session = origin === 'https://app.example' ? 'none' : 'never';
    expect([page.status, await page.text()]).toEqual([
      200,
      expect.stringContaining(`</script>${session} `),
    ]);
    const policy = page.headers.get('content-security-policy');
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain('frame-ancestors www.shop.example;');
    expect(page.headers.get('referrer-policy')).toBe('no-referrer');
    expect((await ask(`${origin}/assets/main-0a1b2c3d.js`)).status).toBe(200);
    const numbers = await ask(`${origin}/api/public/${token}`);
    expect((await numbers.json()).cover.name).toBe('Autumn');
    expect(numbers.headers.get('x-robots-tag')).toBe('noindex');
  }
  // Only the application's own host promises https for its name.
  for (const path of [`/public/${token}`, `/api/public/${token}`, '/assets/main-0a1b2c3d.js']) {
    const on = async (origin: string) =>
      (await ask(origin + path)).headers.has('strict-transport-security');
    expect([path, await on(`https://${host}`), await on('https://app.example')]).toEqual([
      path,
      false,
      true,
    ]);
  }
});

test('[public-pages] [own-domains] a domain shows no report of another account, and nothing else of Waypost', async () => {
  const { owner, host, token } = await sharing({ password: 'correct horse' });
  const other = await sharing();
  const theirs = `https://${other.host}`;
  expect((await ask(`https://${host}/public/${token}`)).status).toBe(200);

  const page = await ask(`${theirs}/public/${token}`);
  const nobodys = await ask(`${theirs}/public/${'a'.repeat(22)}`);
  expect(page.status).toBe(404);
  const withoutNonce = (text: string) => text.replaceAll(/nonce="[^"]+"/g, '');
  expect(withoutNonce(await page.text())).toBe(withoutNonce(await nobodys.text()));
  const numbers = ['', '/lists?list=links:clicks:desc', '/file?what=series', '/file?what=links'];
  for (const path of [...numbers, '/cover', '/logo', '?preview=true']) {
    const cookie = other.owner.cookie;
    const answer = await ask(`${theirs}/api/public/${token}${path}`, { headers: { cookie } });
    expect([path, answer.status]).toEqual([path, 404]);
  }
  const unlock = `${theirs}/api/public/${token}/unlock`;
  expect((await ask(unlock, { json: { password: 'correct horse' } })).status).toBe(404);

  const key = { authorization: `Bearer ${owner.fullKey}`, cookie: owner.cookie };
  for (const path of ['/api/v1/shared-reports', '/api/v1/links', '/api/auth/user', '/dashboard']) {
    const answer = await ask(`https://${host}${path}`, { headers: key });
    expect([path, answer.status]).toEqual([path, 404]);
    expect(await answer.text()).not.toContain(owner.marker);
  }
});

test('[public-pages] a password opens a report on the host where it was given, for that host alone', async () => {
  const { host, token } = await sharing({ password: 'correct horse' });
  const own = `https://${host}`;
  const numbers = (origin: string, cookie = '') =>
    ask(`${origin}/api/public/${token}`, { headers: { cookie } });
  const unlock = (headers: Record<string, string>) =>
    ask(`${own}/api/public/${token}/unlock`, { json: { password: 'correct horse' }, headers });
  expect((await numbers(own)).status).toBe(401);
  expect((await unlock({ 'sec-fetch-site': 'cross-site' })).status).toBe(403);

  const unlocked = await unlock({});

  expect(unlocked.status).toBe(204);
  const cookie = unlocked.headers.get('set-cookie') ?? '';
  expect(cookie).toContain(`Path=/api/public/${token}; HttpOnly; SameSite=Strict; Secure`);
  expect(cookie).not.toMatch(/domain=/i);
  expect((await numbers(own, cookieOf(unlocked))).status).toBe(200);
});

test('[public-pages] the owner previews on the host of Waypost, where the session is, and nowhere else', async () => {
  const { owner, host, token } = await sharing({ password: 'correct horse' });
  const { cookie } = owner;
  const path = `/api/public/${token}?preview=true`;
  const at = async (origin: string) => (await ask(origin + path, { headers: { cookie } })).status;

  for (const part of ['lists?list=links:clicks:desc', 'file?what=links']) {
    const own = `https://${host}/api/public/${token}/${part}&preview=true`;
    expect((await ask(own, { headers: { cookie } })).status).toBe(401);
  }
  expect(await at('https://app.example')).toBe(200);
  expect(await at(`https://${host}`)).toBe(401);
});

test('[public-pages] a report whose domain is suspended or removed is at the host of Waypost again', async () => {
  const { owner, number, host, report, token } = await sharing();
  const usual = `https://app.example/public/${token}`;

  await sql`UPDATE domains SET state = 'suspended' WHERE number = ${number}`;
  domains.remove(number);
  expect(await listed(owner, report.id)).toMatchObject({ domain: null, url: usual });
  expect((await ask(usual)).status).toBe(200);
  expect((await ask(`https://${host}/public/${token}`)).status).toBe(421);

  await sql`UPDATE domains SET state = 'proven' WHERE number = ${number}`;
  expect(await listed(owner, report.id)).toMatchObject({ domain: host });
  await sql`DELETE FROM domains WHERE number = ${number}`;
  expect(await listed(owner, report.id)).toMatchObject({ domain: null, url: usual });
});

test('[separate-accounts] a report gets no domain that its account has not proven', async () => {
  const { owner, number, host, report } = await sharing();
  const other = await sharing();

  for (const domain of [other.host, 'nobody.example', 'app.example']) {
    const changed = await asOwner(owner, 'PATCH', `/${report.id}`, { domain });
    expect(changed.status).toBe(422);
    expect((await changed.json()).issues).toMatchObject([
      { path: 'domain', message: 'Choose one of your connected domains' },
    ]);
  }
  expect(await listed(owner, report.id)).toMatchObject({ domain: host });
  const back = await asOwner(owner, 'PATCH', `/${report.id}`, { domain: null });
  expect((await back.json()).url).toStartWith('https://app.example/public/');
  await sql`UPDATE domains SET state = 'suspended' WHERE number = ${number}`;
  const lost = await asOwner(owner, 'PATCH', `/${report.id}`, { domain: host });
  expect(lost.status).toBe(422);
});
