import { Elysia } from 'elysia';
import { z } from 'zod';
import { answerAnalytics } from '#core/analytics/answer-analytics';
import type { AnalyticsPorts } from '#core/analytics/ports';
import { readQuestion } from '#core/analytics/question';
import { analyticsJson } from './analytics-json.ts';
import type { HeavyAnswers } from '#adapters/http/heavy/heavy-answers';
import { signedIn, type SignedInPorts } from '#adapters/http/sign-in/signed-in';

export type AnalyticsRoutesPorts = {
  readonly session: SignedInPorts;
  readonly analytics: AnalyticsPorts;
  readonly heavy: HeavyAnswers;
};

/** The parameters as text; the core validates their values. */
const asked = z.object({
  timeRange: z.string().optional(),
  tz: z.string().optional(),
  linkId: z.string().optional(),
  full: z.string().optional(),
});

/**
 * An owner's numbers. `?full=referrers` returns all of the range's referrers, up to 1,000, instead
 * of the ten largest.
 */
export function analyticsRoutes({ session, analytics, heavy }: AnalyticsRoutesPorts) {
  return new Elysia({ name: 'analytics' }).use(signedIn(session)).get(
    '/api/analytics',
    async ({ user, query, request }) => {
      const question = readQuestion(query);
      const answer = () => answerAnalytics(analytics, user.id, question);
      return analyticsJson(await heavy.run({ userId: user.id, request }, answer));
    },
    { query: asked },
  );
}
