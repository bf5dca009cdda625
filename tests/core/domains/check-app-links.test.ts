import { expect, test } from 'bun:test';
import { appLinkPaths, noAppLinks } from '#contract/app-links';
import { appleFile, googleFile } from '#core/domains/app-links';
import { checkAppLinks } from '#core/domains/check-app-links';
import type { Domain } from '#core/domains/domain';
import type { FetchedFile } from '#core/domains/ports';
import { rateLimit } from '#core/shared/limits/rate-limit';
import { hourMs } from '#core/shared/time';
import { aFingerprint, someAppLinks } from '#tests/support/builders/app-links';
import { aDomainClaim } from '#tests/support/builders/domains';

const domain = aDomainClaim({ state: 'proven', isPointed: true, appLinks: someAppLinks });
const files = {
  [`https://${domain.host}${appLinkPaths.ios}`]: JSON.stringify(appleFile(someAppLinks)),
  [`https://${domain.host}${appLinkPaths.android}`]: JSON.stringify(googleFile(someAppLinks)),
};
const answered = (status: number, contentType: string | null, text: string | null) =>
  ({ kind: 'answered', status, contentType, text }) as const;
const json = (text: string | null, status = 200) => answered(status, 'application/json', text);

/** Checks a domain whose two files are answered so; by default as Waypost answers them. */
async function checked(
  answer: (url: string) => FetchedFile = (url) => json(files[url] ?? ''),
  change: Partial<Domain> = {},
) {
  const asked: string[] = [];
  const { lines } = await checkAppLinks(
    {
      domains: { get: async () => ({ ...domain, ...change }) },
      perAccount: rateLimit({ limit: 100, windowMs: hourMs }),
      clock: { now: () => 0 },
      fetchFile: async (url, mostBytes) => {
        asked.push(url);
        expect(mostBytes).toBe(131_072);
        return answer(url);
      },
    },
    domain.userId,
    domain.id,
  );
  const texts = (kind: string) =>
    lines.filter((line) => line.kind === kind).map(({ text }) => text);
  return { asked, lines, right: texts('right'), wrong: texts('wrong'), todo: texts('todo') };
}

test('the files as Waypost answers them are right, and each system says what the app needs', async () => {
  const { asked, lines, wrong, todo } = await checked();

  expect(asked).toEqual(Object.keys(files));
  expect(wrong).toEqual([]);
  expect(lines.filter(({ system }) => system === 'ios').map(({ text }) => text)).toEqual([
    'go.example.com answers by https, with a valid certificate and without a redirect.',
    'The content type is application/json.',
    'The file has at most 128 KB.',
    'The file has the form that Apple reads.',
    'ABCDE12345.com.example.shop is in the file.',
    expect.stringContaining('add applinks:go.example.com to the entitlement Associated Domains'),
  ]);
  expect(lines.filter(({ system }) => system === 'android').map(({ text }) => text)).toContain(
    'com.example.shop is in the file.',
  );
  expect(todo.at(-1)).toContain(
    'an intent filter with android:autoVerify="true" for the scheme https and the host go.example.com',
  );
});

test('only the system of which the domain has an app is checked', async () => {
  const { asked, lines } = await checked(undefined, {
    appLinks: { ...noAppLinks, ios: someAppLinks.ios },
  });

  expect(asked).toEqual([`https://${domain.host}${appLinkPaths.ios}`]);
  expect(lines.every(({ system }) => system === 'ios')).toBe(true);
});

test.each([
  ['refused', 'leads to an address that is not public'],
  ['no_host', 'The DNS has no address for go.example.com'],
  ['no_connection', 'Open the port 443'],
  ['timeout', 'did not answer within 10 seconds'],
  ['certificate', 'The certificate at https://go.example.com is not valid'],
  ['unclear', 'could not be fetched'],
] as const)('a file that cannot be fetched (%s) is one wrong line: %s', async (kind, text) => {
  const { right, wrong } = await checked(() => ({ kind }));

  expect(right).toEqual([]);
  expect(wrong).toEqual([expect.stringContaining(text), expect.stringContaining(text)]);
});

test.each([
  [json('', 301), 'The address redirects (301)'],
  [json('', 404), 'answers with status 404'],
  [json('{}', 500), 'answers with status 500'],
  [json(null), 'larger than 128 KB'],
  [answered(200, 'text/html', '{}'), 'The content type is not'],
  [answered(200, null, '{}'), 'The content type is not'],
])('a wrong answer is said: %j', async (answer, text) => {
  const { wrong } = await checked(() => answer);

  expect(wrong[0]).toContain(text);
});

const hostile = [
  '',
  '\0',
  '<html>',
  'null',
  '7',
  '"applinks"',
  '{"applinks":null}',
  '{"applinks":{"details":{}}}',
  '{"__proto__":[]}',
  '['.repeat(130_000),
];

test.each(hostile.map((text) => [text.slice(0, 40), text]))(
  'a file of another form is said: %j',
  async (_, text) => {
    const { wrong } = await checked(() => json(text));

    expect(wrong).toEqual(
      Array(2).fill(expect.stringContaining('not the one that Waypost answers')),
    );
  },
);

test.each([
  '{"applinks":{"details":[null,7,{"appIDs":"ABCDE12345.com.example.shop"},{"appIDs":[null]}]}}',
  '[null,7,{"target":null},{"target":{"package_name":7,"sha256_cert_fingerprints":[{}]}}]',
  JSON.stringify(
    googleFile({
      ...someAppLinks,
      android: [{ packageName: 'com.example.shop', fingerprints: [aFingerprint('CD')] }],
    }),
  ),
])('an app that the file does not name is said, whatever else is in it: %j', async (text) => {
  const { wrong } = await checked(() => json(text));

  expect(wrong.filter((line) => line.includes('is not in the file as it is saved'))).toHaveLength(
    1,
  );
});

test('a domain that is not proven, or has no app, is not fetched', async () => {
  const fetched: string[] = [];
  const look = (change: Partial<Domain>) =>
    checked((url) => {
      fetched.push(url);
      return json('');
    }, change);

  for (const state of ['waiting', 'suspended'] as const) {
    await expect(look({ state })).rejects.toMatchObject({
      code: 'conflict',
      message: 'Connect the domain first',
    });
  }
  await expect(look({ appLinks: noAppLinks })).rejects.toMatchObject({
    code: 'conflict',
    message: 'Save an app first',
  });
  expect(fetched).toEqual([]);
});
