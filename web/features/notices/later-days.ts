import { later } from '#web/app/state/later.tsx';

export const NoticeDays = later(
  async () => (await import('./notice-days.tsx')).NoticeDays,
  () => true,
);
