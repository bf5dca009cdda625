import { Elysia } from 'elysia';
import { z } from 'zod';
import type { PublicPage, publicPages } from '#core/analytics/public/public-page';
import type { PublicReport, readPublicPage } from '#core/analytics/public/read-public-page';
import { readReportQuestion } from '#core/analytics/report/report-question';
import type { Clock } from '#core/shared/time';
import { shortUrl } from '#adapters/http/links/link-json';
import { askedValues, type AskedValues } from '#adapters/http/paging/asked-values';
import { reportJson, type ReportJson } from './report-json.ts';
import type { PageCookie } from '#adapters/http/cookies/page-cookie';
import { addressNetwork } from '#adapters/http/frame/client-address';
import type { PublicAnswers } from './public-answers.ts';
import { signedIn, type SignedInPorts } from '#adapters/http/sign-in/signed-in';

export type PublicPageRoutesPorts = {
  readonly session: SignedInPorts;
  readonly clock: Clock;
  readonly publicPages: ReturnType<typeof publicPages>;
  readonly readPublicPage: ReturnType<typeof readPublicPage>;
  readonly cookie: PageCookie;
  readonly publicAnswers: PublicAnswers<PublicReportJson>;
  /** The client's network address; empty when unknown. */
  readonly addressOf: (request: Request) => string;
  readonly appUrl: string;
  /** SHORT_URL, an origin. */
  readonly shortOrigin: string;
};

/** A link's public page as its owner sees it. The first two are null while there is none. */
export type PublicPageJson = {
  readonly token: string | null;
  readonly url: string | null;
  readonly hasPassword: boolean;
  readonly showsMoney: boolean;
};

/** One link's numbers as everybody sees them. Without money its lists are empty. */
export type PublicReportJson = {
  readonly link: { readonly title: string | null; readonly shortUrl: string };
  readonly showsMoney: boolean;
  readonly report: Omit<ReportJson, 'lists'> & {
    readonly lists: Omit<ReportJson['lists'], 'links'>;
  };
};

const input = z.object({
  password: z
    .string()
    .min(8, 'The password must have at least 8 characters')
    .max(128, 'The password must have at most 128 characters')
    .nullish(),
  showsMoney: z.boolean().optional(),
});

/** The owner's side of public pages. */
export function publicPageRoutes({ session, publicPages, appUrl }: PublicPageRoutesPorts) {
  const json = (page: PublicPage | null): PublicPageJson => ({
    token: page && page.token,
    url: page && `${appUrl}/public/${page.token}`,
    hasPassword: page !== null && page.passwordHash !== null,
    showsMoney: page !== null && page.showsMoney,
  });
  return new Elysia({ name: 'public-pages' })
    .use(signedIn(session))
    .get('/api/links/:id/public-page', async ({ user, params }) =>
      json(await publicPages.show(user.id, params.id)),
    )
    .put(
      '/api/links/:id/public-page',
      async ({ user, params, body }) => json(await publicPages.share(user.id, params.id, body)),
      { body: input },
    )
    .delete('/api/links/:id/public-page', async ({ user, params, set }) => {
      await publicPages.revoke(user.id, params.id);
      set.status = 204;
    });
}

/** The visitor's side. No session is read: what the page shows depends on its token alone. */
export function publicReportRoutes(ports: PublicPageRoutesPorts) {
  const { readPublicPage, cookie, publicAnswers, clock, addressOf, shortOrigin } = ports;
  return new Elysia({ name: 'public-reports' })
    .get('/api/public/:token', async ({ params, request, set }) => {
      set.headers['x-robots-tag'] = 'noindex';
      const page = await readPublicPage.open(params.token, cookie.read(request));
      const asked = noted(askedValues(request));
      const question = readReportQuestion(asked.valuesOf, clock.now());
      const { token, showsMoney } = page;
      const key = JSON.stringify([token, showsMoney, ...asked.values]);
      const network = addressNetwork(addressOf(request));
      return publicAnswers.to({ page: token, key, network, request }, async () =>
        publicReportJson(await readPublicPage.answer(page, question), shortOrigin),
      );
    })
    .post(
      '/api/public/:token/unlock',
      async ({ params, body, request, set }) => {
        const { token } = params;
        const proof = await readPublicPage.unlock(token, body.password, addressOf(request));
        set.headers['set-cookie'] = cookie.give(token, proof);
        set.status = 204;
      },
      { body: z.object({ password: z.string('Enter the password').max(128) }) },
    );
}

/** The values, and those that were read: the parameters that no answer depends on are left out. */
function noted(valuesOf: AskedValues) {
  const values: (readonly [name: string, values: readonly string[]])[] = [];
  return {
    values,
    valuesOf(name: string): readonly string[] {
      const own = valuesOf(name);
      if (own.length > 0) values.push([name, own]);
      return own;
    },
  };
}

function publicReportJson(
  { link, report, showsMoney }: PublicReport,
  shortOrigin: string,
): PublicReportJson {
  const { lists, ...shown } = reportJson(report, shortOrigin);
  const { links: _, ...ownLists } = lists;
  const { totals, comparedTotals, series, comparedSeries } = shown;
  const withoutMoney = {
    totals: moneyless(totals),
    comparedTotals: comparedTotals && moneyless(comparedTotals),
    series: series.map(moneyless),
    comparedSeries: comparedSeries && comparedSeries.map(moneyless),
  };
  return {
    link: { title: link.title, shortUrl: shortUrl(link, shortOrigin) },
    showsMoney,
    report: { ...shown, ...(!showsMoney && withoutMoney), lists: ownLists },
  };
}

function moneyless<Numbers extends { readonly money: readonly unknown[] }>(numbers: Numbers) {
  return { ...numbers, money: [] };
}
