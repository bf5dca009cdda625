import { type Analytics, call } from '#web/api.ts';
import { perQuestion } from '#web/features/address/time-ranges.tsx';

/** The numbers of a range; each list has its ten largest values. */
export const analyticsQuery = perQuestion<Analytics>('analytics', (query) =>
  call('GET /api/analytics', { query }),
);

/** The numbers of a range with all of its referrers, up to a thousand. */
export const allReferrersQuery = perQuestion<Analytics>('all referrers', (query) =>
  call('GET /api/analytics', { query: { ...query, full: 'referrers' } }),
);

/** The name of the rest of a list. */
export const other = 'Other';

/** The bars of a list of referrers. */
export function referrerBars(referrers: Analytics['topReferrers']) {
  return referrers.map(({ domain, clicks, percentage }) => ({
    key: domain,
    label: domain,
    count: clicks,
    percentage,
    isRest: domain === other,
  }));
}
