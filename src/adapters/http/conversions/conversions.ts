import { Elysia } from 'elysia';
import { z } from 'zod';
import { answerConversions } from '#core/analytics/answer-conversions';
import type { AnalyticsPorts } from '#core/analytics/ports';
import { readQuestion } from '#core/analytics/question';
import { eventTypes } from '#core/conversions/conversion';
import { currencies } from '#contract/money';
import type { editConversion } from '#core/conversions/edit-conversion';
import type { recordByHand } from '#core/conversions/record-by-hand';
import type { removeConversion } from '#core/conversions/remove-conversion';
import { conversionJson, conversionsJson } from './conversion-json.ts';
import type { HeavyAnswers } from '#adapters/http/heavy/heavy-answers';
import { conversionPages, conversionsAsked } from '#adapters/http/paging/conversions-query';
import { signedIn, type SignedInPorts } from '#adapters/http/sign-in/signed-in';

export type ConversionRoutesPorts = {
  readonly session: SignedInPorts;
  readonly analytics: AnalyticsPorts;
  readonly heavy: HeavyAnswers;
  readonly recordByHand: ReturnType<typeof recordByHand>;
  readonly editConversion: ReturnType<typeof editConversion>;
  readonly removeConversion: ReturnType<typeof removeConversion>;
  /** SHORT_URL, an origin. */
  readonly shortOrigin: string;
};

const eventType = z.enum(eventTypes, `Choose one of ${eventTypes.join(', ')}`);
const value = z.number('Value must be a number of cents').nullish();
const profit = z.number('Profit must be a number of cents').nullish();
const currency = z.enum(currencies, `Choose one of ${currencies.join(', ')}`);

const newConversion = z.object({
  linkId: z.string('Send the id of one of your links'),
  eventType,
  value,
  profit,
  currency: currency.default('USD'),
});

const conversionEdit = z.object({
  eventType: eventType.optional(),
  value,
  profit,
  currency: currency.optional(),
});

/** An owner's conversions: listed by range, entered by hand, edited and removed. */
export function conversionRoutes(ports: ConversionRoutesPorts) {
  return new Elysia({ name: 'conversions' })
    .use(signedIn(ports.session))
    .get(
      '/api/conversions',
      async ({ user, query, request }) => {
        const question = { ...readQuestion(query), pages: conversionPages(query) };
        const find = () => answerConversions(ports.analytics, user.id, question);
        const answer = await ports.heavy.run({ userId: user.id, request }, find);
        return conversionsJson(answer, ports.shortOrigin);
      },
      { query: conversionsAsked },
    )
    .post(
      '/api/conversions',
      async ({ user, body, set }) => {
        const recorded = await ports.recordByHand(user.id, {
          linkId: body.linkId,
          eventType: body.eventType,
          valueCents: body.value ?? 0,
          profitCents: body.profit ?? null,
          currency: body.currency,
        });
        set.status = 201;
        return conversionJson(recorded);
      },
      { body: newConversion },
    )
    .put(
      '/api/conversions/:id',
      async ({ user, params, body }) =>
        conversionJson(
          await ports.editConversion(user.id, params.id, {
            eventType: body.eventType,
            valueCents: body.value ?? undefined,
            profitCents: body.profit ?? undefined,
            currency: body.currency,
          }),
        ),
      { body: conversionEdit },
    )
    .delete('/api/conversions/:id', async ({ user, params, set }) => {
      await ports.removeConversion(user.id, params.id);
      set.status = 204;
    });
}
