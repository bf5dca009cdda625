/** Who takes the money. */
export type PaymentsConfig =
  | {
      readonly kind: 'stripe';
      readonly secretKey: string;
      readonly publishableKey: string;
      /** One or more: a new one is told before the old one goes. */
      readonly webhookSecrets: readonly string[];
      /** The id of the price of a month. */
      readonly monthlyPrice: string;
    }
  | { readonly kind: 'test' }
  /** Nothing can be bought. */
  | { readonly kind: 'off' };

const names = [
  'STRIPE_SECRET_KEY',
  'STRIPE_PUBLISHABLE_KEY',
  'STRIPE_WEBHOOK_SECRET',
  'STRIPE_MONTHLY_PRICE',
] as const;

type Read = Partial<Readonly<Record<(typeof names)[number], string | undefined>>> & {
  readonly PAYMENTS?: 'stripe' | 'test' | undefined;
  readonly NODE_ENV: string;
};

/**
 * Stripe when its keys are there; without them the built-in test mode, which in production has to
 * be asked for by name. A sentence that names the variable when something is missing.
 */
export function paymentsOf(read: Read): PaymentsConfig | string {
  const isWanted = read.PAYMENTS === 'stripe' || names.some((name) => read[name] !== undefined);
  if (read.PAYMENTS === 'test') return { kind: 'test' };
  if (!isWanted) return { kind: read.NODE_ENV === 'production' ? 'off' : 'test' };

  const missing = names.find((name) => read[name] === undefined);
  if (missing !== undefined) return `${missing}: is needed for payments by Stripe`;
  const [secretKey = '', publishableKey = '', webhookSecret = '', monthlyPrice = ''] = names.map(
    (name) => read[name],
  );
  if (secretKey.includes('_live_') !== publishableKey.includes('_live_')) {
    return 'STRIPE_PUBLISHABLE_KEY: must be of the same mode as STRIPE_SECRET_KEY';
  }
  const webhookSecrets = secretsIn(webhookSecret);
  return { kind: 'stripe', secretKey, publishableKey, webhookSecrets, monthlyPrice };
}

/** Several of them are separated by commas. */
export function secretsIn(text: string): string[] {
  return text.split(',').map((part) => part.trim());
}

export function startsWith(...starts: string[]): (text: string | undefined) => boolean {
  return (text) => text === undefined || starts.some((start) => text.startsWith(start));
}
