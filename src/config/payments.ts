/** The payment provider's configuration. */
export type PaymentsConfig =
  | {
      readonly kind: 'stripe';
      readonly secretKey: string;
      readonly publishableKey: string;
      /** One or more, so that a new one can be added before the old one is removed. */
      readonly webhookSecrets: readonly string[];
      /** The id of the monthly price. */
      readonly monthlyPrice: string;
    }
  | { readonly kind: 'test' }
  /** This instance takes no payments. */
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
  readonly HOST: string;
};

/**
 * The machine's own addresses, which no other machine can reach: `localhost`, 127.0.0.0/8 and
 * `::1`.
 */
const loopback = /^(?:localhost|127(?:\.\d{1,3}){3}|\[?::1\]?)$/i;

/**
 * Stripe when its keys are configured; otherwise the built-in test provider. With the test
 * provider, everybody who reaches the instance gets lifetime access for nothing. So `PAYMENTS=test`
 * is required in production, and when the server listens on more than a loopback address. Returns a
 * sentence that names the variable when something is missing.
 */
export function paymentsOf(read: Read): PaymentsConfig | string {
  const isWanted = read.PAYMENTS === 'stripe' || names.some((name) => read[name] !== undefined);
  if (read.PAYMENTS === 'test') return { kind: 'test' };
  if (!isWanted) return { kind: isOwnMachine(read) ? 'test' : 'off' };

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

function isOwnMachine({ HOST, NODE_ENV }: Read): boolean {
  return NODE_ENV !== 'production' && loopback.test(HOST);
}

/** Several values are separated by commas. */
export function secretsIn(text: string): string[] {
  return text.split(',').map((part) => part.trim());
}

export function startsWith(...starts: string[]): (text: string | undefined) => boolean {
  return (text) => text === undefined || starts.some((start) => text.startsWith(start));
}
