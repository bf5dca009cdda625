/** Without cookies a visitor is a new one every UTC day. */
export type VisitorsAre = 'cookieless' | 'cookie';

/** The heading of a column that counts visitors. It says how long a visitor is recognized. */
export function uniqueTitle(what: string, visitorsAre: VisitorsAre): string {
  return visitorsAre === 'cookieless' ? `${what} Once a Day (UTC)` : what;
}

/** The same as a sentence, for numbers without headings; empty when a visitor is recognized for longer. */
export function visitorsSentence(visitorsAre: VisitorsAre): string {
  return visitorsAre === 'cookieless' ? 'A visitor is counted once a UTC day.' : '';
}
