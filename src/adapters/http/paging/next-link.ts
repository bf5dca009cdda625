/** The header of a page of a list that names the next one (RFC 8288); none after the last page. */
export function nextLink(url: string, answer: unknown): { readonly link?: string } {
  const isPage = typeof answer === 'object' && answer !== null && 'nextCursor' in answer;
  if (!isPage || typeof answer.nextCursor !== 'string') return {};
  const { pathname, searchParams } = new URL(url);
  searchParams.set('cursor', answer.nextCursor);
  return { link: `<${pathname}?${searchParams}>; rel="next"` };
}
