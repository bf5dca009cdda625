import { Stripe } from 'stripe';
import { Refusal } from '#core/shared/refusal';

const { StripeAPIError, StripeConnectionError, StripeIdempotencyError, StripeRateLimitError } =
  Stripe.errors;

/** The call's result; refuses `unavailable` when Stripe is away, overloaded or too slow. */
export async function unlessAway<T>(call: () => Promise<T>): Promise<T> {
  try {
    return await call();
  } catch (error) {
    if (!isAway(error)) throw error;
    const message = 'The payment provider cannot be reached. Please try again in a moment.';
    throw new Refusal('unavailable', message, { retryAfterSeconds: 5 });
  }
}

function isAway(error: unknown): boolean {
  return (
    error instanceof StripeConnectionError ||
    error instanceof StripeAPIError ||
    error instanceof StripeRateLimitError ||
    (error instanceof StripeIdempotencyError && error.statusCode === 409)
  );
}

/**
 * The call's result; null when Stripe has no such object, or, with `parameter`, none for that
 * parameter of the call.
 */
export async function unlessMissing<T>(
  call: () => Promise<T>,
  parameter: string | null = null,
): Promise<T | null> {
  try {
    return await call();
  } catch (error) {
    const isMissing =
      error instanceof Stripe.errors.StripeInvalidRequestError &&
      error.code === 'resource_missing' &&
      (parameter === null || error.param === parameter);
    if (isMissing) return null;
    throw error;
  }
}
