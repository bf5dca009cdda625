import { later } from '#web/app/state/later.tsx';

export const LiveFeed = later(
  async () => (await import('./live-feed.tsx')).LiveFeed,
  () => true,
);
