import { type Analytics, call } from '#web/api.ts';
import { perQuestion } from '#web/features/address/time-ranges.tsx';

/** The numbers of a range; each list has its ten largest values. */
export const analyticsQuery = perQuestion<Analytics>('analytics', (query) =>
  call('GET /api/analytics', { query }),
);
