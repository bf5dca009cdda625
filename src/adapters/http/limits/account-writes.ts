import { routes } from '#contract/routes';
import { type WriteLimit, writeLimits } from '#contract/write-limits';
import { Refusal } from '#core/shared/refusal';
import type { Clock } from '#core/shared/time';
import { tokenBucket, type Allowance } from '#core/shared/limits/token-bucket';
import { subjectOf } from '#adapters/http/frame/request-subject';

/** A writing request after routing: its method and the route's pattern (`/api/links/:id`). */
export type RoutedWrite = {
  readonly request: Request;
  readonly route: string;
};

/** The result of counting a writing request. */
export type CountedWrite = {
  /** Headers with the remaining allowance; empty when nothing was counted. */
  readonly headers: Readonly<Record<string, string>>;
  /** Why the request is refused; null when it is allowed. */
  readonly refusal: Refusal | null;
};

/** The write limits of an account. */
export type AccountWrites = {
  /**
   * Counts the request for the account of its session or key. Requests that read, and requests
   * without an account, are not counted.
   */
  count(write: RoutedWrite): CountedWrite;
};

/** The limits by route; all other writes count against `others`. */
const limits: Readonly<Record<string, WriteLimit>> = Object.fromEntries(
  routes.flatMap(({ name, limit }) => (limit ? [[name, limit]] : [])),
);

const reading = new Set(['GET', 'HEAD', 'OPTIONS']);
const uncounted: CountedWrite = { headers: {}, refusal: null };

/**
 * Counts writes in this process's memory: no request waits for a database connection for this, and
 * a refused request costs nothing more. Each instance counts by itself. The database enforces the
 * number of an account's links for all instances.
 */
export function accountWrites(clock: Clock): AccountWrites {
  const buckets = {
    links: tokenBucket(writeLimits.links),
    bulk: tokenBucket(writeLimits.bulk),
    conversions: tokenBucket(writeLimits.conversions),
    reports: tokenBucket(writeLimits.reports),
    payments: tokenBucket(writeLimits.payments),
    others: tokenBucket(writeLimits.others),
  };

  return {
    count({ request, route }) {
      const { actor, account } = subjectOf(request);
      const isRead = reading.has(request.method);
      if (isRead || actor === 'nobody' || account.kind !== 'known') return uncounted;

      const limit = limits[`${request.method} ${route}`] ?? 'others';
      const allowance = buckets[limit].take(account.userId, clock.now());
      return {
        headers: allowanceHeaders(allowance),
        refusal: refusalOf(writeLimits[limit], allowance),
      };
    },
  };
}

function refusalOf(
  { message }: { readonly message: string },
  { waitSeconds }: Allowance,
): Refusal | null {
  if (waitSeconds === 0) return null;
  return new Refusal('too_many_requests', message, { retryAfterSeconds: waitSeconds });
}

/**
 * The header fields of draft-ietf-httpapi-ratelimit-headers up to its version 7, which clients
 * know.
 */
function allowanceHeaders({ limit, remaining, resetSeconds }: Allowance): Record<string, string> {
  return {
    'ratelimit-limit': String(limit),
    'ratelimit-remaining': String(remaining),
    'ratelimit-reset': String(resetSeconds),
  };
}
