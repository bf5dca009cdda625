import type { BodyJson } from '#contract/route';
import type { contactSupport as contactRoute, reportLink as reportRoute } from '#contract/support';
import { call } from '#web/api.ts';

/** Sends a message to the operator of this Waypost. */
export async function contactSupport(body: BodyJson<typeof contactRoute>): Promise<void> {
  await call('POST /api/contact', { body });
}

/** Reports a harmful short link to the operator of this Waypost. */
export async function reportLink(body: BodyJson<typeof reportRoute>): Promise<void> {
  await call('POST /api/reports', { body });
}
