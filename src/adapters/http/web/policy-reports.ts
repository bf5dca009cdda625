import { Elysia } from 'elysia';
import { z } from 'zod';
import type { Log } from '#core/shared/log';
import { rateLimit } from '#core/shared/limits/rate-limit';
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
 * Receives browsers' reports of violations of the content security policy. They are logged and not
 * stored: the directive, the blocked origin, and the page's path, never a query. Everybody may send
 * such reports, so at most 30 per hour are logged, with the count of all so far.
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
    log.warn('a page violated its content security policy', {
      count,
      directive: directiveOf(report['effective-directive'] || report['violated-directive']),
      blocked: blockedOf(report['blocked-uri']),
      page: pathOf(report['document-uri']),
    });
  });
}

/** The body of a report: JSON under one of two media types. */
export function readPolicyReport(request: Request): Promise<unknown> {
  return readJsonBody(request, undefined, ['application/csp-report', 'application/json']);
}

function directiveOf(text: string): string {
  return /^[a-z-]{1,40}/.exec(text)?.[0] ?? '';
}

/** `inline`, `eval` and the like, or an origin. */
function blockedOf(text: string): string {
  if (/^[a-z-]{1,20}$/.test(text)) return text;
  return URL.parse(text)?.origin.slice(0, 100) ?? '';
}

/** The path of a screen. Every other path becomes `/…`, because it may contain a token. */
function pathOf(text: string): string {
  const path = URL.parse(text)?.pathname ?? '';
  return /^(?:\/[a-z-]{0,30}){1,3}$/.test(path) ? path : '/…';
}
