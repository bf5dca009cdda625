import { type CallLimit, callLimits, type CountedBy, limitOf } from '#contract/call-limits';
import { Refusal } from '#core/shared/refusal';
import type { Clock } from '#core/shared/time';
import { tokenBucket, type Allowance } from '#core/shared/limits/token-bucket';
import { subjectOf } from '#adapters/http/frame/request-subject';

/** The result of counting a call. */
export type CountedCall = {
  /** Headers with the remaining allowance; empty when nothing was counted. */
  readonly headers: Readonly<Record<string, string>>;
  /** Why the request is refused; null when it is allowed. */
  readonly refusal: Refusal | null;
};

/** The limits of an account's calls. */
export type AccountCalls = {
  /**
   * Counts the request for the account of its session or key. Reads outside `/api/v1`, and requests
   * without an account, are not counted. A call with several rows counts as so many.
   */
  count(request: Request, route: CountedBy, rows?: number): CountedCall;
};

const secondsAMinute = 60;
const uncounted: CountedCall = { headers: {}, refusal: null };

/**
 * Counts calls in this process's memory: no request waits for a database connection for this, and
 * a refused request costs nothing more. Each instance counts by itself. The database enforces the
 * number of an account's links for all instances.
 */
export function accountCalls(clock: Clock): AccountCalls {
  const buckets = new Map(
    Object.entries(callLimits).map(([name, rate]) => [name, tokenBucket(rate)]),
  );

  return {
    count(request, route, rows) {
      const { actor, account } = subjectOf(request);
      const name = limitOf(route);
      const bucket = name && buckets.get(name);
      if (!bucket || actor === 'nobody' || account.kind !== 'known') return uncounted;

      const allowance = bucket.take(account.userId, clock.now(), rows);
      return {
        headers: allowanceHeaders(name, allowance),
        refusal: refusalOf(name, allowance),
      };
    },
  };
}

function refusalOf(limitName: CallLimit, { waitSeconds }: Allowance): Refusal | null {
  if (waitSeconds === 0) return null;
  const { message } = callLimits[limitName];
  return new Refusal('too_many_requests', message, { retryAfterSeconds: waitSeconds, limitName });
}

/**
 * The header fields of draft-ietf-httpapi-ratelimit-headers-11, and those of its versions up to 7,
 * which most clients read.
 */
function allowanceHeaders(
  name: CallLimit,
  { limit, remaining, resetSeconds }: Allowance,
): Record<string, string> {
  const windowSeconds = Math.ceil((limit / callLimits[name].perMinute) * secondsAMinute);
  return {
    'ratelimit-policy': `"${name}";q=${limit};w=${windowSeconds}`,
    ratelimit: `"${name}";r=${remaining};t=${resetSeconds}`,
    'ratelimit-limit': String(limit),
    'ratelimit-remaining': String(remaining),
    'ratelimit-reset': String(resetSeconds),
  };
}
