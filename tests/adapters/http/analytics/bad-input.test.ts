import { expect, test } from 'bun:test';
import { numberRoutes } from '#adapters/http/analytics/numbers';
import { frame } from '#adapters/http/frame/frame';
import { mounted } from '#adapters/http/frame/on';
import { heavyAnswers } from '#adapters/http/heavy/heavy-answers';
import { sessionCookie } from '#adapters/http/cookies/session-cookie';
import { someNumbers } from '#tests/support/builders/reports';
import { appUrl, call, memoryLog } from '#tests/support/calls';
import { owner } from '#tests/support/worlds/links/link-world';

const badRange = 'Choose a time range of 7d, 30d, 90d or all';
const badZone = 'Enter an IANA time zone, such as UTC';
const badLink = 'Send the id of one of your links';
const badFull = 'Only referrers can be listed in full';

type Row = readonly [query: string, message: string];

const zone = (text: string): Row => [`tz=${encodeURIComponent(text)}`, badZone];

const rows: Row[] = [
  ...['', '8d', '7D', '7', '-7d', '7d,30d', '[7]', '365d', 'ALL', 'constructor', '__proto__'].map(
    (text): Row => [`timeRange=${encodeURIComponent(text)}`, badRange],
  ),
  ['timeRange=7d&timeRange=1d', badRange],
  ['tz=%', badZone],
  ...['', ' ', 'Mars/Phobos', '+05:30', '-08', 'UTC ', 'Europe/London/x', '../etc', 'null'].map(
    zone,
  ),
  ...['Europe/London[u-ca=iso8601]', '[UTC]', "UTC'--", 'ＵＴＣ', 'x'.repeat(7000)].map(zone),
  ...['', '1', 'null', '0190c6a4', '{0190c6a4-5d2e-7cc0-98b2-2f1f3e4d5c6b}', '*', '%25'].map(
    (text): Row => [`linkId=${text}`, badLink],
  ),
  ['linkId=0190C6A4-5D2E-7CC0-98B2-2F1F3E4D5C6B', badLink],
  ...['', 'true', 'cities', 'referrers,cities'].map((text): Row => [`full=${text}`, badFull]),
];

const asked: unknown[] = [];
const person = owner();
const session = { cookie: sessionCookie(appUrl), currentUser: () => Promise.resolve(person) };
const app = frame({ appUrl, log: memoryLog(), isOutage: () => false }).use(
  mounted(
    { session },
    numberRoutes({
      heavy: heavyAnswers(),
      shortOrigin: 'https://go.example',
      visitorsAre: 'cookieless',
      analytics: someNumbers({
        nowMs: Date.parse('2026-11-21T10:20:00Z'),
        links: {
          count(scope) {
            asked.push(scope);
            return Promise.reject(new Error('Nothing was to be asked'));
          },
        },
      }),
    }),
  ),
);
const [cookie = ''] = sessionCookie(appUrl).give('a'.repeat(43)).split(';');

test.each(rows.map(([query, message]) => [query.slice(0, 60), message, query] as const))(
  '%s is refused in words, and nothing is counted',
  async (_, message, query) => {
    const answer = await call(app, `/api/analytics?${query}`, { cookie });

    expect(answer.status).toBe(422);
    expect(await answer.json()).toMatchObject({ status: 422, code: 'invalid', message });
    expect(asked).toEqual([]);
  },
);

test.each([
  ['NUL', '%00', 400],
  ['a longer query than any', 'x'.repeat(8200), 414],
])('%s is refused before it is read', async (_, zoneText, status) => {
  const answer = await call(app, `/api/analytics?tz=${zoneText}`, { cookie });

  expect(answer.status).toBe(status);
  expect(asked).toEqual([]);
});

test.each(['POST', 'PUT', 'PATCH', 'DELETE'])('%s is rejected', async (method) => {
  const answer = await call(app, '/api/analytics', { cookie, method });

  expect(answer.status).toBe(405);
  expect(answer.headers.get('allow')).toContain('GET');
});
