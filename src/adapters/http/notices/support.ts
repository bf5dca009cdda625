import * as contract from '#contract/support';
import type { SupportPorts } from '#core/notices/ports';
import { contactSupport, reportAbuse } from '#core/notices/support';
import { addressNetwork } from '#adapters/http/frame/client-address';
import { type Mountable, on } from '#adapters/http/frame/on';

/** `addressOf`: the client's network address; empty when unknown. */
type SupportRoutesPorts = SupportPorts & { addressOf(request: Request): string };

/** Messages from everybody to the operator of this instance. */
export function supportRoutes(ports: SupportRoutesPorts): Mountable[] {
  const networkOf = (request: Request) => addressNetwork(ports.addressOf(request));
  return [
    on(contract.contactSupport, async ({ caller, body, request }) => {
      const sender = { userId: caller?.id ?? null, network: networkOf(request) };
      return { id: await contactSupport(ports, sender, body) };
    }),
    on(contract.reportLink, async ({ body, request }) => ({
      id: await reportAbuse(ports, networkOf(request), body),
    })),
  ];
}
