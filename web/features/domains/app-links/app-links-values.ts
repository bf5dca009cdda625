import * as z from 'zod/mini';
import { AppLinks } from '#contract/app-links';

/** The apps in the form. Ids and fingerprints are typed one a line. */
export type AppLinksValues = {
  ios: string;
  android: AndroidValues[];
};
type AndroidValues = { packageName: string; fingerprints: string };

export const newAndroidApp: AndroidValues = { packageName: '', fingerprints: '' };

export function valuesOf({ ios, android }: AppLinks): AppLinksValues {
  return {
    ios: ios.join('\n'),
    android: android.map(({ packageName, fingerprints }) => ({
      packageName,
      fingerprints: fingerprints.join('\n'),
    })),
  };
}

export function appLinksOf({ ios, android }: AppLinksValues): AppLinks {
  return {
    ios: linesOf(ios),
    android: android.map(({ packageName, fingerprints }) => ({
      packageName,
      fingerprints: linesOf(fingerprints),
    })),
  };
}

function linesOf(text: string): string[] {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
}

/** The form's fields; the contract says what is wrong with them. */
export const appLinksSchema = z
  .object({
    ios: z.string(),
    android: z.array(z.object({ packageName: z.string(), fingerprints: z.string() })),
  })
  .check(({ value, issues }) => {
    const read = z.safeParse(AppLinks, appLinksOf(value));
    for (const issue of read.error?.issues ?? []) {
      issues.push({ code: 'custom', input: value, ...placeOf(issue.path, issue.message) });
    }
  });

/** An issue of one line is shown at the field with all lines, and names the line. */
function placeOf(path: readonly PropertyKey[], message: string) {
  const last = path.at(-1);
  if (typeof last !== 'number') return { path: [...path], message };
  return { path: path.slice(0, -1), message: `Line ${last + 1}: ${message}` };
}
