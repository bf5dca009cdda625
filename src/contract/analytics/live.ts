import { route } from '#contract/route';

/** Updates of an open page, as server-sent events, until either side ends the stream. */
export const openEvents = route('GET /api/v1/stream', {});
