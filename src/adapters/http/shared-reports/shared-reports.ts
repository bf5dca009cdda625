import * as contract from '#contract/shared-reports/shared-reports';
import * as pages from '#contract/shared-reports/public-reports';
import type { Answer } from '#contract/route';
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
import { wholeList } from '#adapters/http/paging/whole-list';

type Site = { readonly appUrl: string; readonly shortOrigin: string };

/** The owner's side of shared reports, and of the public pages of links. */
export function sharedReportRoutes(ports: SharedReportPorts, site: Site): Mountable[] {
  const { appUrl } = site;
  const reports = ports.reportsShared;
  const shown = async (userId: string, found: readonly SharedReport[]) => {
    const linkIds = found.flatMap(({ linkId }) => (linkId === null ? [] : [linkId]));
    const links = linkIds.length === 0 ? null : await ports.links.named(userId, linkIds);
    return found.map((report) => {
      const link = links?.get(report.linkId ?? '');
      const name = report.name || (link?.title ?? (link && shortUrl(link, site.shortOrigin)) ?? '');
      return reportJson({ ...report, name }, appUrl);
    });
  };
  const shownOne = async (userId: string, report: SharedReport) => {
    const [json] = await shown(userId, [report]);
    return json ?? reportJson(report, appUrl);
  };
  return [
    on(contract.listSharedReports, async ({ caller }) =>
      wholeList(await shown(caller.id, await reports.of(caller.id))),
    ),
    on(contract.shareReport, async ({ caller, body }) =>
      reportJson(await shareReport(ports, caller.id, body), appUrl),
    ),
    on(contract.changeSharedReport, async ({ caller, params, body }) =>
      shownOne(caller.id, await changeReport(ports, caller.id, { ...body, id: params.id })),
    ),
    on(contract.removeSharedReport, ({ caller, params }) => reports.remove(caller.id, params.id)),

    on(pages.showPublicPage, async ({ caller, params }) =>
      pageJson(await showPublicPage(ports, caller.id, params.id), appUrl),
    ),
    on(pages.sharePublicPage, async ({ caller, params, body }) =>
      pageJson(await sharePublicPage(ports, caller.id, { ...body, linkId: params.id }), appUrl),
    ),
    on(pages.revokePublicPage, ({ caller, params }) =>
      revokePublicPage(ports, caller.id, params.id),
    ),
  ];
}

function reportJson(
  { token, passwordHash, ...report }: SharedReport,
  appUrl: string,
): Answer<typeof contract.shareReport> {
  return { ...report, url: addressOf(token, appUrl), hasPassword: passwordHash !== null };
}

function pageJson(page: SharedReport | null, appUrl: string): Answer<typeof pages.showPublicPage> {
  return {
    token: page && page.token,
    url: page && addressOf(page.token, appUrl),
    hasPassword: page !== null && page.passwordHash !== null,
    showsMoney: page !== null && page.showsMoney,
  };
}

function addressOf(token: string, appUrl: string): string {
  return `${appUrl}/public/${token}`;
}
