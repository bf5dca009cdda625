import type { Stripe } from 'stripe';
import { z } from 'zod';
import type { PaymentEvent } from '#core/billing/ports';
import { Refusal } from '#core/shared/refusal';
import { secondMs, type Clock } from '#core/shared/time';
import { unlessAway } from './unless-away.ts';

/** Maximum difference between a signature's time and now, in both directions. */
const windowSeconds = 300;

/** Events that change a payment or subscription; others are ignored. */
const heardTypes: readonly string[] = [
  'payment_intent.succeeded',
  'payment_intent.payment_failed',
  'payment_intent.canceled',
  'charge.refunded',
  'charge.dispute.created',
  'charge.dispute.updated',
  'charge.dispute.closed',
  'charge.dispute.funds_reinstated',
  'charge.dispute.funds_withdrawn',
  'customer.subscription.created',
  'customer.subscription.updated',
  'customer.subscription.deleted',
  'customer.subscription.paused',
  'customer.subscription.resumed',
  'invoice.paid',
  'invoice.payment_failed',
  'invoice.voided',
];

type Signed = {
  readonly stripe: Stripe;
  /** All of them are valid, so that a new one can be added before the old one is removed. */
  readonly secrets: readonly string[];
  /** Whether the account takes real money. */
  readonly isLive: boolean;
  readonly clock: Clock;
};

/**
 * The event of a webhook; refuses `malformed` unless Stripe signed it for us within the last five
 * minutes.
 */
export async function signedEvent(
  { stripe, secrets, isLive, clock }: Signed,
  body: string,
  signature: string,
): Promise<PaymentEvent> {
  // The library accepts signatures from the future.
  const signedAt = Number(/(?:^|,)t=(\d{1,12})(?:,|$)/.exec(signature)?.[1] ?? Number.NaN);
  const aheadSeconds = signedAt - clock.now() / secondMs;
  if (!(Math.abs(aheadSeconds) <= windowSeconds)) throw unsigned();

  const event = await firstOf(secrets, (secret) =>
    stripe.webhooks.constructEventAsync(
      ...([body, signature, secret, windowSeconds, undefined, clock.now()] as const),
    ),
  );
  if (event === null || event.livemode !== isLive) throw unsigned();
  return eventOf(event);
}

/** All of Stripe's events since a time, newest first. */
export async function* eventsSince(
  { stripe, isLive }: Pick<Signed, 'stripe' | 'isLive'>,
  at: Date,
): AsyncGenerator<PaymentEvent> {
  const created = { gte: Math.floor(at.getTime() / secondMs) };
  let last: string | undefined;
  do {
    const after = last === undefined ? {} : { starting_after: last };
    const page = await unlessAway(() =>
      stripe.events.list({ ...after, created, types: [...heardTypes], limit: 100 }),
    );
    yield* page.data.filter(({ livemode }) => livemode === isLive).map(eventOf);
    last = page.has_more ? page.data.at(-1)?.id : undefined;
  } while (last !== undefined);
}

/** The first call that succeeds without an error of the library; null when none does. */
async function firstOf(
  secrets: readonly string[],
  open: (secret: string) => Promise<Stripe.Event>,
): Promise<Stripe.Event | null> {
  const opened = await Promise.allSettled(secrets.map(open));
  return opened.find((outcome) => outcome.status === 'fulfilled')?.value ?? null;
}

function unsigned(): Refusal {
  return new Refusal('malformed', 'The signature of this event is not valid');
}

const reference = z.union([z.string(), z.object({ id: z.string() }).transform(({ id }) => id)]);

/**
 * The fields that are read from an event's object. They are the same in every version of the API.
 */
const object = z.object({
  id: z.string(),
  payment_intent: reference.nullish().catch(null),
  subscription: reference.nullish().catch(null),
  parent: z
    .object({ subscription_details: z.object({ subscription: reference }).nullish() })
    .nullish()
    .catch(null),
});

/** The subject of an event. Only its id is used: the object itself is read again. */
function eventOf({ id, type, data }: Stripe.Event): PaymentEvent {
  const isFailure = type === 'payment_intent.payment_failed';
  const read = object.safeParse(data.object);
  if (!read.success || !heardTypes.includes(type)) return { id, about: null, isFailure: false };
  return { id, about: aboutOf(type, read.data), isFailure };
}

function aboutOf(type: string, found: z.infer<typeof object>): PaymentEvent['about'] {
  if (type.startsWith('payment_intent.')) return { kind: 'payment', id: found.id };
  if (type.startsWith('customer.subscription.')) return { kind: 'subscription', id: found.id };
  if (type.startsWith('charge.')) {
    return about('payment', found.payment_intent);
  }
  const subscription = found.parent?.subscription_details?.subscription ?? found.subscription;
  return about('subscription', subscription);
}

function about(
  kind: 'payment' | 'subscription',
  id: string | null | undefined,
): PaymentEvent['about'] {
  return id ? { kind, id } : null;
}
