import { Refusal } from '#core/shared/refusal';
import type { Clock } from '#core/shared/time';
import { tokenBucket, type Allowance, type Rate } from '#core/shared/limits/token-bucket';
import { concernedBy } from '#adapters/http/frame/concerned';

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

type Policy = Rate & { readonly message: string };

/**
 * Each kind of write has its own limit. Deleting links counts as an ordinary change, so that a
 * person who removes hundreds of links is neither stopped nor kept from creating new ones.
 */
const policies = {
  links: {
    perMinute: 60,
    burst: 300,
    message: 'You create and edit links too fast. Please try again in a moment.',
  },
  bulk: {
    perMinute: 20,
    burst: 30,
    message: 'You change many links too fast. Please try again in a moment.',
  },
  conversions: {
    perMinute: 60,
    burst: 300,
    message: 'You change conversions too fast. Please try again in a moment.',
  },
  reports: {
    perMinute: 6000,
    burst: 1000,
    message: 'Too many conversions at once. Please try again in a moment.',
  },
  payments: {
    perMinute: 10,
    burst: 10,
    message: 'You asked the payment provider too often. Please try again in a moment.',
  },
  others: {
    perMinute: 300,
    burst: 600,
    message: 'You make changes too fast. Please try again in a moment.',
  },
} satisfies Readonly<Record<string, Policy>>;

type Kind = keyof typeof policies;

const kinds: Readonly<Record<string, Kind>> = {
  'POST /api/links': 'links',
  'PUT /api/links/:id': 'links',
  'POST /api/links/bulk': 'bulk',
  'POST /api/links/bulk/:id/undo': 'bulk',
  'POST /api/imports': 'bulk',
  'POST /api/imports/:id/check': 'bulk',
  'POST /api/imports/:id/start': 'bulk',
  'POST /api/billing/lifetime': 'payments',
  'POST /api/create-subscription': 'payments',
  'POST /api/billing/cancel': 'payments',
  'POST /api/billing/resume': 'payments',
  'POST /api/billing/card': 'payments',
  'POST /api/conversions': 'conversions',
  'PUT /api/conversions/:id': 'conversions',
  'DELETE /api/conversions/:id': 'conversions',
  'POST /api/v1/conversions': 'reports',
};

const reading = new Set(['GET', 'HEAD', 'OPTIONS']);
const uncounted: CountedWrite = { headers: {}, refusal: null };

/**
 * Counts writes in this process's memory: no request waits for a database connection for this, and
 * a refused request costs nothing more. Each instance counts by itself. The database enforces the
 * number of an account's links for all instances.
 */
export function accountWrites(clock: Clock): AccountWrites {
  const buckets = {
    links: tokenBucket(policies.links),
    bulk: tokenBucket(policies.bulk),
    conversions: tokenBucket(policies.conversions),
    reports: tokenBucket(policies.reports),
    payments: tokenBucket(policies.payments),
    others: tokenBucket(policies.others),
  };

  return {
    count({ request, route }) {
      const { actor, account } = concernedBy(request);
      const isRead = reading.has(request.method);
      if (isRead || actor === 'nobody' || account.kind !== 'known') return uncounted;

      const kind = kinds[`${request.method} ${route}`] ?? 'others';
      const allowance = buckets[kind].take(account.userId, clock.now());
      return {
        headers: allowanceHeaders(allowance),
        refusal: refusalOf(policies[kind], allowance),
      };
    },
  };
}

function refusalOf({ message }: Policy, { waitSeconds }: Allowance): Refusal | null {
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
