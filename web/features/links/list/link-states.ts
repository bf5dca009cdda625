import type { Link } from '#web/api.ts';

export type LinkState = 'Scheduled' | 'Expired' | 'Paused';

type Limited = Pick<Link, 'expiresAt' | 'isActive'> &
  Partial<Pick<Link, 'startsAt' | 'clicksReachedAt'>>;

/** Why a link does not lead to its destination; empty when it does. */
export function linkStates(link: Limited, nowMs: number): readonly LinkState[] {
  const { startsAt = null, expiresAt, clicksReachedAt = null, isActive } = link;
  const isEarly = startsAt !== null && Date.parse(startsAt) > nowMs;
  const isPast = expiresAt !== null && Date.parse(expiresAt) <= nowMs;
  return [
    ...(isEarly ? (['Scheduled'] as const) : []),
    ...(isPast || clicksReachedAt !== null ? (['Expired'] as const) : []),
    ...(isActive ? [] : (['Paused'] as const)),
  ];
}
