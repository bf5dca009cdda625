import { type Analytics, call } from '#web/api.ts';
import { perQuestion } from '#web/features/address/time-ranges.tsx';

/** What analytics knows of the clicks of a range; its lists hold the ten greatest. */
export const analyticsQuery = perQuestion<Analytics>('analytics', (query) =>
  call('GET /api/analytics', { query }),
);

/** The same with all of the range's referrers, up to a thousand. */
export const allReferrersQuery = perQuestion<Analytics>('all referrers', (query) =>
  call('GET /api/analytics', { query: { ...query, full: 'referrers' } }),
);

/** The name of what a list leaves over. */
export const other = 'Other';

/** Referrers as a list of bars shows them. */
export function referrerBars(referrers: Analytics['topReferrers']) {
  return referrers.map(({ domain, clicks, percentage }) => ({
    key: domain,
    label: domain,
    count: clicks,
    percentage,
    isRest: domain === other,
  }));
}
