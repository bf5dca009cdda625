import type { RawVisit } from '#core/redirect/raw-visit';
import type { RoutedLink } from '#core/redirect/routed-link';
import type { Visit, Visitor } from '#core/redirect/visit-link';
import type { Pages } from './pages.ts';
import { redirectAnswers } from './redirect-answer.ts';
import { visitorCookie, visitorInCookies } from './visitor-cookie.ts';

export type FollowLinkPorts = {
  readonly visit: (link: RoutedLink, visitor: Visitor) => Visit;
  readonly spool: {
    append(visit: RawVisit): void;
    /** Resolves when what was appended survives the end of this process; never rejects. */
    written(): Promise<void>;
  };
  /** Where short links are reached; `https` makes cookies secure. */
  readonly shortUrl: string;
  /** Makes the ids of first-party cookies, 32 hex digits; null: visitors get no cookie. */
  readonly newVisitorCookie: (() => string) | null;
};

/**
 * Answers a visit to a link: its line is in the spool before the redirect leaves. The request itself
 * is looked at only where visitors get a cookie.
 */
export function followLink(ports: FollowLinkPorts, pages: Pages) {
  const { visit, spool, newVisitorCookie } = ports;
  const redirect = redirectAnswers();
  const isSecure = ports.shortUrl.startsWith('https:');

  const recorded = (record: RawVisit, destination: string): Promise<Response> => {
    spool.append(record);
    return spool.written().then(() => redirect(destination));
  };
  const recognised = async (
    { record, destination }: { record: RawVisit; destination: string },
    newId: () => string,
    request: Request,
  ): Promise<Response> => {
    if (record.class !== 'human' || record.isAnonymous) return recorded(record, destination);
    const known = visitorInCookies(request.headers.get('cookie'));
    const id = known === '' ? newId() : known;
    const answer = await recorded({ ...record, visitorCookie: id }, destination);
    if (known === '') answer.headers.append('set-cookie', visitorCookie(id, isSecure));
    return answer;
  };

  return (link: RoutedLink, visitor: Visitor, request: Request): Response | Promise<Response> => {
    const outcome = visit(link, visitor);
    switch (outcome.kind) {
      case 'redirect': {
        const { record, destination } = outcome;
        if (record === null) return redirect(destination);
        if (newVisitorCookie === null) return recorded(record, destination);
        return recognised({ record, destination }, newVisitorCookie, request);
      }
      case 'gone':
        return outcome.because === 'paused' ? pages.pausedLink() : pages.expiredLink();
      case 'unknown':
        return pages.unknownLink();
    }
  };
}
