import type { AuditEvent } from '#contract/audit';
import { namesOf, routes } from '#contract/routes';
import { longestDetail, type RecordAudit } from '#core/accounts/audit';
import { networkOf } from '#core/clicks/address';
import { rateLimit } from '#core/shared/limits/rate-limit';
import { hourMs, type Clock } from '#core/shared/time';
import { subjectOf, detailOf } from './request-subject.ts';

/**
 * The routes whose every use is recorded (of numbers only files, of SQL only statements: these have a
 * detail); for other routes only denials are.
 */
export const auditedRoutes: Readonly<Record<string, AuditEvent>> = {
  ...Object.fromEntries(
    routes.flatMap((route) =>
      route.audit ? namesOf(route).map((name) => [name, route.audit]) : [],
    ),
  ),
  'GET /clickhouse': 'statement_run',
  'POST /clickhouse': 'statement_run',
  'POST /': 'statement_run',
};

/** Routes that answer a wrong password with 422 and the field. */
const provesPassword = new Set<AuditEvent>([
  'password_changed',
  'password_proven',
  'account_deleted',
]);

export type AuditTrailPorts = {
  readonly record: RecordAudit;
  /** The client's network address; empty when unknown. */
  addressOf(request: Request): string;
  /** False: networks are not stored. */
  readonly keepsNetworks: boolean;
  readonly clock: Clock;
};

/** An answered request. `route` is the pattern; null when no route matched. */
export type AnsweredRequest = {
  readonly request: Request;
  readonly requestId: string;
  readonly route: string | null;
  readonly status: number;
};

export type AuditTrail = {
  /** Reads the client's address, which is not available after the response. */
  start(request: Request): void;
  end(answered: AnsweredRequest): void;
};

/**
 * Records denied requests, and what answered requests did to accounts. Above 100 per hour and
 * network, denials and actions without an account are only in the access log, so that nobody can
 * fill the trail.
 */
export function auditTrail({
  record,
  addressOf,
  keepsNetworks,
  clock,
}: AuditTrailPorts): AuditTrail {
  const addresses = new WeakMap<Request, string>();
  const strangers = rateLimit({ limit: 100, windowMs: hourMs });

  return {
    start(request) {
      addresses.set(request, addressOf(request));
    },
    end({ request, requestId, route, status }) {
      const noted = eventOf({ request, route, status });
      if (noted === null) return;

      const atMs = clock.now();
      const address = addresses.get(request) ?? '';
      const network = networkOf(address, { ipv4: 24, ipv6: 48 })?.text ?? '';
      if (isAnybodys(request, noted) && strangers.waitSeconds(network, atMs) > 0) return;
      const kept = keepsNetworks ? network : '';
      const detail = storable(detailOf(request));
      record({ ...subjectOf(request), ...noted, atMs, network: kept, requestId, detail });
    },
  };
}

/** The beginning of a detail, without what Postgres cannot store. */
function storable(detail: string | null): string | null {
  return detail?.slice(0, longestDetail).toWellFormed().replaceAll('\0', '\uFFFD') ?? null;
}

type Noted = { readonly event: AuditEvent; readonly outcome: 'done' | 'refused' };

/** Whether it was refused, or needs neither an account nor a mailed link. */
function isAnybodys(request: Request, { outcome }: Noted): boolean {
  const { actor, account } = subjectOf(request);
  return outcome === 'refused' || (actor === 'nobody' && account.kind !== 'known');
}

function eventOf({ request, route, status }: Omit<AnsweredRequest, 'requestId'>): Noted | null {
  const event = auditedRoutes[`${request.method} ${route}`];
  if (event === 'statement_run') return statementEvent(request, status);
  if (event === 'numbers_exported' && detailOf(request) === null) {
    return isDenial({ request, route, status }) ? { event: 'denied', outcome: 'refused' } : null;
  }
  const isNobody = subjectOf(request).actor === 'nobody';
  // There was no session to end.
  if (event === 'signed_out' && isNobody) return null;
  const isSentAway = status === 302 && isNobody;
  if (event !== undefined && isSentAway) return { event, outcome: 'refused' };
  if (event !== undefined && status < 400) {
    // The browser is redirected both after consent and after refusal at a provider, but only after
    // consent somebody is signed in.
    const isIn = event !== 'signed_in' || subjectOf(request).actor === 'session';
    return { event, outcome: isIn ? 'done' : 'refused' };
  }
  if (event !== undefined && isTurnedAway(event, status)) return { event, outcome: 'refused' };
  return isDenial({ request, route, status }) ? { event: 'denied', outcome: 'refused' } : null;
}

/**
 * Every statement is recorded, also a failed one. A request without a statement is a client's test.
 */
function statementEvent(request: Request, status: number): Noted | null {
  if (detailOf(request) === null)
    return isDenied(status) ? { event: 'denied', outcome: 'refused' } : null;
  return { event: 'statement_run', outcome: status < 400 ? 'done' : 'refused' };
}

function isDenied(status: number): boolean {
  return status === 401 || status === 403;
}

function isTurnedAway(event: AuditEvent, status: number): boolean {
  if (event === 'account_opened') return status === 403;
  return [400, 401, 403, 429].includes(status) || (status === 422 && provesPassword.has(event));
}

/**
 * Access to something of another owner: forbidden; a key or session that is not valid; or an id
 * that is missing or another owner's, which give the same response.
 */
function isDenial({ request, route, status }: Omit<AnsweredRequest, 'requestId'>): boolean {
  const { actor } = subjectOf(request);
  const { headers } = request;
  if (status === 403) return true;
  if (status === 401) return headers.has('authorization') || headers.has('cookie');
  return status === 404 && actor !== 'nobody' && route !== null && route.includes(':');
}
