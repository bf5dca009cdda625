import { expect, test } from 'bun:test';
import type { RoutedOptions } from '#core/redirect/options/routed-options';
import { aRoutedLink, routedOptions } from '#tests/support/builders/links';
import { testPasswords } from '#tests/support/builders/option-ports';
import { startRedirect } from '#tests/support/processes/redirect-server';

const linkWith = (options: Partial<RoutedOptions>) =>
  aRoutedLink({ options: routedOptions(options) });
const passwordHash = await testPasswords().hash('open sesame', ['owner']);
const firefox = { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Firefox/140.0' };

function form(password: string, from = '') {
  return {
    method: 'POST',
    headers: { ...firefox, 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({ password, from }).toString(),
  };
}

test('[link-password] the right password leads to the destination once more, the wrong one nowhere', async () => {
  await using server = startRedirect();
  server.put(linkWith({ passwordHash, passQuery: true }));
  const headers = { ...firefox, referer: 'https://news.example/today' };

  const asked = await server.get('/Ab3dEfG?x=1', { headers });
  const page = await asked.text();
  const head = await server.get('/Ab3dEfG', { method: 'HEAD', headers: firefox });
  const wrong = await server.get('/Ab3dEfG?x=1', form('guess', 'https://news.example/today'));
  const wrongPage = await wrong.text();

  expect([asked.status, head.status, wrong.status]).toEqual([200, 200, 403]);
  for (const answer of [asked, head, wrong]) {
    expect(answer.headers.get('location')).toBeNull();
    expect(answer.headers.get('set-cookie')).toBeNull();
  }
  expect(page + wrongPage).not.toContain('shop.example');
  expect(page).toContain('value="https://news.example/today"');
  expect(wrongPage).toContain('This is not the password');
  expect(server.recorded()).toEqual([]);

  const right = await server.get('/Ab3dEfG?x=1', form('open sesame', 'https://news.example/today'));
  const location = right.headers.get('location') ?? '';
  expect([right.status, location]).toEqual([
    303,
    expect.stringMatching(/^\/Ab3dEfG\?x=1&wp_pass=/),
  ]);
  const followed = await server.get(location, { headers: firefox });
  expect([followed.status, followed.headers.get('location')]).toEqual([
    302,
    'https://shop.example/sale?x=1',
  ]);
  const [record, ...more] = server.recorded();
  expect(more).toEqual([]);
  expect(record).toMatchObject({ query: 'x=1', referrer: 'https://news.example/today' });

  const stolen = await server.get(location, { headers: { 'user-agent': 'Another browser' } });
  expect([stolen.status, stolen.headers.get('location')]).toEqual([200, null]);
});

test('[link-reports] the page that asks for a password names the link in its report form', async () => {
  const shortUrl = 'https://go.example';
  await using server = startRedirect({ appUrl: 'https://app.example', shortUrl });
  server.put(linkWith({ passwordHash }));
  const reported = async (init: RequestInit) => {
    const headers = { ...firefox, ...init.headers, host: 'go.example' };
    const text = await (await server.get('/Ab3dEfG', { ...init, headers })).text();
    const href = /<a href="([^"]+)">Report this link/.exec(text)?.[1] ?? '';
    return new URL(href).searchParams.get('url');
  };

  expect(await reported({})).toBe(`${shortUrl}/Ab3dEfG`);
  expect(await reported(form('guess'))).toBe(`${shortUrl}/Ab3dEfG`);
});

test('[link-password] a long query keeps its proof, and arrives whole at the destination', async () => {
  await using server = startRedirect();
  server.put(linkWith({ passwordHash, passQuery: true }));
  const query = `token=${'x'.repeat(5000)}&last=1`;

  const right = await server.get(`/Ab3dEfG?${query}`, form('open sesame', 'https://a.example/'));
  const followed = await server.get(right.headers.get('location') ?? '', { headers: firefox });

  expect(followed.headers.get('location')).toBe(`https://shop.example/sale?${query}`);
  expect(server.recorded()[0]?.query).toBe(query.slice(0, 2048));
});

test('[link-password] guesses are limited, also with hostile forms', async () => {
  await using server = startRedirect();
  server.put(linkWith({ passwordHash }));

  const large = { ...form(''), body: `password=${'x'.repeat(100_000)}` };
  expect((await server.get('/Ab3dEfG', large)).status).toBe(403);
  expect((await server.get('/Ab3dEfG', { ...form(''), body: '%%%\0' })).status).toBe(403);
  for (let n = 0; n < 9; n += 1) {
    expect((await server.get('/Ab3dEfG', form(`guess ${n}`))).status).toBe(403);
  }
  const limited = await server.get('/Ab3dEfG', form('open sesame'));
  expect(limited.status).toBe(429);
  expect(Number(limited.headers.get('retry-after'))).toBeGreaterThan(0);
  expect(limited.headers.get('location')).toBeNull();
  expect(await limited.text()).toContain('Too many attempts');
});

test('a link without a password takes no form', async () => {
  await using server = startRedirect();
  server.put(linkWith({ passQuery: true }));

  expect((await server.get('/Ab3dEfG', form('open sesame'))).status).toBe(405);
});

test('[link-gates] pages say that a link is not open yet, or was used as often as allowed', async () => {
  await using server = startRedirect();
  server.put(linkWith({ startsAtMs: Date.UTC(2096, 0, 2, 15, 4) }));
  const early = await server.get('/Ab3dEfG', { headers: firefox });
  expect([early.status, early.headers.get('location')]).toEqual([403, null]);
  expect(await early.text()).toContain('January 2, 2096, at 3:04 PM UTC');

  server.put({ ...linkWith({ clickLimit: { most: 1, version: 1 } }), version: 2 });
  expect((await server.get('/Ab3dEfG', { headers: firefox })).status).toBe(302);
  const spent = await server.get('/Ab3dEfG', { headers: firefox });
  expect([spent.status, spent.headers.get('location')]).toEqual([410, null]);
  expect(await spent.text()).toContain('that number has been reached');
});

test('an app’s own scheme stands in a page, never in a header', async () => {
  await using server = startRedirect();
  server.put(linkWith({ android: { url: 'shop://item/"5"', fallbackUrl: 'https://s.example/' } }));
  const android =
    'Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Mobile Safari/537.36';

  const answer = await server.get('/Ab3dEfG', { headers: { 'user-agent': android } });
  const page = await answer.text();

  expect([answer.status, answer.headers.get('location')]).toEqual([200, null]);
  expect(page).toContain('href="shop://item/&quot;5&quot;"');
  expect(page).toContain('href="https://s.example/"');
  expect(server.recorded()).toHaveLength(1);
});

test('programs that make previews get the owner’s texts, escaped, and nobody else', async () => {
  await using server = startRedirect();
  const preview = { title: 'Sale "&" <b>', text: 'Half off', picture: 'p1' };
  server.put(linkWith({ preview }));
  const ask = (agent: string) => server.get('/Ab3dEfG', { headers: { 'user-agent': agent } });

  for (const agent of ['facebookexternalhit/1.1', 'Twitterbot/1.0', 'WhatsApp/2.23.20.0 A']) {
    const answer = await ask(agent);
    const page = await answer.text();
    expect([answer.status, answer.headers.get('location')]).toEqual([200, null]);
    expect(page).toContain('<meta property="og:title" content="Sale &quot;&amp;&quot; &lt;b&gt;">');
    expect(page).not.toContain('shop.example');
  }
  const inApp =
    'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 Mobile/15E148 Instagram 334.0';
  for (const agent of [firefox['user-agent'], 'Googlebot/2.1', inApp]) {
    expect((await ask(agent)).status).toBe(302);
  }
});

test('[link-password] a + after a protected link shows no destination', async () => {
  await using server = startRedirect();
  const rules = [
    {
      id: 1,
      devices: [],
      systems: [],
      countries: ['DE'],
      languages: [],
      url: 'https://german.example/',
    },
  ];
  server.put(linkWith({ passwordHash, rules }));
  const page = await (await server.get('/Ab3dEfG+')).text();
  expect(page).toContain('needs a password');
  expect(page).not.toMatch(/german\.example|shop\.example/);

  server.put({ ...linkWith({ rules }), version: 2 });
  expect(await (await server.get('/Ab3dEfG+')).text()).toContain('german.example');
});
