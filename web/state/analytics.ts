import { api, ask, type Analytics } from '#web/api.ts';
import { perQuestion } from './question.ts';

/** What analytics knows of the clicks of a range. */
export const analyticsQuery = perQuestion<Analytics>('analytics', (query) =>
  ask(api.analytics.get({ query })),
);
