import type { Click } from '#core/clicks/click';
import { idTimeMs } from '#core/shared/ids';
import { dayMs } from '#core/shared/time';
import {
  attributionWindowDays,
  type Conversion,
  type RawConversion,
  type Trust,
} from './conversion.ts';

/** What a click gives to the conversion that it led to. */
export type ClickFacts = Pick<
  Click,
  | 'clickId'
  | 'userId'
  | 'linkId'
  | 'atMs'
  | 'splitVersion'
  | 'variant'
  | 'visitorId'
  | 'country'
  | 'city'
  | 'device'
  | 'referrer'
>;

/** A click by its id, whose time says on which day to look. */
export type WantedClick = Pick<ClickFacts, 'userId' | 'linkId' | 'clickId'>;

/** The last clicks of one visitor on one link; both ends belong to the range. */
export type WantedVisitor = Pick<ClickFacts, 'userId' | 'linkId' | 'visitorId'> & {
  readonly sinceMs: number;
  readonly untilMs: number;
};

/** Who reported, as clicks know visitors: by the id of the day, then of the day before; none: nobody. */
export type VisitorIds = readonly bigint[];

/** The conversion's click, and what it gives. */
export type Attribution = Pick<
  Conversion,
  'trust' | 'click' | 'country' | 'city' | 'device' | 'referrer'
> & { readonly isComplete: boolean };

const nothing = { country: '', city: '', device: 'unknown', referrer: '' } as const;

/**
 * The clicks of the same visitor that may be credited; none when a click is named, or none needed.
 * Ids live as long as `lookBackDays`.
 */
export function wantedVisitors(
  conversion: RawConversion,
  visitorIds: VisitorIds,
  lookBackDays: number,
): readonly WantedVisitor[] {
  const { userId, linkId, receivedAtMs: untilMs } = conversion;
  if (conversion.isConfirmed || conversion.click !== null) return [];
  const sinceMs = untilMs - lookBackDays * dayMs;
  return visitorIds.map((visitorId) => ({ userId, linkId, visitorId, sinceMs, untilMs }));
}

/**
 * Decides which click led to a conversion, and how sure that is. The click that a signed id names
 * has the credit though nothing more is known of it yet; else the same visitor's last click before.
 */
export function attribute(
  conversion: RawConversion,
  visitorIds: VisitorIds,
  clicks: readonly ClickFacts[],
): Attribution {
  const named = conversion.click;
  if (named !== null) {
    const trust = conversion.isConfirmed ? 'confirmed' : 'verified';
    const found = clicks.find((click) => click.clickId === named.clickId);
    if (found) return creditTo(found, trust);
    const click = { ...named, atMs: idTimeMs(named.clickId), splitVersion: 0 };
    return { trust, click, ...nothing, isComplete: false };
  }
  if (conversion.isConfirmed)
    return { trust: 'confirmed', click: null, ...nothing, isComplete: false };

  const last = clicks
    .filter((click) => isCandidate(click, conversion, visitorIds))
    .toSorted((one, other) => other.atMs - one.atMs)[0];
  if (last) return creditTo(last, 'inferred');
  return { trust: 'unverified', click: null, ...nothing, isComplete: false };
}

/** What a click gives, now that it is known. */
export function creditTo(facts: ClickFacts, trust: Trust): Attribution {
  const { clickId, atMs, splitVersion, variant, country, city, device, referrer } = facts;
  const click = { clickId, atMs, splitVersion, variant };
  return { trust, click, country, city, device, referrer, isComplete: true };
}

function isCandidate(
  click: ClickFacts,
  { linkId, userId, receivedAtMs }: RawConversion,
  visitorIds: VisitorIds,
): boolean {
  const ageMs = receivedAtMs - click.atMs;
  return (
    click.linkId === linkId &&
    click.userId === userId &&
    visitorIds.includes(click.visitorId) &&
    ageMs >= 0 &&
    ageMs <= attributionWindowDays * dayMs
  );
}
