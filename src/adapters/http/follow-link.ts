import type { RawVisit } from '#core/redirect/raw-visit';
import type { RoutedLink } from '#core/redirect/routed-link';
import type { Visit, Visitor } from '#core/redirect/visit-link';
import type { Pages } from './pages.ts';
import { redirectAnswers } from './redirect-answer.ts';
import { visitorCookie, visitorInCookies } from './visitor-cookie.ts';
import { readVisitor } from './visitor.ts';

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

/** A visit's request with what the front has read of it. */
export type VisitRequest = {
  readonly link: RoutedLink;
  readonly request: Request;
  readonly address: string;
  /** The query string without its question mark. */
  readonly query: string;
};

/** Answers a visit to a link: its line is in the spool before the redirect leaves. */
export function followLink(ports: FollowLinkPorts, pages: Pages) {
  const { visit, spool, newVisitorCookie } = ports;
  const redirect = redirectAnswers();
  const isSecure = ports.shortUrl.startsWith('https:');

  const recorded = (record: RawVisit, destination: string): Promise<Response> => {
    if (newVisitorCookie === null || record.visitorCookie !== '' || !maySetCookie(record)) {
      spool.append(record);
      return spool.written().then(() => redirect(destination));
    }
    const id = newVisitorCookie();
    spool.append({ ...record, visitorCookie: id });
    return spool.written().then(() => {
      const answer = redirect(destination);
      answer.headers.append('set-cookie', visitorCookie(id, isSecure));
      return answer;
    });
  };

  return ({ link, request, address, query }: VisitRequest): Response | Promise<Response> => {
    const cookies = newVisitorCookie === null ? null : request.headers.get('cookie');
    const visitor = readVisitor(request, {
      address,
      query,
      visitorCookie: visitorInCookies(cookies),
    });
    const outcome = visit(link, visitor);

    switch (outcome.kind) {
      case 'redirect':
        if (outcome.record === null) return redirect(outcome.destination);
        return recorded(outcome.record, outcome.destination);
      case 'gone':
        return outcome.because === 'paused' ? pages.pausedLink() : pages.expiredLink();
      case 'unknown':
        return pages.unknownLink();
    }
  };
}

function maySetCookie(record: RawVisit): boolean {
  return record.class === 'human' && !record.isAnonymous;
}
