import * as contract from '#contract/shared-reports/shared-reports';
import * as pages from '#contract/shared-reports/public-reports';
import type { Answer } from '#contract/route';
import { originAt } from '#core/links/link-domain';
import { shortUrl } from '#core/links/shown-link';
import type { SharedReport, SharedReportPorts } from '#core/shared-reports/ports';
import {
  changeReport,
  revokePublicPage,
  sharePublicPage,
  shareReport,
  showPublicPage,
} from '#core/shared-reports/shared-reports';
import { type Mountable, on } from '#adapters/http/frame/on';
import { pageOfList } from '#adapters/http/paging/page-of-list';

type Site = { readonly appUrl: string; readonly shortOrigin: string };

/** The owner's side of shared reports, and of the public pages of links. */
export function sharedReportRoutes(ports: SharedReportPorts, site: Site): Mountable[] {
  const reports = ports.reportsShared;
  const shown = async (userId: string, found: readonly SharedReport[]) => {
    const linkIds = found.flatMap(({ linkId }) => (linkId === null ? [] : [linkId]));
    const links = linkIds.length === 0 ? null : await ports.links.named(userId, linkIds);
    return found.map((report) => {
      const link = links?.get(report.linkId ?? '');
      const name = report.name || (link?.title ?? (link && shortUrl(link, site.shortOrigin)) ?? '');
      return reportJson({ ...report, name }, site);
    });
  };
  const shownOne = async (userId: string, report: SharedReport) => {
    const [json] = await shown(userId, [report]);
    return json ?? reportJson(report, site);
  };
  return [
    on(contract.listSharedReports, async ({ caller, query }) => {
      const page = pageOfList(await reports.of(caller.id), query, {
        name: 'shared reports',
        positionOf: ({ createdAt, id }) => [createdAt.getTime(), id],
        isDescending: true,
      });
      return { ...page, data: await shown(caller.id, page.data) };
    }),
    on(contract.shareReport, async ({ caller, body, chosenId }) =>
      reportJson(await shareReport(ports, caller.id, { ...body, chosenId }), site),
    ),
    on(contract.changeSharedReport, async ({ caller, params, body }) =>
      shownOne(caller.id, await changeReport(ports, caller.id, { ...body, id: params.id })),
    ),
    on(contract.removeSharedReport, ({ caller, params }) => reports.remove(caller.id, params.id)),

    on(pages.showPublicPage, async ({ caller, params }) =>
      pageJson(await showPublicPage(ports, caller.id, params.id), site),
    ),
    on(pages.sharePublicPage, async ({ caller, params, body }) =>
      pageJson(await sharePublicPage(ports, caller.id, { ...body, linkId: params.id }), site),
    ),
    on(pages.revokePublicPage, ({ caller, params }) =>
      revokePublicPage(ports, caller.id, params.id),
    ),
  ];
}

function reportJson(report: SharedReport, site: Site): Answer<typeof contract.shareReport> {
  const { domain, passwordHash } = report;
  const hasPassword = passwordHash !== null;
  return { ...report, url: addressOf(report, site), domain: domain && domain.host, hasPassword };
}

function pageJson(page: SharedReport | null, site: Site): Answer<typeof pages.showPublicPage> {
  return {
    token: page && page.token,
    url: page && addressOf(page, site),
    hasPassword: page !== null && page.passwordHash !== null,
    showsMoney: page !== null && page.showsMoney,
  };
}

/** On the report's own domain, or on the application's host. */
function addressOf(
  { token, domain }: Pick<SharedReport, 'token' | 'domain'>,
  { appUrl, shortOrigin }: Site,
): string {
  return `${domain ? originAt(shortOrigin, domain.host) : appUrl}/public/${token}`;
}
