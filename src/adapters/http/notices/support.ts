import * as contract from '#contract/support';
import type { SupportPorts } from '#core/notices/ports';
import { contactSupport, reportAbuse } from '#core/notices/support';
import { addressNetwork } from '#adapters/http/frame/client-address';
import { type Mountable, on } from '#adapters/http/frame/on';
import { type SignedInPorts, userOf } from '#adapters/http/sign-in/signed-in';

type SupportRoutesPorts = SupportPorts & {
  readonly session: SignedInPorts;
  /** The client's network address; empty when unknown. */
  addressOf(request: Request): string;
};

/** Messages from everybody to the operator of this instance. */
export function supportRoutes(ports: SupportRoutesPorts): Mountable[] {
  const networkOf = (request: Request) => addressNetwork(ports.addressOf(request));
  return [
    on(contract.contactSupport, async ({ body, request }) => {
      const user = await userOf(ports.session, request);
      const sender = { userId: user?.id ?? null, network: networkOf(request) };
      return { id: await contactSupport(ports, sender, body) };
    }),
    on(contract.reportLink, async ({ body, request }) => ({
      id: await reportAbuse(ports, networkOf(request), body),
    })),
  ];
}
