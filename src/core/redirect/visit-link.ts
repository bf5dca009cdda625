import { isSafeLocation } from '#core/links/destination';
import { hasAppScheme } from '#core/links/options/app-url';
import type { NewId } from '#core/shared/ids';
import type { Clock } from '#core/shared/time';
import { type ClickIds, withClickId } from './click-id.ts';
import { type Approach, classify, type IsBot } from './classify.ts';
import { type Choice, choose, type ChoosePorts } from './options/choose.ts';
import { type ClickLimits, type Opening, previewFor, type Stop, stopAt } from './options/gates.ts';
import { withQuery } from './options/hand-on.ts';
import type { LinkPreview } from './options/routed-options.ts';
import { maxQueryLength, type RawVisit, type VisitClass } from './raw-visit.ts';
import type { RoutedLink } from './routed-link.ts';
import { keptVariant, type Positions, variantAt } from './split-test.ts';

/** The visitor's request as the front has read it: the query whole, the rest cut as in `RawVisit`. */
export type Visitor = Approach &
  Pick<RawVisit, 'isAnonymous' | 'address' | 'referrer' | 'query' | 'visitorCookie'> & {
    /** The header `Accept-Language`; read only for links with options, empty otherwise. */
    readonly acceptLanguage: string;
    /** The visitor has given the link's password. */
    readonly isTrusted: boolean;
    /** Read only for links that are `isSticky`; absent otherwise, and where nothing can be kept. */
    readonly kept?: KeptVariant;
  };

/** What a visitor's browser keeps of a split test. */
export type KeptVariant = {
  /** The variant that the visitor got before; 0: none yet. As the browser says: not proven. */
  readonly variant: number;
  /** The link's name in the visited address. */
  readonly name: string;
};

/** The result of following a link. A `record` goes to the spool before the response. */
export type Visit =
  /** `record` is null when the link counts nothing. */
  | {
      readonly kind: 'redirect';
      readonly destination: string;
      readonly record: RawVisit | null;
      /** The visitor's browser is to keep it; absent: nothing new. */
      readonly keep?: KeptVariant | undefined;
    }
  /**
   * A page that opens the app at `appUrl`, and continues to `destination` when the device does not
   * have the app.
   */
  | {
      readonly kind: 'app';
      readonly appUrl: string;
      readonly destination: string;
      readonly record: RawVisit | null;
      readonly keep?: KeptVariant | undefined;
    }
  /** The page for a program that makes a link preview. */
  | {
      readonly kind: 'preview';
      readonly preview: LinkPreview;
      readonly record: RawVisit | null;
    }
  /** The visitor has to give the link's password. */
  | { readonly kind: 'locked'; readonly referrer: string }
  | Stop
  | { readonly kind: 'gone'; readonly because: 'blocked' | 'looping' | 'paused' }
  /**
   * The stored destination is not safe in a Location header. The response is that of an unknown
   * link.
   */
  | { readonly kind: 'unknown' };

export type VisitLinkPorts = ChoosePorts & {
  /** Returns plausible times, also when the machine's clock is wrong. */
  readonly clock: Clock;
  readonly newId: NewId;
  readonly positions: Positions;
  readonly clickLimits: ClickLimits;
  readonly isBot: IsBot;
  /** Whether a user agent belongs to a program that makes link previews. */
  readonly isPreviewBot: IsBot;
  readonly clickIds: Pick<ClickIds, 'sign'>;
};

/** Decides one visit to a link, without I/O. Runs for every redirect. */
export function visitLink(ports: VisitLinkPorts) {
  const { clock, isBot } = ports;
  const follow = followDestination(ports);
  const chosen = chosenVisit(ports, follow);

  return (link: RoutedLink, visitor: Visitor): Visit => {
    const atMs = clock.now();
    if (link.isBlocked) return { kind: 'gone', because: 'blocked' };
    if (link.isLooping) return { kind: 'gone', because: 'looping' };
    if (!link.isActive) return { kind: 'gone', because: 'paused' };
    if (link.options !== undefined) return chosen({ link, options: link.options, atMs }, visitor);
    if (link.expiresAtMs !== null && link.expiresAtMs <= atMs) {
      return { kind: 'gone', because: 'expired' };
    }
    return follow(link, visitor, { atMs, visitClass: classify(visitor, isBot), choice: null });
  };
}

type Following = {
  readonly atMs: number;
  readonly visitClass: VisitClass;
  readonly choice: Choice | null;
};
type Follow = (link: RoutedLink, visitor: Visitor, following: Following) => Visit;

/**
 * Decides a visit of a link with options: whether an option stops it, and which destination the
 * options choose.
 */
function chosenVisit(ports: VisitLinkPorts, follow: Follow) {
  const { isBot, isPreviewBot, newId, clickLimits } = ports;
  const chooseDestination = choose(ports);

  return (opening: Opening, visitor: Visitor): Visit => {
    const { link, options, atMs } = opening;
    const stop = stopAt(opening, ports);
    if (stop !== null) return stop;
    const preview = previewFor(options, isPreviewBot, visitor.userAgent);
    if (preview !== null) {
      const record = link.trackClicks
        ? recordOf(link, visitor, { ...direct, clickId: newId(atMs), atMs, class: 'bot' })
        : null;
      return { kind: 'preview', preview, record };
    }
    if (options.passwordHash !== null && !visitor.isTrusted) {
      return { kind: 'locked', referrer: visitor.referrer };
    }

    const visitClass = classify(visitor, isBot);
    const choice = chooseDestination(options, visitor);
    const visit = follow(link, visitor, { atMs, visitClass, choice });
    const isClick = visitClass === 'human' && visit.kind !== 'unknown';
    if (isClick && options.clickLimit !== null) clickLimits.count(link.number, options.clickLimit);
    return visit;
  };
}

/** Follows the choice if there is one, else the split test, else the link's own destination. */
function followDestination({ newId, positions, clickIds }: VisitLinkPorts): Follow {
  return (link, visitor, { atMs, visitClass, choice }) => {
    const isOwn = choice === null || choice.fallback === 'own';
    const isSplit = isOwn && link.destinations.length > 0;
    const isHuman = visitClass === 'human';
    const kept = isSplit && isHuman && !visitor.isAnonymous ? visitor.kept : undefined;
    const before = kept === undefined ? 0 : keptVariant(link, kept.variant, atMs);
    const takesTurn = isSplit && isHuman && before === 0;
    const position = takesTurn
      ? positions.take(link.number, link.splitVersion, link.trackClicks)
      : 0;
    const variant = isSplit ? before || variantAt(link, position, atMs) : 0;
    const own = (isSplit ? link.destinations[variant - 1] : null) ?? link.originalUrl;
    const destination = choice === null ? own : webUrlOf(choice, own);
    if (!isSafeLocation(destination)) return { kind: 'unknown' };
    const appUrl = choice === null || choice.fallback === null ? null : choice.url;
    if (appUrl !== null && !hasAppScheme(appUrl)) return { kind: 'unknown' };

    const record = link.trackClicks
      ? recordOf(link, visitor, {
          clickId: newId(atMs),
          atMs,
          class: visitClass,
          splitVersion: isSplit ? link.splitVersion : 0,
          variant,
          position,
          rule: choice === null ? 0 : choice.rule,
        })
      : null;
    const passesQuery = link.options !== undefined && link.options.passQuery;
    const isTracked = record !== null && link.trackConversions && isHuman && !visitor.isAnonymous;
    const keep = kept === undefined || before > 0 ? undefined : { ...kept, variant };
    if (!passesQuery && !isTracked && appUrl === null) {
      return { kind: 'redirect', destination, record, keep };
    }
    const signed = isTracked
      ? clickIds.sign({ clickId: record.clickId, linkNumber: link.number, variant })
      : null;
    const complete = (url: string): string => {
      const handed = passesQuery ? withQuery(url, visitor.query) : url;
      return signed === null ? handed : withClickId(handed, signed);
    };
    const handedOn = { destination: complete(destination), record, keep };
    if (appUrl === null) return { kind: 'redirect', ...handedOn };
    return { kind: 'app', appUrl: complete(appUrl), ...handedOn };
  };
}

function webUrlOf({ url, fallback }: Choice, own: string): string {
  if (fallback === null) return url;
  return fallback === 'own' ? own : fallback.url;
}

/** A visit outside split tests and rules. */
const direct = { splitVersion: 0, variant: 0, position: 0, rule: 0 };

type Decided = Pick<
  RawVisit,
  'clickId' | 'atMs' | 'class' | 'splitVersion' | 'variant' | 'position' | 'rule'
>;

function recordOf(link: RoutedLink, visitor: Visitor, decided: Decided): RawVisit {
  return {
    clickId: decided.clickId,
    atMs: decided.atMs,
    linkId: link.id,
    linkNumber: link.number,
    userId: link.userId,
    class: decided.class,
    splitVersion: decided.splitVersion,
    variant: decided.variant,
    position: decided.position,
    rule: decided.rule,
    isAnonymous: visitor.isAnonymous,
    address: visitor.address,
    userAgent: visitor.userAgent,
    referrer: visitor.referrer,
    query: visitor.query.slice(0, maxQueryLength),
    visitorCookie: decided.class === 'human' && !visitor.isAnonymous ? visitor.visitorCookie : '',
  };
}
