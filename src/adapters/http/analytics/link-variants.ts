import { Elysia } from 'elysia';
import { readReportQuestion } from '#core/analytics/report/report-question';
import type { linkVariants } from '#core/analytics/variants';
import type { Clock } from '#core/shared/time';
import { testJson, type TestJson } from './analytics-json.ts';
import type { HeavyAnswers } from '#adapters/http/heavy/heavy-answers';
import { askedValues } from '#adapters/http/paging/asked-values';
import { signedIn, type SignedInPorts } from '#adapters/http/sign-in/signed-in';

export type LinkVariantsRoutesPorts = {
  readonly session: SignedInPorts;
  readonly clock: Clock;
  readonly linkVariants: ReturnType<typeof linkVariants>;
  readonly heavy: HeavyAnswers;
};

/** The first and the last day, and the running test's numbers. */
export type LinkVariantsJson = {
  readonly from: string;
  readonly to: string;
} & TestJson;

/** The variants of a link's running split test, in a range of the report. */
export function linkVariantsRoutes(ports: LinkVariantsRoutesPorts) {
  return new Elysia({ name: 'link-variants' })
    .use(signedIn(ports.session))
    .get(
      '/api/links/:id/variants',
      async ({ user, params, request }): Promise<LinkVariantsJson> => {
        const { period } = readReportQuestion(askedValues(request), ports.clock.now());
        const read = () => ports.linkVariants({ userId: user.id, linkId: params.id }, period);
        const test = await ports.heavy.run({ userId: user.id, request }, read);
        return { from: period.from, to: period.to, ...testJson(test) };
      },
    );
}
