import { Refusal } from '#core/shared/refusal';
import type { Clock } from '#core/shared/time';
import { tokenBucket, type Allowance, type Rate } from '#core/shared/token-bucket';
import { concernedBy } from '#adapters/http/frame/concerned';

/** A writing request as it was routed: its method and the route's pattern (`/api/links/:id`). */
export type RoutedWrite = {
  readonly request: Request;
  readonly route: string;
};

/** What becomes of a writing request. */
export type CountedWrite = {
  /** The header fields that say what is left; none when nothing was counted. */
  readonly headers: Readonly<Record<string, string>>;
  /** Why the request goes no further; null when it may. */
  readonly refusal: Refusal | null;
};

/** How much an account may write. */
export type AccountWrites = {
  /**
   * Counts the request for the account whose session or key it brought. Requests that read, and
   * those that belong to no account, are not counted.
   */
  count(write: RoutedWrite): CountedWrite;
};

type Policy = Rate & { readonly message: string };

/**
 * Each kind of writing is counted for itself. Deleting links counts as an ordinary change, so that
 * somebody who clears away hundreds of links is neither stopped nor kept from creating new ones.
 */
const policies = {
  links: {
    ...{ perMinute: 60, burst: 300 },
    message: 'You create and edit links too fast. Please try again in a moment.',
  },
  conversions: {
    ...{ perMinute: 60, burst: 300 },
    message: 'You change conversions too fast. Please try again in a moment.',
  },
  reports: {
    ...{ perMinute: 6000, burst: 1000 },
    message: 'Too many conversions at once. Please try again in a moment.',
  },
  others: {
    ...{ perMinute: 300, burst: 600 },
    message: 'You make changes too fast. Please try again in a moment.',
  },
} satisfies Readonly<Record<string, Policy>>;

type Kind = keyof typeof policies;

const kinds: Readonly<Record<string, Kind>> = {
  'POST /api/links': 'links',
  'PUT /api/links/:id': 'links',
  'POST /api/conversions': 'conversions',
  'PUT /api/conversions/:id': 'conversions',
  'DELETE /api/conversions/:id': 'conversions',
  'POST /api/v1/conversions': 'reports',
};

const reading = new Set(['GET', 'HEAD', 'OPTIONS']);
const uncounted: CountedWrite = { headers: {}, refusal: null };

/**
 * Counts writes in this process's memory: no request waits for a connection to be counted, and what
 * is refused costs nothing more. Each instance counts for itself. The number of an account's links is
 * held by the database for all of them.
 */
export function accountWrites(clock: Clock): AccountWrites {
  const buckets = {
    links: tokenBucket(policies.links),
    conversions: tokenBucket(policies.conversions),
    reports: tokenBucket(policies.reports),
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

/** The fields that clients know from draft-ietf-httpapi-ratelimit-headers up to its version 7. */
function allowanceHeaders({ limit, remaining, resetSeconds }: Allowance): Record<string, string> {
  return {
    'ratelimit-limit': String(limit),
    'ratelimit-remaining': String(remaining),
    'ratelimit-reset': String(resetSeconds),
  };
}
