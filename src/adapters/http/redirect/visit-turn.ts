import type { RawVisit } from '#core/redirect/raw-visit';
import type { RoutedLink } from '#core/redirect/routed-link';
import type { Visit, Visitor } from '#core/redirect/visit-link';
import { redirectMeter, type RedirectMeter } from './redirect-meter.ts';

export type VisitTurnPorts = {
  readonly visit: (link: RoutedLink, visitor: Visitor) => Visit;
  readonly spool: {
    /** When it returns, the visits survive the end of this process. Never throws. */
    write(visits: readonly RawVisit[]): void;
  };
  /** Makes ids for first-party cookies, 32 hex digits; null: visitors get no cookie. */
  readonly newVisitorCookie: (() => string) | null;
  /** Counts the answers. */
  readonly meter?: Pick<RedirectMeter, 'visit'>;
};

/**
 * Answers a visit that has been written. `cookie` is the id that the response sets; empty: none.
 */
export type VisitAnswer = (visit: Visit, link: RoutedLink, cookie: string) => Response;

/** What the visits of one host share. */
export type VisitPlace = {
  readonly answer: VisitAnswer;
  /** Whether visitors may get a cookie there. */
  readonly givesCookies: boolean;
};

/** A visit that waits for the end of this turn of the event loop. */
type Waiting = {
  readonly link: RoutedLink;
  readonly visitor: Visitor;
  readonly place: VisitPlace;
  readonly resolve: (answer: Response) => void;
  readonly reject: (defect: unknown) => void;
  /** Null until it is decided. */
  visit: Visit | null;
  cookie: string;
  /** Milliseconds of `performance.now`. */
  readonly sinceMs: number;
};

/**
 * All visits of one turn of the event loop are decided together, their lines are written at once,
 * and only then the first of them is answered. This is cheaper than separate work between requests.
 * For the same reason a visit here is one mutable object.
 */
export function visitTurn({
  visit,
  spool,
  newVisitorCookie,
  meter = redirectMeter(),
}: VisitTurnPorts): (link: RoutedLink, visitor: Visitor, place: VisitPlace) => Promise<Response> {
  let turn: Waiting[] = [];

  const decide = (waiting: Waiting): RawVisit | null => {
    const decided = visit(waiting.link, waiting.visitor);
    waiting.visit = decided;
    const record = 'record' in decided ? decided.record : null;
    if (record === null) return null;
    const mayGive = newVisitorCookie !== null && waiting.place.givesCookies;
    if (!mayGive || !mayGetCookie(record)) return record;
    waiting.cookie = newVisitorCookie();
    return { ...record, visitorCookie: waiting.cookie };
  };
  /** A defect affects one visit only; the others are still decided. */
  const decideFrom = (first: number, ended: readonly Waiting[], records: RawVisit[]): void => {
    let at = first;
    try {
      for (; at < ended.length; at += 1) {
        const waiting = ended[at];
        const record = waiting === undefined ? null : decide(waiting);
        if (record !== null) records.push(record);
      }
    } catch (defect) {
      ended[at]?.reject(defect);
      decideFrom(at + 1, ended, records);
    }
  };
  const endTurn = (): void => {
    const ended = turn;
    turn = [];
    const records: RawVisit[] = [];
    decideFrom(0, ended, records);
    if (records.length > 0) spool.write(records);
    for (const waiting of ended) answer(waiting);
    measure(ended, meter);
  };

  return (link, visitor, place) =>
    new Promise((resolve, reject) => {
      const sinceMs = performance.now();
      const waiting: Waiting = {
        link,
        visitor,
        place,
        resolve,
        reject,
        sinceMs,
        visit: null,
        cookie: '',
      };
      if (turn.push(waiting) === 1) setImmediate(endTurn);
    });
}

function answer({ link, place, visit, cookie, resolve, reject }: Waiting): void {
  if (visit === null) return;
  try {
    resolve(place.answer(visit, link, cookie));
  } catch (defect) {
    reject(defect);
  }
}

function measure(ended: readonly Waiting[], meter: Pick<RedirectMeter, 'visit'>): void {
  const nowMs = performance.now();
  for (const { visit, sinceMs } of ended) {
    if (visit !== null) meter.visit(visit, nowMs - sinceMs);
  }
}

function mayGetCookie(record: RawVisit): boolean {
  return record.class === 'human' && !record.isAnonymous && record.visitorCookie === '';
}
