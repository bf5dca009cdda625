import { expect, test } from 'bun:test';
import * as z from 'zod/mini';
import {
  appLinksOf,
  appLinksSchema,
  valuesOf,
} from '#web/features/domains/app-links/app-links-values.ts';
import { aFingerprint, someAppLinks } from '#tests/support/builders/app-links';

test('apps are one a line in the form, and blank lines are none', () => {
  expect(appLinksOf(valuesOf(someAppLinks))).toEqual(someAppLinks);
  expect(
    appLinksOf({ ios: ' a \r\n\n b\n', android: [{ packageName: 'c', fingerprints: '' }] }),
  ).toEqual({
    ios: ['a', 'b'],
    android: [{ packageName: 'c', fingerprints: [] }],
  });
});

test('the issue of a line is shown at its field and names the line', () => {
  const [print, app] = [aFingerprint(), 'ABCDE12345.com.shop'];
  const read = z.safeParse(appLinksSchema, {
    ios: `${app}\nshop`,
    android: [
      { packageName: 'com.shop', fingerprints: `${print}\n${print}\nAB` },
      { packageName: 'com.shop', fingerprints: print },
      { packageName: 'shop', fingerprints: '' },
    ],
  });

  const said = read.error?.issues.map(({ path, message }) => [
    path.join('.'),
    message.slice(0, 24),
  ]);
  expect(said).toContainEqual(['ios', 'Line 2: An iOS app start']);
  expect(said).toContainEqual(['android.0.fingerprints', 'Line 3: A SHA-256 finger']);
  expect(said).toContainEqual(['android.2.packageName', 'A package name has at le']);
  expect(said).toContainEqual(['android.2.fingerprints', 'Enter the SHA-256 finger']);
  const twice = z.safeParse(appLinksSchema, { ios: `${app}\n${app}`, android: [] });
  expect(twice.error?.issues).toMatchObject([{ path: ['ios'], message: 'Enter each app once' }]);
});
