import { isSafeLocation } from '#core/links/destination';
import type { NewId } from '#core/shared/ids';
import type { Clock } from '#core/shared/time';
import { type ClickIds, withClickId } from './click-id.ts';
import { type Approach, classify, type IsBot } from './classify.ts';
import type { RawVisit } from './raw-visit.ts';
import type { RoutedLink } from './routed-link.ts';
import { type Positions, variantAt } from './split-test.ts';

/** The visitor's request as the front has read it, cut to the lengths in `RawVisit`. */
export type Visitor = Approach &
  Pick<RawVisit, 'isAnonymous' | 'address' | 'referrer' | 'query' | 'visitorCookie'>;

/** The result of following a link. */
export type Visit =
  /** `record` goes to the spool before the response; null when the link counts nothing. */
  | {
      readonly kind: 'redirect';
      readonly destination: string;
      readonly record: RawVisit | null;
    }
  | { readonly kind: 'gone'; readonly because: 'blocked' | 'looping' | 'paused' | 'expired' }
  /**
   * The stored destination may not stand in a Location header: the response is as for an unknown
   * link.
   */
  | { readonly kind: 'unknown' };

export type VisitLinkPorts = {
  /** Returns plausible times, also when the machine's clock is wrong. */
  readonly clock: Clock;
  readonly newId: NewId;
  readonly positions: Positions;
  readonly isBot: IsBot;
  readonly clickIds: Pick<ClickIds, 'sign'>;
};

/** Decides one visit to a link, without I/O. Runs for every redirect. */
export function visitLink({ clock, newId, positions, isBot, clickIds }: VisitLinkPorts) {
  return (link: RoutedLink, visitor: Visitor): Visit => {
    const atMs = clock.now();
    if (link.isBlocked) return { kind: 'gone', because: 'blocked' };
    if (link.isLooping) return { kind: 'gone', because: 'looping' };
    if (!link.isActive) return { kind: 'gone', because: 'paused' };
    if (link.expiresAtMs !== null && link.expiresAtMs <= atMs) {
      return { kind: 'gone', because: 'expired' };
    }

    const visitClass = classify(visitor, isBot);
    const isSplit = link.destinations.length > 0;
    const position =
      isSplit && visitClass === 'human'
        ? positions.take(link.number, link.splitVersion, link.trackClicks)
        : 0;
    const variant = isSplit ? variantAt(Math.max(position, 1), link.destinations.length) : 0;
    const destination = (isSplit ? link.destinations[variant - 1] : null) ?? link.originalUrl;
    if (!isSafeLocation(destination)) return { kind: 'unknown' };
    if (!link.trackClicks) return { kind: 'redirect', destination, record: null };

    const record: RawVisit = {
      clickId: newId(atMs),
      atMs,
      linkId: link.id,
      linkNumber: link.number,
      userId: link.userId,
      class: visitClass,
      splitVersion: isSplit ? link.splitVersion : 0,
      variant,
      position,
      isAnonymous: visitor.isAnonymous,
      address: visitor.address,
      userAgent: visitor.userAgent,
      referrer: visitor.referrer,
      query: visitor.query,
      visitorCookie: visitClass === 'human' && !visitor.isAnonymous ? visitor.visitorCookie : '',
    };
    if (!link.trackConversions || visitClass !== 'human' || visitor.isAnonymous) {
      return { kind: 'redirect', destination, record };
    }
    const signed = clickIds.sign({ clickId: record.clickId, linkNumber: link.number, variant });
    return { kind: 'redirect', destination: withClickId(destination, signed), record };
  };
}
