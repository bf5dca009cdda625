import * as contract from '#contract/analytics/mailed-reports';
import { confirmAddress, stopAddress, stopPage } from '#core/mailed-reports/asking';
import { addMailedReport, changeMailedReport } from '#core/mailed-reports/own-reports';
import type { MailedReportPorts } from '#core/mailed-reports/ports';
import { type Mountable, on } from '#adapters/http/frame/on';
import { byId, pageOfList } from '#adapters/http/paging/page-of-list';

/** Saved views that are mailed, for their owners and for those who get them. */
export function mailedReportRoutes(ports: MailedReportPorts): Mountable[] {
  const { mailed } = ports;
  return [
    on(contract.listMailedReports, async ({ caller, query }) =>
      pageOfList(await mailed.known(caller.id), query, {
        name: 'mailed reports',
        positionOf: byId,
      }),
    ),
    on(contract.addMailedReport, ({ caller, body, chosenId }) =>
      addMailedReport(ports, caller, { ...body, chosenId }),
    ),
    on(contract.changeMailedReport, ({ caller, params, body }) =>
      changeMailedReport(ports, caller, { ...body, id: params.id }),
    ),
    on(contract.removeMailedReport, ({ caller, params }) =>
      mailed.remove({ userId: caller.id, id: params.id }),
    ),
    on(contract.confirmMailedReport, ({ body }) => confirmAddress(ports, body.token)),
    on(contract.stopMailedReport, ({ query }) => stopAddress(ports, query.token)),
    on(contract.askBeforeStop, async ({ query }) => {
      const location = stopPage(ports.appUrl, query.token);
      return new Response(null, { status: 302, headers: { location } });
    }),
  ];
}
