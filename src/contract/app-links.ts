import * as z from 'zod/mini';
import { route } from './route.ts';

/** Limit of the iOS apps, and of the Android apps, of one domain. */
export const mostApps = 10;
/** Limit of the certificates of one Android app: the store's, the developer's, those of test builds. */
export const mostFingerprints = 10;

/** The addresses on a domain where Apple and Google look for its apps. */
export const appLinkPaths = {
  ios: '/.well-known/apple-app-site-association',
  android: '/.well-known/assetlinks.json',
} as const;

const longestId = 255;
const teamIdMissing =
  'An iOS app starts with its team id (10 capital letters and digits) and a dot, such as ABCDE12345.com.example.shop';
const bundleIdWrong =
  'After the team id comes the bundle id: letters, digits, hyphens and single dots, such as ABCDE12345.com.example.shop';
const packageWrong =
  'A package name has at least two parts with a dot between them, each of letters, digits and underscores, starting with a letter: com.example.shop';
const fingerprintWrong =
  'A SHA-256 fingerprint has 32 pairs of the digits 0 to 9 and letters A to F, with colons between them';
const tooManyApps = `A domain has at most ${mostApps} apps of each kind`;
const tooManyFingerprints = `An app has at most ${mostFingerprints} fingerprints`;
const tooLong = `Use at most ${longestId} characters`;
const twice = 'Enter each app once';

/** An iOS app: the id of its developer's team, a dot, and its bundle id. */
const iosApp = z
  .string(teamIdMissing)
  .check(
    z.trim(),
    z.maxLength(longestId, tooLong),
    z.regex(/^[A-Z\d]{10}\./, teamIdMissing),
    z.regex(/^[^.]*(?:\.[A-Za-z\d-]+)+$/, bundleIdWrong),
  );

/** The SHA-256 of a certificate that signs an app, as `keytool` prints it. */
const fingerprint = z
  .string(fingerprintWrong)
  .check(z.trim(), z.toUpperCase(), z.regex(/^[\dA-F]{2}(?::[\dA-F]{2}){31}$/, fingerprintWrong));

const AndroidApp = z.object({
  packageName: z
    .string(packageWrong)
    .check(
      z.trim(),
      z.maxLength(longestId, tooLong),
      z.regex(/^[A-Za-z]\w*(?:\.[A-Za-z]\w*)+$/, packageWrong),
    ),
  fingerprints: z.readonly(
    z
      .array(fingerprint, fingerprintWrong)
      .check(
        z.minLength(1, 'Enter the SHA-256 fingerprint of the certificate that signs the app'),
        z.maxLength(mostFingerprints, tooManyFingerprints),
      ),
  ),
});

/** The apps that may open a domain's links. */
export const AppLinks = z.object({
  ios: z.readonly(
    z.array(iosApp, teamIdMissing).check(
      z.maxLength(mostApps, tooManyApps),
      z.refine((ids) => new Set(ids).size === ids.length, twice),
    ),
  ),
  android: z.readonly(
    z.array(AndroidApp, packageWrong).check(
      z.maxLength(mostApps, tooManyApps),
      z.refine(
        (apps) => new Set(apps.map(({ packageName }) => packageName)).size === apps.length,
        twice,
      ),
    ),
  ),
});
export type AppLinks = Readonly<z.output<typeof AppLinks>>;

export const noAppLinks: AppLinks = { ios: [], android: [] };

/** A sentence of a check. `todo`: the app itself needs it, and no check can see it. */
const CheckedLine = z.object({
  system: z.enum(['ios', 'android']),
  kind: z.enum(['right', 'wrong', 'todo']),
  text: z.string(),
});
export type CheckedLine = z.output<typeof CheckedLine>;

const AppLinksCheck = z.object({ lines: z.array(CheckedLine) });
export type AppLinksCheck = z.output<typeof AppLinksCheck>;

export const checkAppLinks = route('POST /api/v1/domains/:id/app-links/check', {
  scope: 'domains:write',
  summary: 'Check the apps of a domain',
  errors: ['conflict'],
  answer: AppLinksCheck,
});
