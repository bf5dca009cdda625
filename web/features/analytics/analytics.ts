import { api, ask, type Analytics } from '#web/api.ts';
import { perQuestion } from '#web/features/address/question.ts';

/** What analytics knows of the clicks of a range; its lists hold the ten greatest. */
export const analyticsQuery = perQuestion<Analytics>('analytics', (query) =>
  ask(api.analytics.get({ query })),
);

/** The same with all of the range's referrers, up to a thousand. */
export const allReferrersQuery = perQuestion<Analytics>('all referrers', (query) =>
  ask(api.analytics.get({ query: { ...query, full: 'referrers' } })),
);

/** The name of what a list leaves over. */
export const other = 'Other';
