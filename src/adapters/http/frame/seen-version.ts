import { invalid } from '#core/shared/refusal';

/**
 * The version that a caller has seen, of the header `If-Match: "7"`; undefined without the header or
 * for `*`. Refuses `invalid` for other values, also for weak ones (RFC 9110, 13.1.1).
 */
export function seenVersion({ headers }: Request): number | undefined {
  const text = headers.get('if-match');
  if (text === null || text.trim() === '*') return undefined;
  const [, version] = /^ *"(\d{1,15})" *$/.exec(text) ?? [];
  if (version !== undefined) return Number(version);
  throw invalid({ path: 'If-Match', message: 'Send the version in quotes: "7"' });
}

/** The header of an answer that has a version. */
export function versionTag({ version }: { readonly version: number }): { readonly etag: string } {
  return { etag: `"${version}"` };
}
