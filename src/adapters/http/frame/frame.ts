import { Elysia } from 'elysia';
import { namesOf, routes } from '#contract/routes';
import { faultFields, type Log } from '#core/shared/log';
import { notFound, Refusal } from '#core/shared/refusal';
import { accessLog } from './access-log.ts';
import { domainOf } from './caller.ts';
import { queryOf, refuseMalformedUrl } from './malformed-url.ts';
import { jsonAnswer } from './answer.ts';
import type { AuditTrail } from './audit-trail.ts';
import { type Failure, failureOf } from './failure.ts';
import { readFormOrJson } from './form-body.ts';
import { refuseForeignWrite } from './foreign-write.ts';
import { readJsonBody } from './json-body.ts';
import type { HttpMeter } from './http-meter.ts';
import { methodsOf } from './methods.ts';
import { policyReportPath, readPolicyReport } from '#adapters/http/web/policy-reports';
import { type Answered, defectResponse, problemResponse } from './problem.ts';
import { apiHeaders } from './security-headers.ts';

export type FramePorts = {
  /** The application's address. Its origin may write, and `https` turns on HSTS. */
  readonly appUrl: string;
  readonly log: Log;
  /** Records requests; without it nothing is recorded. */
  readonly audit?: AuditTrail;
  /** Counts the answers. */
  readonly meter?: HttpMeter;
  /** Whether an error means that a store is away or overloaded: 503 instead of 500. */
  isOutage(error: unknown): boolean;
};

const outageRetrySeconds = 2;

/** The names of routes that read the body themselves, after they know who calls. */
const readsItsBody = new Set<string>(routes.flatMap(namesOf));

/**
 * The frame that all routes share; resources are mounted with `use`. It reads requests (address,
 * query, JSON body), refuses writes of other sites, turns every
 * error into a problem, compresses, and writes the access log.
 */
export function frame({ appUrl, log, isOutage, audit, meter }: FramePorts) {
  const appOrigin = new URL(appUrl).origin;
  const headers = apiHeaders(appUrl);
  const requests = accessLog(log, meter);

  const app = new Elysia({ name: 'frame' })
    .onRequest(({ request, set }) => {
      requests.start(request);
      audit?.start(request);
      Object.assign(set.headers, headers, { 'x-request-id': crypto.randomUUID() });
      refuseMalformedUrl(request.url);
    })
    .onParse({ as: 'global' }, ({ request, path, route }) =>
      readsItsBody.has(`${request.method} ${route}`) ? null : readBody(request, path),
    )
    .onTransform({ as: 'global' }, (context) => {
      const { request, path } = context;
      refuseForeignWrite(request, path, domainOf(request)?.origin ?? appOrigin);
      context.query = queryOf(context.request.url);
    })
    .mapResponse({ as: 'global' }, ({ request, responseValue, set }) => {
      if (!isPlain(responseValue)) return undefined;
      const status = typeof set.status === 'number' ? set.status : 200;
      return jsonAnswer(responseValue, status, request.headers.get('accept-encoding'));
    })
    .onError({ as: 'global' }, ({ error, set, path }) => {
      const requestId = String(set.headers['x-request-id']);
      const answer = answerTo(error, { requestId, path });

      set.status = answer.status;
      delete set.headers['content-type'];
      return answer;
    })
    .onAfterResponse({ as: 'global' }, ({ request, route, set, responseValue }) => {
      const status = responseValue instanceof Response ? responseValue.status : set.status;
      const requestId = requestIdIn(set.headers);
      const answered = { request, requestId, route: route ?? null, status: Number(status ?? 200) };
      requests.end(answered);
      // A repeat of a call has no effect of its own.
      const isRepeat =
        responseValue instanceof Response && responseValue.headers.has('idempotency-replayed');
      if (!isRepeat) audit?.end(answered);
    });

  function answerTo(error: unknown, { requestId, path }: { requestId: string; path: string }) {
    const failure = failureOf(error);
    meter?.problem(codeOf(failure, isOutage));
    const to = { appUrl, requestId };
    if (failure.kind === 'refused') return problemResponse(failure.refusal, to);
    if (failure.kind === 'unrouted') return unrouted(methodsOf(app.routes, path), to);

    log.error('request failed', { requestId, ...faultFields(failure.error) });
    if (isOutage(failure.error)) return problemResponse(outage(), to);
    return defectResponse(to);
  }

  return app;
}

/** The `code` of the problem that answers a failure. */
function codeOf(failure: Failure, isOutage: FramePorts['isOutage']): string {
  if (failure.kind === 'refused') return failure.refusal.code;
  if (failure.kind === 'unrouted') return 'not_found';
  return isOutage(failure.error) ? 'unavailable' : 'internal';
}

/** The parsed body of a request; null leaves the body to the route. */
function readBody(request: Request, path: string): Promise<unknown> | null {
  if (path === '/' || path.startsWith('/clickhouse') || path === '/api/mcp') return null;
  if (path === policyReportPath) return readPolicyReport(request);
  return path === '/api/postback' ? readFormOrJson(request) : readJsonBody(request);
}

function unrouted(methods: readonly string[], to: Answered): Response {
  if (methods.length === 0) return problemResponse(notFound(), to);
  const refusal = new Refusal('method_not_allowed', 'This method is not supported here');
  return problemResponse(refusal, { ...to, headers: { allow: methods.join(', ') } });
}

function outage(): Refusal {
  return new Refusal('unavailable', 'Waypost cannot reach its database. Please try again.', {
    retryAfterSeconds: outageRetrySeconds,
  });
}

/** The id of a request, of its answer's headers. Elysia passes `Headers` when several cookies are set. */
export function requestIdIn(headers: Readonly<Record<string, unknown>> | Headers): string {
  return String(headers instanceof Headers ? headers.get('x-request-id') : headers['x-request-id']);
}

/** Whether a route returned a value for JSON, and not a Response or text. */
function isPlain(value: unknown): value is object {
  if (typeof value !== 'object' || value === null) return false;
  return Array.isArray(value) || Object.getPrototypeOf(value) === Object.prototype;
}
