import type { Click } from '#core/clicks/click';
import { idTimeMs } from '#core/shared/ids';
import { dayMs } from '#core/shared/time';
import type { Trust } from '#contract/conversions/conversions';
import { attributionWindowDays, type Conversion, type RawConversion } from './conversion.ts';

/** The data of a click that its conversion takes over. */
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

/** The id of a click to find. The id's time gives the day to search. */
export type WantedClick = Pick<ClickFacts, 'userId' | 'linkId' | 'clickId'>;

/** A range of clicks of one visitor on one link; both ends are inclusive. */
export type WantedVisitor = Pick<ClickFacts, 'userId' | 'linkId' | 'visitorId'> & {
  readonly sinceMs: number;
  readonly untilMs: number;
};

/**
 * The reporting visitor's ids, as clicks store them: of the day, then of the day before; empty for
 * nobody.
 */
export type VisitorIds = readonly bigint[];

/** The conversion's click, and the data taken from it. */
export type Attribution = Pick<
  Conversion,
  'trust' | 'click' | 'country' | 'city' | 'device' | 'referrer'
> & { readonly isComplete: boolean };

const nothing = { country: '', city: '', device: 'unknown', referrer: '' } as const;

/**
 * The clicks of the same visitor that may get the credit; none when a click is named, or when none
 * is needed. Visitor ids are valid for `lookBackDays`.
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
 * Decides which click led to a conversion, and how certain that is. The click of a signed id gets
 * the credit, also while nothing else is known about it; otherwise the same visitor's last earlier
 * click.
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

/** The data that a known click gives to its conversion. */
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
