import type { RawVisit } from '#core/redirect/raw-visit';

/** What the redirect had already settled, carried over as it is. */
export type VisitRecord = Pick<
  RawVisit,
  'clickId' | 'atMs' | 'linkId' | 'userId' | 'class' | 'splitVersion' | 'variant' | 'position'
>;

/** Picks the fields that go into the row untouched. */
export function recordVisit(visit: RawVisit): VisitRecord {
  return {
    clickId: visit.clickId,
    atMs: visit.atMs,
    linkId: visit.linkId,
    userId: visit.userId,
    class: visit.class,
    splitVersion: visit.splitVersion,
    variant: visit.variant,
    position: visit.position,
  };
}
