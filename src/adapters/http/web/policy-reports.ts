import { Elysia } from 'elysia';
import { z } from 'zod';
import type { Log } from '#core/shared/log';
import { rateLimit } from '#core/shared/rate-limit';
import { hourMs, type Clock } from '#core/shared/time';
import { readJsonBody } from '#adapters/http/frame/json-body';

export const policyReportPath = '/api/policy-reports';

export type PolicyReportPorts = { readonly log: Log; readonly clock: Clock };

const reported = z.object({
  'csp-report': z.object({
    'effective-directive': z.string().catch(''),
    'violated-directive': z.string().catch(''),
    'blocked-uri': z.string().catch(''),
    'document-uri': z.string().catch(''),
  }),
});

/**
 * Where browsers say that a page tried what its policy forbids. Said in the log and kept nowhere:
 * the directive, the origin that was blocked, and the page's path, never a query. Anybody may send
 * such a report, so at most thirty an hour are said, with the count of all so far.
 */
export function policyReportRoutes({ log, clock }: PolicyReportPorts) {
  const said = rateLimit({ limit: 30, windowMs: hourMs });
  let count = 0;

  return new Elysia({ name: 'policy-reports' }).post(policyReportPath, ({ body, set }) => {
    set.status = 204;
    const report = reported.safeParse(body).data?.['csp-report'];
    if (!report) return;
    count += 1;
    if (said.waitSeconds('', clock.now()) > 0) return;
    log.warn('a page met its content policy', {
      count,
      directive: directiveOf(report['effective-directive'] || report['violated-directive']),
      blocked: blockedOf(report['blocked-uri']),
      page: pathOf(report['document-uri']),
    });
  });
}

/** The body of a report: JSON under either name. */
export function readPolicyReport(request: Request): Promise<unknown> {
  return readJsonBody(request, ['application/csp-report', 'application/json']);
}

function directiveOf(text: string): string {
  return /^[a-z-]{1,40}/.exec(text)?.[0] ?? '';
}

/** `inline`, `eval` and such, or an origin. */
function blockedOf(text: string): string {
  if (/^[a-z-]{1,20}$/.test(text)) return text;
  return URL.parse(text)?.origin.slice(0, 100) ?? '';
}

/** The path of a screen; of anything that could be a token only that there was something. */
function pathOf(text: string): string {
  const path = URL.parse(text)?.pathname ?? '';
  return /^(?:\/[a-z-]{0,30}){1,3}$/.test(path) ? path : '/…';
}
