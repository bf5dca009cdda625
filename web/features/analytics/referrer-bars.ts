import type { Analytics } from '#web/api.ts';
import { other } from './analytics.ts';

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
