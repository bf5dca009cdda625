import type { Issue, Refusal, RefusalCode } from '#core/shared/refusal';
import { spentHeaders } from './retry-headers.ts';

type Status = { readonly status: number; readonly title: string };

/** The table that maps refusals to HTTP statuses. */
const statuses: Readonly<Record<RefusalCode, Status>> = {
  malformed: { status: 400, title: 'Bad Request' },
  unauthenticated: { status: 401, title: 'Unauthorized' },
  invalid_credentials: { status: 401, title: 'Unauthorized' },
  invalid_link: { status: 400, title: 'Bad Request' },
  plan_required: { status: 402, title: 'Payment Required' },
  forbidden: { status: 403, title: 'Forbidden' },
  email_unverified: { status: 403, title: 'Forbidden' },
  reauth_required: { status: 403, title: 'Forbidden' },
  scope_required: { status: 403, title: 'Forbidden' },
  session_required: { status: 403, title: 'Forbidden' },
  not_found: { status: 404, title: 'Not Found' },
  method_not_allowed: { status: 405, title: 'Method Not Allowed' },
  conflict: { status: 409, title: 'Conflict' },
  alias_taken: { status: 409, title: 'Conflict' },
  alias_limit: { status: 409, title: 'Conflict' },
  link_limit: { status: 409, title: 'Conflict' },
  email_taken: { status: 409, title: 'Conflict' },
  already_confirmed: { status: 409, title: 'Conflict' },
  payment_open: { status: 409, title: 'Conflict' },
  already_subscribed: { status: 409, title: 'Conflict' },
  already_lifetime: { status: 409, title: 'Conflict' },
  gone: { status: 410, title: 'Gone' },
  too_large: { status: 413, title: 'Content Too Large' },
  uri_too_long: { status: 414, title: 'URI Too Long' },
  unsupported_media_type: { status: 415, title: 'Unsupported Media Type' },
  misdirected: { status: 421, title: 'Misdirected Request' },
  invalid: { status: 422, title: 'Unprocessable Content' },
  blocked: { status: 422, title: 'Unprocessable Content' },
  invalid_statement: { status: 422, title: 'Unprocessable Content' },
  statement_limit: { status: 422, title: 'Unprocessable Content' },
  too_many_requests: { status: 429, title: 'Too Many Requests' },
  not_supported: { status: 501, title: 'Not Implemented' },
  unavailable: { status: 503, title: 'Service Unavailable' },
  busy: { status: 503, title: 'Service Unavailable' },
};

/** The body of every non-2xx response of the API (RFC 9457, with the product's own fields). */
export type Problem = {
  readonly type: 'about:blank';
  readonly title: string;
  readonly status: number;
  /** The text for people. */
  readonly message: string;
  /** Stable and machine-readable. */
  readonly code: RefusalCode | 'internal';
  readonly issues?: readonly Issue[];
  readonly requestId: string;
};

/** A refusal as a response of the API, with `headers` added. */
export function problemResponse(
  refusal: Refusal,
  requestId: string,
  headers: Readonly<Record<string, string>> = {},
): Response {
  const { status, title } = statuses[refusal.code];
  const problem: Problem = {
    type: 'about:blank',
    title,
    status,
    message: refusal.message,
    code: refusal.code,
    ...(refusal.issues.length > 0 && { issues: refusal.issues }),
    requestId,
  };

  return respond(problem, { ...headers, ...retryHeaders(refusal) });
}

function retryHeaders({ code, retryAfterSeconds }: Refusal): Record<string, string> {
  if (retryAfterSeconds === null) return {};
  if (code === 'too_many_requests') return spentHeaders(retryAfterSeconds);
  return { 'retry-after': String(retryAfterSeconds) };
}

/** The response to a defect of ours. It contains only the id of its log lines. */
export function defectResponse(requestId: string): Response {
  return respond({
    type: 'about:blank',
    title: 'Internal Server Error',
    status: 500,
    message: 'Something went wrong. Please try again.',
    code: 'internal',
    requestId,
  });
}

function respond(problem: Problem, headers: Readonly<Record<string, string>> = {}): Response {
  return new Response(JSON.stringify(problem), {
    status: problem.status,
    headers: { 'content-type': 'application/problem+json', ...headers },
  });
}
