import { afterAll, beforeAll, expect, test } from 'bun:test';
import { signUp, type CreatedLink, type Person } from '#tests/support/person';
import { visit } from '#tests/support/visitor';
import { newDataDir, startWaypost, type Waypost } from '#tests/support/processes/waypost';
import { allowed } from './allowed.ts';
import { type slowWays, staysAvailable, wantScanners, wapiti } from './scanners.ts';
import { weakApp } from './weak-app.ts';

const dataDir = await newDataDir();
let waypost: Waypost;
let person: Person;
let link: CreatedLink;
let weak: Awaited<ReturnType<typeof weakApp>>;

beforeAll(async () => {
  wantScanners();
  weak = await weakApp();
  waypost = await startWaypost({ dataDir: dataDir.path });
  person = await signUp(waypost.url);
  link = await person.createLink({ originalUrl: `${weak.url}/`, trackConversions: true });
});
afterAll(async () => {
  await waypost?.stop();
  await weak?.close();
  await dataDir.remove();
});

test('[scanners] control: the scanner finds planted problems', async () => {
  const found = await wapiti({ url: weak.url, limitSeconds: 120 });

  const missed = [
    ...[/^Cross Site Scripting .*search/, /^SQL Injection .*item/, /^Open Redirect .*go/],
    ...[/^CRLF Injection .*set/, /^(?:Path Traversal|File Handling) .*file/],
    ...[/^Command execution .*run/i, /^Content Security Policy/, /^HttpOnly Flag/],
    ...[/^Cross Site Scripting .*note: Permanent/, /^Cross Site Request Forgery .*note/],
  ].filter((weakness) => !found.some((finding) => weakness.test(finding)));
  expect(missed).toEqual([]);
}, 240_000);

test('[scanners] the scanner finds only explained problems in Waypost', async () => {
  const query = 'range=7d&timeRange=7d&tz=UTC';
  const found = await wapiti({
    url: waypost.url,
    cookie: person.cookie,
    limitSeconds: 240,
    more: [
      ...[`/${link.shortCode}?utm_source=a`, '/login?next=/links', '/reset-password?token=a'],
      ...[`/analytics?link=${link.id}`, `/links?search=a`, `/conversions?${query}`, '/settings'],
      ...[`/api/links?search=a&sort=clicks&order=asc&limit=5`, `/api/links/${link.id}`],
      ...[`/api/analytics?${query}&linkId=${link.id}`, `/api/conversions?${query}`],
      ...[`/api/track/${link.shortCode}?event=sale&value=1&order_id=a`, '/api/export/links'],
      ...[`/api/postback?link=${link.shortCode}&secret=a&event=sale`, '/healthz', '/readyz'],
      ...[
        `/${link.shortCode}+`,
        '/report?url=a',
        '/verify?token=a',
        '/api/v1/billing',
        '/api/v1/notices',
      ],
      ...[
        `/api/v1/conversion-attempts?linkId=${link.id}`,
        '/api/auth/google?next=/links',
        '/wp.js',
      ],
      ...['/api/v1/activity', '/api/sessions', '/api/v1/account/export', '/subscribe', '/payment'],
    ],
  });

  const unexplained = found.filter(
    (finding) => !allowed.some((explained) => explained.finding.test(finding)),
  );
  expect(unexplained).toEqual([]);
}, 360_000);

test('[slow-clients] control: the slow clients block a server without limits', async () => {
  expect(await staysAvailable(`${weak.url}/`, 'headers', 100)).toBe(false);
}, 60_000);

/**
 * Bodies on a route that reads one of every caller, and reading on a route with a long response.
 */
const targets = { headers: '/', bodies: '/api/webhooks/test', reading: '/' } as const;
for (const way of ['headers', 'bodies', 'reading'] satisfies (keyof typeof slowWays)[]) {
  test(`[slow-clients] slow ${way} on 200 connections block no other client`, async () => {
    const attack = staysAvailable(`${waypost.url}${targets[way]}`, way, 200);
    const visits: number[] = [];
    let isOver = false;
    const over = attack.finally(() => {
      isOver = true;
    });
    while (!isOver) {
      visits.push((await visit(link.shortUrl)).status);
      await Promise.race([over.catch(() => false), Bun.sleep(100)]);
    }

    expect(await attack).toBe(true);
    expect(new Set(visits)).toEqual(new Set([302]));
  }, 90_000);
}
