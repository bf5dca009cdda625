import type { Link } from '#web/api.ts';
import { destinationsOf } from './link-form.ts';
import type { LinkValues } from './link-schema.ts';
import { storedUrl } from './stored-url.ts';

/**
 * Whether the values give a running split test other destinations, or another order of them: the
 * server then counts its visits and conversions from zero.
 */
export function startsNewTest(values: LinkValues, link: Link): boolean {
  if (!link.splitTestEnabled || !values.splitTestEnabled) return false;
  const urls = destinationsOf(values).map((url) => storedUrl(url) ?? url);
  return JSON.stringify(urls) !== JSON.stringify(link.splitTestUrls);
}
