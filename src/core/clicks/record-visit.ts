import type { RawVisit } from '#core/redirect/raw-visit';

/** The fields that the redirect has already determined. */
export type VisitRecord = Pick<
  RawVisit,
  | 'clickId'
  | 'atMs'
  | 'linkId'
  | 'userId'
  | 'class'
  | 'splitVersion'
  | 'variant'
  | 'position'
  | 'rule'
>;

/** Picks the fields that are stored unchanged. */
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
    rule: visit.rule,
  };
}
