import type { KeptVariant } from '#core/redirect/visit-link';
import type { RoutedLink } from '#core/redirect/routed-link';

/** A split test; its version changes with its destinations. */
type Test = Pick<RoutedLink, 'code' | 'splitVersion'>;

const form = /^[1-4]$/;
/** 30 days. A later visit does not renew it. */
const maxAgeSeconds = 2_592_000;

/**
 * The first-party cookie of sticky split tests: the number of the destination that a browser got. So
 * many people have the same one that it recognizes nobody. The name says the test, and the path has
 * the browser send it to that link alone: no request shows which other links it has visited, and many
 * tests do not add up to headers that are too long.
 */
function nameOf({ code, splitVersion }: Test): string {
  return `wp_kept_${code}_${splitVersion}`;
}

/** The variant in a Cookie header; 0 when there is no valid one for this test. */
export function keptInCookies(test: Test, cookies: string | null): number {
  if (cookies === null) return 0;
  const value = new Bun.CookieMap(cookies).get(nameOf(test));
  return value !== null && form.test(value) ? Number(value) : 0;
}

/** A Set-Cookie header that keeps the variant; `isSecure`: short links use https. */
export function keptVariantCookie(
  test: Test,
  { variant, name }: KeptVariant,
  isSecure: boolean,
): string {
  const path = `/${encodeURIComponent(name)}`;
  const attributes = `Path=${path}; Max-Age=${maxAgeSeconds}; HttpOnly; SameSite=Lax`;
  return `${nameOf(test)}=${variant}; ${attributes}${isSecure ? '; Secure' : ''}`;
}
