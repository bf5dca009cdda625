import * as contract from '#contract/analytics/alerts';
import { addAlert, changeAlert, ownAlerts } from '#core/alerts/own-alerts';
import type { AlertPorts } from '#core/alerts/ports';
import { type Mountable, on } from '#adapters/http/frame/on';
import { byId, pageOfList } from '#adapters/http/paging/page-of-list';

/** What an account wants to be told of. */
export function alertRoutes(ports: AlertPorts): Mountable[] {
  return [
    on(contract.listAlerts, async ({ caller, query }) =>
      pageOfList(await ownAlerts(ports, caller.id), query, { name: 'alerts', positionOf: byId }),
    ),
    on(contract.addAlert, ({ caller, body, chosenId }) =>
      addAlert(ports, caller.id, { ...body, chosenId }),
    ),
    on(contract.changeAlert, ({ caller, params, body }) =>
      changeAlert(ports, caller.id, { ...body, id: params.id }),
    ),
    on(contract.removeAlert, ({ caller, params }) =>
      ports.alerts.remove({ userId: caller.id, id: params.id }),
    ),
  ];
}
