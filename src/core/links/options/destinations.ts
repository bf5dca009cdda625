import type { LinkOptions } from './link-options.ts';

/** The addresses among a link's options, each with the path of its field. */
export function optionUrls(
  options: Partial<
    Pick<
      LinkOptions,
      'expiredUrl' | 'rules' | 'iosUrl' | 'iosFallbackUrl' | 'androidUrl' | 'androidFallbackUrl'
    >
  >,
): [path: string, url: string][] {
  const { expiredUrl, iosUrl, iosFallbackUrl, androidUrl, androidFallbackUrl, rules } = options;
  const fields = { expiredUrl, iosUrl, iosFallbackUrl, androidUrl, androidFallbackUrl };
  const found = Object.entries(fields).flatMap(([path, url]): [string, string][] =>
    url ? [[path, url]] : [],
  );
  return [
    ...found,
    ...(rules ?? []).map(({ url }, at): [string, string] => [`rules.${at}.url`, url]),
  ];
}
