import type { Rotation } from '#core/links/link';
import type { RoutedLink } from './routed-link.ts';

/** The round-robins of all split tests. Positions count from 1, and each is given once. */
export type Positions = {
  /**
   * The next position in the cycle of the link in slot `linkNumber`. A `splitVersion` other than
   * the last one starts at 1. `isRecorded` says that a spool line with the position follows in the
   * same turn of the event loop; without a line the position counts as used at once.
   */
  take(linkNumber: number, splitVersion: number, isRecorded: boolean): number;
};

type SplitLink = Pick<RoutedLink, 'id' | 'destinations' | 'splitVersion' | 'rotation'>;

/** The time from which slots count, and the variants of their rounds. */
type Period = {
  readonly fromMs: number;
  /** The variants of a round in turn: each as often as it has slots, and spread out. */
  readonly inTurn: readonly number[];
  /** The first variant with slots. */
  readonly first: number;
  /** The last round that was shuffled. */
  readonly shuffled: { round: number; order: readonly number[] };
};

/**
 * The variant for the visit with this position: its destination's place, from 1. Visits without a
 * position have 0 and get the first variant that has slots. Positions 1 to n make the first round
 * of n slots, and so on; in every round each variant gets exactly its slots. The UTC day of `atMs`
 * decides which slots count, so that all instances change them at the same time.
 */
export function variantAt(link: SplitLink, position: number, atMs: number): number {
  const { destinations, rotation } = link;
  const period = rotation && periodAt(periodsOf(link, rotation), atMs);
  if (period === undefined) return (Math.max(position - 1, 0) % destinations.length) + 1;
  if (position === 0) return period.first;
  const at = (position - 1) % period.inTurn.length;
  const order = rotation?.isShuffled ? shuffledAt(link, period, position) : period.inTurn;
  return order[at] ?? period.first;
}

/**
 * The variant that a visitor got before, while it is a destination with slots; 0: the visitor gets the
 * next turn. A visitor who keeps a variant takes no turn, so that new visitors are shared exactly.
 */
export function keptVariant(link: SplitLink, variant: number, atMs: number): number {
  const { destinations, rotation } = link;
  if (rotation?.isSticky !== true || variant > destinations.length) return 0;
  const period = periodAt(periodsOf(link, rotation), atMs);
  return period === undefined || period.inTurn.includes(variant) ? variant : 0;
}

function periodAt(periods: readonly Period[], atMs: number): Period | undefined {
  return periods.findLast(({ fromMs }) => fromMs <= atMs) ?? periods[0];
}

/** A link is one object for all its visits, until its split test changes. */
const known = new WeakMap<SplitLink, readonly Period[]>();

/** Slots that do not fit the destinations are left out. */
function periodsOf(link: SplitLink, { shares }: Rotation): readonly Period[] {
  const before = known.get(link);
  if (before !== undefined) return before;
  const fits = (slots: readonly number[]) =>
    slots.length === link.destinations.length && slots.some((count) => count > 0);
  const periods = shares
    .filter(({ slots }) => fits(slots))
    .map(({ fromDay, slots }) => ({
      fromMs: Date.parse(fromDay),
      inTurn: spreadOut(slots),
      first: slots.findIndex((count) => count > 0) + 1,
      shuffled: { round: -1, order: [] },
    }));
  known.set(link, periods);
  return periods;
}

/**
 * A round's variants by smooth weighted round-robin, as in nginx: each slot goes to the variant that
 * is furthest behind its share, the earlier one if several are. Equal slots give 1, 2, 3, ….
 */
function spreadOut(slots: readonly number[]): readonly number[] {
  const size = slots.reduce((sum, count) => sum + count, 0);
  const shares = slots.map((count, place) => ({ variant: place + 1, count, owed: 0 }));
  return Array.from({ length: size }, () => {
    for (const share of shares) share.owed += share.count;
    const next = shares.reduce((most, share) => (share.owed > most.owed ? share : most));
    next.owed -= size;
    return next.variant;
  });
}

/** The order of the position's round: the same after a restart and on every instance. */
function shuffledAt(
  { id, splitVersion }: SplitLink,
  { inTurn, shuffled }: Period,
  position: number,
): readonly number[] {
  const round = Math.floor((position - 1) / inTurn.length);
  if (round !== shuffled.round) {
    shuffled.order = shuffle(inTurn, numbersFrom(`${id} ${splitVersion} ${round}`));
    shuffled.round = round;
  }
  return shuffled.order;
}

/** Fisher-Yates: draws one of the values that are left, until none is. */
function shuffle(values: readonly number[], next: () => number): readonly number[] {
  const left = [...values];
  return values.flatMap(() => left.splice(Math.floor(next() * left.length), 1));
}

/**
 * Numbers from 0 to below 1 that look random and are the same for the same text: the final mix of
 * MurmurHash3, counted up from the FNV-1a hash of the text.
 */
function numbersFrom(text: string): () => number {
  let state = 0x811c9dc5;
  for (let at = 0; at < text.length; at += 1) {
    state = Math.imul(state ^ text.charCodeAt(at), 0x01000193);
  }
  return () => {
    state = (state + 0x9e3779b9) | 0;
    let mixed = Math.imul(state ^ (state >>> 16), 0x85ebca6b);
    mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
    return ((mixed ^ (mixed >>> 16)) >>> 0) / 2 ** 32;
  };
}
