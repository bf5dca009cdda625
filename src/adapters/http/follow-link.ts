import type { RawVisit } from '#core/redirect/raw-visit';
import type { RoutedLink } from '#core/redirect/routed-link';
import type { Visit, Visitor } from '#core/redirect/visit-link';
import type { Pages } from './pages.ts';
import { redirectAnswers } from './redirect-answer.ts';
import { visitorCookie } from './visitor-cookie.ts';

export type FollowLinkPorts = {
  readonly visit: (link: RoutedLink, visitor: Visitor) => Visit;
  readonly spool: {
    /** When it returns, the visits survive the end of this process. Never throws. */
    write(visits: readonly RawVisit[]): void;
  };
  /** Where short links are reached; `https` makes cookies secure. */
  readonly shortUrl: string;
  /** Makes the ids of first-party cookies, 32 hex digits; null: visitors get no cookie. */
  readonly newVisitorCookie: (() => string) | null;
};

/** A visit that waits for the end of this turn of the event loop. */
type Waiting = {
  readonly link: RoutedLink;
  readonly visitor: Visitor;
  readonly resolve: (answer: Response) => void;
  readonly reject: (defect: unknown) => void;
};

/** A visit whose line is to be written before it is answered; `cookie` is new, or empty. */
type Decided = { readonly waiting: Waiting; readonly visit: Visit; readonly cookie: string };

/**
 * Answers visits to links. All visits of one turn of the event loop are decided together, their
 * lines written at once, and only then is the first of them answered. Together, because the same
 * work is cheaper in one go than in pieces between requests.
 */
export function followLink(ports: FollowLinkPorts, pages: Pages) {
  const { spool, newVisitorCookie, shortUrl } = ports;
  const answerTo = visitAnswers(pages, shortUrl.startsWith('https:'));
  let turn: Waiting[] = [];

  const decide = (waiting: Waiting): Decided => {
    const visit = ports.visit(waiting.link, waiting.visitor);
    if (newVisitorCookie === null || visit.kind !== 'redirect')
      return { waiting, visit, cookie: '' };
    if (visit.record === null || !mayGetCookie(visit.record)) return { waiting, visit, cookie: '' };
    const cookie = newVisitorCookie();
    const record = { ...visit.record, visitorCookie: cookie };
    return { waiting, visit: { ...visit, record }, cookie };
  };
  const endTurn = (): void => {
    const decided: Decided[] = [];
    const records: RawVisit[] = [];
    for (const waiting of turn) {
      try {
        const one = decide(waiting);
        decided.push(one);
        if (one.visit.kind === 'redirect' && one.visit.record) records.push(one.visit.record);
      } catch (defect) {
        waiting.reject(defect);
      }
    }
    turn = [];
    if (records.length > 0) spool.write(records);
    for (const one of decided) one.waiting.resolve(answerTo(one));
  };

  return (link: RoutedLink, visitor: Visitor): Promise<Response> =>
    new Promise((resolve, reject) => {
      if (turn.push({ link, visitor, resolve, reject }) === 1) setImmediate(endTurn);
    });
}

function visitAnswers(pages: Pages, isSecure: boolean) {
  const redirect = redirectAnswers();

  return ({ visit, cookie }: Decided): Response => {
    switch (visit.kind) {
      case 'redirect': {
        const answer = redirect(visit.destination);
        if (cookie !== '') answer.headers.append('set-cookie', visitorCookie(cookie, isSecure));
        return answer;
      }
      case 'gone':
        return visit.because === 'paused' ? pages.pausedLink() : pages.expiredLink();
      case 'unknown':
        return pages.unknownLink();
    }
  };
}

function mayGetCookie(record: RawVisit): boolean {
  return record.class === 'human' && !record.isAnonymous && record.visitorCookie === '';
}
