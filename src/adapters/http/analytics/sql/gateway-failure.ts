import { StatementFailure } from '#core/analytics/sql/statement';
import { Refusal, type RefusalCode } from '#core/shared/refusal';

type Shown = { readonly status: number; readonly code: number; readonly name: string };

/** What the product refuses, under the codes that ClickHouse's clients know. */
const refusals: Partial<Record<RefusalCode, Shown>> = {
  unauthenticated: { status: 401, code: 516, name: 'AUTHENTICATION_FAILED' },
  forbidden: { status: 403, code: 497, name: 'ACCESS_DENIED' },
  email_unverified: { status: 403, code: 497, name: 'ACCESS_DENIED' },
  malformed: { status: 400, code: 36, name: 'BAD_ARGUMENTS' },
  too_large: { status: 413, code: 223, name: 'QUERY_IS_TOO_LARGE' },
  not_supported: { status: 501, code: 48, name: 'NOT_IMPLEMENTED' },
  too_many_requests: { status: 429, code: 201, name: 'QUOTA_EXCEEDED' },
  busy: { status: 503, code: 202, name: 'TOO_MANY_SIMULTANEOUS_QUERIES' },
  unavailable: { status: 503, code: 210, name: 'NETWORK_ERROR' },
};

const notFoundCodes = new Set([46, 47, 60, 73, 81]);

/**
 * A failure in ClickHouse's form: one line of text, its code in a header. Undefined for a defect,
 * which the frame logs and answers.
 */
export function gatewayFailure(error: unknown, queryId: string): Response | undefined {
  if (error instanceof StatementFailure) {
    const { code, codeName: name, message } = error;
    return answer({ status: statusOf(error), code, name }, message, { queryId });
  }
  if (!(error instanceof Refusal)) return undefined;
  const shown = refusals[error.code];
  if (shown === undefined) return undefined;
  return answer(shown, error.message, { queryId, retryAfterSeconds: error.retryAfterSeconds });
}

function statusOf({ code, kind }: StatementFailure): number {
  if (kind === 'outage') return 503;
  if (code === 159) return 408;
  if (code === 497) return 403;
  if (code === 48) return 501;
  if (code === 223) return 413;
  return notFoundCodes.has(code) ? 404 : 400;
}

type More = { readonly queryId: string; readonly retryAfterSeconds?: number | null };

function answer({ status, code, name }: Shown, message: string, more: More): Response {
  const { queryId, retryAfterSeconds = null } = more;
  const sentence = message.replace(/\.$/, '');
  return new Response(`Code: ${code}. DB::Exception: ${sentence}. (${name})\n`, {
    status,
    headers: {
      'content-type': 'text/plain; charset=UTF-8',
      'x-clickhouse-exception-code': String(code),
      ...(status !== 401 && { 'x-clickhouse-query-id': queryId }),
      ...(status === 401 && { 'www-authenticate': 'Basic realm="ClickHouse"' }),
      ...(retryAfterSeconds !== null && { 'retry-after': String(retryAfterSeconds) }),
    },
  });
}
