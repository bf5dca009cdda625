import { dayMs } from '#core/shared/time';
import type { WebhookPorts } from './ports.ts';

/** How long events and attempts are kept. */
const keptMs = 30 * dayMs;

/** Plans the deliveries of all new events. */
export async function planDeliveries({
  deliveries,
  clock,
}: Pick<WebhookPorts, 'deliveries' | 'clock'>): Promise<void> {
  while (await deliveries.plan(new Date(clock.now())));
}

/** Deletes events and attempts by their age; returns how many events. */
export function forgetEvents({
  events,
  clock,
}: Pick<WebhookPorts, 'events' | 'clock'>): Promise<number> {
  return events.forget(new Date(clock.now() - keptMs));
}
