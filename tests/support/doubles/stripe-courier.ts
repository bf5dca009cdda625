import { signedWebhook } from './stripe-double.ts';
import type { StripeEvent, StripeState } from './stripe-state.ts';

const pollMs = 50;

/**
 * Delivers the double's events to a Waypost over HTTP, as Stripe does: in another order, every
 * second event twice concurrently, and repeated until accepted. `stop` waits for the last one, and
 * returns the number of deliveries and what was refused.
 */
export function stripeCourier(state: Pick<StripeState, 'events'>, waypostUrl: string) {
  const told = { events: 0, deliveries: 0, refused: [] as number[] };
  let isOver = false;

  async function deliver(event: StripeEvent): Promise<void> {
    const { body, signature } = signedWebhook(event);
    const headers = { 'content-type': 'application/json', 'stripe-signature': signature };
    const url = `${waypostUrl}/api/webhooks/stripe`;
    const answer = await fetch(url, { method: 'POST', body, headers });
    told.deliveries += 1;
    if (answer.ok) return;
    told.refused.push(answer.status);
    if (isOver) return;
    await Bun.sleep(pollMs);
    await deliver(event);
  }

  async function deliverAll(): Promise<void> {
    for (;;) {
      const news = state.events.slice(told.events).toReversed();
      if (news.length === 0 && isOver) return;
      told.events += news.length;
      for (const [index, event] of news.entries()) {
        await Promise.all((index % 2 === 0 ? [event, event] : [event]).map(deliver));
      }
      await Bun.sleep(pollMs);
    }
  }

  const delivering = deliverAll();
  delivering.catch(() => {});
  return {
    async stop() {
      isOver = true;
      await delivering;
      return told;
    },
  };
}
