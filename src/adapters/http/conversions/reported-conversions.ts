import { Elysia } from 'elysia';
import { z } from 'zod';
import type { FindApiKey } from '#core/accounts/api-keys';
import { answerConversions } from '#core/analytics/answer-conversions';
import type { AnalyticsPorts } from '#core/analytics/ports';
import { readQuestion } from '#core/analytics/question';
import { eventTypes } from '#core/conversions/conversion';
import { currencies } from '#contract/money';
import type {
  ConversionReport,
  ReportConversion,
} from '#core/conversions/reports/report-conversion';
import { invalid } from '#core/shared/refusal';
import { conversionsJson } from './conversion-json.ts';
import type { HeavyAnswers } from '#adapters/http/heavy/heavy-answers';
import { conversionPages, conversionsAsked } from '#adapters/http/paging/conversions-query';
import { keyed } from '#adapters/http/sign-in/keyed';

export type ReportedConversionRoutesPorts = {
  readonly findKey: FindApiKey;
  readonly reportConversion: ReportConversion;
  readonly analytics: AnalyticsPorts;
  readonly heavy: HeavyAnswers;
  /** SHORT_URL, an origin. */
  readonly shortOrigin: string;
};

const maxMetadataLength = 2048;
const cents = z.number('Must be a number of cents');

const reportBody = z.object({
  linkId: z.string('Must be text').nullish(),
  shortCode: z
    .string('Must be text')
    .max(50, 'The short code must be at most 50 characters')
    .nullish(),
  cid: z.string('Must be text').max(200, 'The click id must be at most 200 characters').nullish(),
  eventType: z.enum(eventTypes, 'Unknown event type').default('sale'),
  valueCents: cents.default(0),
  profitCents: cents.nullish(),
  currency: z.enum(currencies, 'Unknown currency').default('USD'),
  orderId: z
    .string('Must be text')
    .trim()
    .max(128, 'The order id must be at most 128 characters')
    .regex(/^\P{Cc}*$/u, 'The order id contains characters that are not allowed')
    .nullish(),
  metadata: z
    .record(z.string(), z.unknown(), 'Must be an object')
    .transform((given) => JSON.stringify(given))
    .refine(
      (text) => text.length <= maxMetadataLength,
      `Metadata must be at most ${maxMetadataLength} characters of JSON`,
    )
    .nullish(),
});

/** An account's conversions for its own programs: each call needs an API key and no session. */
export function reportedConversionRoutes(ports: ReportedConversionRoutesPorts) {
  return new Elysia({ name: 'reported-conversions' }).use(writing(ports)).use(reading(ports));
}

function writing({ findKey, reportConversion: report }: ReportedConversionRoutesPorts) {
  return new Elysia().use(keyed(findKey, 'conversions:write')).post(
    '/api/v1/conversions',
    async ({ holder, body, request, set }) => {
      const id = await report(holder.userId, reportFrom(body), idempotencyKeyOf(request));
      set.status = 202;
      return { id };
    },
    { body: reportBody },
  );
}

/** The same response as the dashboard gets. */
function reading(ports: ReportedConversionRoutesPorts) {
  const { findKey, analytics, heavy, shortOrigin } = ports;
  return new Elysia().use(keyed(findKey, 'conversions:read')).get(
    '/api/v1/conversions',
    async ({ holder, query, request }) => {
      const question = { ...readQuestion(query), pages: conversionPages(query) };
      const find = () => answerConversions(analytics, holder.userId, question);
      const answer = await heavy.run({ userId: holder.userId, request }, find);
      return conversionsJson(answer, shortOrigin);
    },
    { query: conversionsAsked },
  );
}

function reportFrom(body: z.infer<typeof reportBody>): ConversionReport {
  return {
    linkId: body.linkId ?? null,
    shortCode: body.shortCode ?? null,
    cid: body.cid ?? null,
    eventType: body.eventType,
    valueCents: body.valueCents,
    profitCents: body.profitCents ?? null,
    currency: body.currency,
    orderId: body.orderId ?? '',
    metadata: body.metadata ?? '',
  };
}

/** The idempotency key of a call; null when absent. */
function idempotencyKeyOf(request: Request): string | null {
  const key = request.headers.get('idempotency-key');
  if (key === null || /^[\x21-\x7e]{1,255}$/.test(key)) return key;
  const message = 'Idempotency-Key takes 1 to 255 visible ASCII characters';
  throw invalid({ path: 'Idempotency-Key', message });
}
