import { Elysia } from 'elysia';
import { readReportQuestion } from '#core/analytics/report/report-question';
import { linkVariants } from '#core/analytics/link-numbers';
import type { AnalyticsPorts } from '#core/analytics/ports';
import { testJson, type TestJson } from './analytics-json.ts';
import type { HeavyAnswers } from '#adapters/http/heavy/heavy-answers';
import { askedValues } from '#adapters/http/paging/asked-values';
import { signedIn, type SignedInPorts } from '#adapters/http/sign-in/signed-in';

export type LinkVariantsRoutesPorts = {
  readonly session: SignedInPorts;
  readonly analytics: AnalyticsPorts;
  readonly heavy: HeavyAnswers;
};

/** The first and the last day, and the running test's numbers. */
export type LinkVariantsJson = {
  readonly from: string;
  readonly to: string;
} & TestJson;

/** The variants of a link's running split test, in a range of the report. */
export function linkVariantsRoutes({ session, heavy, analytics }: LinkVariantsRoutesPorts) {
  return new Elysia({ name: 'link-variants' })
    .use(signedIn(session))
    .get(
      '/api/links/:id/variants',
      async ({ user, params, request }): Promise<LinkVariantsJson> => {
        const { period } = readReportQuestion(askedValues(request), analytics.clock.now());
        const read = () => linkVariants(analytics, { userId: user.id, linkId: params.id }, period);
        const test = await heavy.run({ userId: user.id, request }, read);
        return { from: period.from, to: period.to, ...testJson(test) };
      },
    );
}
