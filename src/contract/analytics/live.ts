import { route } from '#contract/route';

/**
 * Updates of an account, as server-sent events, until either side ends the stream. It ends within five
 * seconds when the session or the key does.
 */
export const openEvents = route('GET /api/v1/stream', {
  scope: 'analytics:read',
  summary: 'Follow what happens now',
  file: ['text/event-stream'],
});
