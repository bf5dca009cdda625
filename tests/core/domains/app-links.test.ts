import { expect, test } from 'bun:test';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod/mini';
import { AppLinks, mostApps, mostFingerprints, noAppLinks } from '#contract/app-links';
import { appleFile, googleFile } from '#core/domains/app-links';
import { aFingerprint, someAppLinks } from '#tests/support/builders/app-links';

const shop = 'ABCDE12345.com.example.shop';
const android = (packageName: string, ...fingerprints: unknown[]) => ({
  ios: [],
  android: [{ packageName, fingerprints }],
});

/** The first complaint about an input, with its place; null when it is accepted. */
function complaintAbout(input: unknown): string | null {
  const [first] = z.safeParse(AppLinks, input).error?.issues ?? [];
  return first === undefined ? null : `${first.path.join('.')}: ${first.message}`;
}

test('both files have the form that Apple and Google document', () => {
  expect(appleFile(someAppLinks)).toEqual({
    applinks: {
      details: [
        {
          appIDs: [shop],
          components: expect.arrayContaining([
            { '/': '/report', exclude: true, comment: expect.any(String) },
          ]),
        },
      ],
    },
  });
  expect(googleFile(someAppLinks)).toEqual([
    {
      relation: ['delegate_permission/common.handle_all_urls'],
      target: {
        namespace: 'android_app',
        package_name: 'com.example.shop',
        sha256_cert_fingerprints: [aFingerprint()],
      },
    },
  ]);
  expect([appleFile(noAppLinks), googleFile(noAppLinks)]).toEqual([null, null]);
});

test('docs/app-links.md shows the files as they are', () => {
  const manual = readFileSync(join(import.meta.dir, '../../../docs/app-links.md'), 'utf8');
  const shown = [...manual.matchAll(/^```json\n(.*?)^```/gms)].map(([, json = '']) =>
    JSON.parse(json),
  );

  expect(shown).toEqual([appleFile(someAppLinks), googleFile(someAppLinks)]);
});

test.each([
  ['/sale', true],
  ['/Ab3dEfG', true],
  ['/sale/', true],
  ['/reports', true],
  ['/', false],
  ['/report', false],
  ['/report/', false],
  ['/robots.txt', false],
  ['/sale+', false],
  ['/.well-known/assetlinks.json', false],
  ['/assets/inter.woff2', false],
  ['/a/b', false],
])('%s opens in the app: %p', (path, opens) => {
  expect(opensInApp(path)).toBe(opens);
});

/** Reads the components as Apple describes it: the first one that fits the path decides. */
function opensInApp(path: string): boolean {
  const { applinks } = JSON.parse(JSON.stringify(appleFile(someAppLinks)));
  for (const component of applinks.details[0].components) {
    const pattern = RegExp.escape(component['/']).replaceAll('\\?', '.').replaceAll('\\*', '.*');
    if (new RegExp(`^${pattern}$`).test(path)) return component.exclude !== true;
  }
  return false;
}

test('apps are accepted as their developers know them, and fingerprints in small letters too', () => {
  const input = {
    ios: [` ${shop} `, 'A1B2C3D4E5.com.Example-Two'],
    android: [
      { packageName: 'com.example.shop_2', fingerprints: [` ${aFingerprint('0f')} `] },
      { packageName: 'a.b', fingerprints: [aFingerprint('01'), aFingerprint('02')] },
    ],
  };

  expect(z.parse(AppLinks, input)).toEqual({
    ios: [shop, 'A1B2C3D4E5.com.Example-Two'],
    android: [
      { packageName: 'com.example.shop_2', fingerprints: [aFingerprint('0F')] },
      { packageName: 'a.b', fingerprints: [aFingerprint('01'), aFingerprint('02')] },
    ],
  });
});

test.each(
  [
    '',
    'com.example.shop',
    'ABCDE1234.com.example.shop',
    'ABCDE123456.com.example.shop',
    'abcde12345.com.example.shop',
    'ABCDE1234\0.com.example.shop',
    'ABCDE12345',
  ].map((id) => [id]),
)('an iOS app without a team id is refused: %j', (id) => {
  expect(complaintAbout({ ios: [shop, id], android: [] })).toStartWith(
    'ios.1: An iOS app starts with its team id (10 capital letters and digits)',
  );
});

test.each(
  ['', 'com..shop', '.com', 'com.', 'com.example.shop\0', 'com.example shop', 'com.*', 'com/x'].map(
    (bundle) => [bundle],
  ),
)('a bundle id with other characters is refused: %j', (bundle) => {
  expect(complaintAbout({ ios: [`ABCDE12345.${bundle}`], android: [] })).toStartWith(
    'ios.0: After the team id comes the bundle id',
  );
});

test.each(
  ['', 'shop', 'com.', '1com.shop', 'com.1shop', 'com.shop-two', 'com.shop\0', 'com._shop'].map(
    (name) => [name],
  ),
)('a package name of another form is refused: %j', (name) => {
  expect(complaintAbout(android(name, aFingerprint()))).toStartWith(
    'android.0.packageName: A package name has at least two parts',
  );
});

test.each(
  [
    '',
    aFingerprint().slice(3),
    `${aFingerprint()}:AB`,
    aFingerprint().replaceAll(':', ''),
    aFingerprint('GG'),
    aFingerprint().replace('A', '\0'),
    'SHA256: AB',
    7,
    null,
  ].map((fingerprint) => [fingerprint]),
)('a fingerprint of another form is refused: %j', (fingerprint) => {
  expect(complaintAbout(android('com.shop', fingerprint))).toStartWith(
    'android.0.fingerprints.0: A SHA-256 fingerprint has 32 pairs',
  );
});

test('lists have limits, and name an app once', () => {
  const ids = Array.from({ length: mostApps }, (_, n) => `ABCDE12345.n${n}`);
  const prints = Array.from({ length: mostFingerprints }, () => aFingerprint());
  const app = { packageName: 'com.shop', fingerprints: [aFingerprint()] };

  expect(complaintAbout({ ios: ids, android: [] })).toBeNull();
  expect(complaintAbout({ ios: [...ids, shop], android: [] })).toBe(
    'ios: A domain has at most 10 apps of each kind',
  );
  expect(complaintAbout({ ios: [shop, shop], android: [] })).toBe('ios: Enter each app once');
  expect(complaintAbout({ ios: [], android: [app, app] })).toBe('android: Enter each app once');
  expect(complaintAbout(android('com.shop'))).toStartWith('android.0.fingerprints: Enter the SHA');
  expect(complaintAbout(android('com.shop', ...prints))).toBeNull();
  expect(complaintAbout(android('com.shop', ...prints, aFingerprint()))).toBe(
    'android.0.fingerprints: An app has at most 10 fingerprints',
  );
  expect(complaintAbout({ ios: [`ABCDE12345.${'a'.repeat(250)}`], android: [] })).toBe(
    'ios.0: Use at most 255 characters',
  );
});

test.each([null, 7, 'x', {}, { ios: [] }, { ios: [7], android: [] }, { ios: [], android: [null] }])(
  'anything else is refused without a failure: %j',
  (input) => {
    expect(complaintAbout(input)).not.toBeNull();
  },
);
