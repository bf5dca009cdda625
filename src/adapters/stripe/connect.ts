import { Stripe } from 'stripe';

export type StripeConnection = {
  readonly secretKey: string;
  /** Another origin than Stripe's own; null for Stripe. */
  readonly apiUrl: string | null;
  /** Time limit of one attempt; there are three. */
  readonly timeoutMs?: number;
};

/** Whether the key is of the mode that takes real money. */
export function isLiveKey({ secretKey }: Pick<StripeConnection, 'secretKey'>): boolean {
  return secretKey.includes('_live_');
}

export function connectStripe({ secretKey, apiUrl, timeoutMs = 8000 }: StripeConnection): Stripe {
  const url = apiUrl === null ? null : new URL(apiUrl);
  return new Stripe(secretKey, {
    telemetry: false,
    maxNetworkRetries: 2,
    timeout: timeoutMs,
    appInfo: { name: 'Waypost' },
    ...(url !== null && {
      host: url.hostname,
      port: url.port,
      protocol: url.protocol === 'http:' ? ('http' as const) : ('https' as const),
    }),
  });
}
