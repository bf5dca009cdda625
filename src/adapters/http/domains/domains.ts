import { domainToUnicode } from 'node:url';
import * as appLinks from '#contract/app-links';
import * as contract from '#contract/domains';
import { checkAppLinks } from '#core/domains/check-app-links';
import { checkNow } from '#core/domains/check-domain';
import { type Domain, proofName, proofText, statusOf } from '#core/domains/domain';
import { changeDomain, claimDomain, removeDomain } from '#core/domains/own-domains';
import type { DomainPorts, Target } from '#core/domains/ports';
import { withTimeLimit } from '#core/shared/limits/time-limit';
import { type Mountable, on } from '#adapters/http/frame/on';
import { seenVersion, versionTag } from '#adapters/http/frame/seen-version';
import { pageOfList } from '#adapters/http/paging/page-of-list';
import type { AnswerHeaders } from '#adapters/http/sign-in/keyed';

/** An account's custom domains. */
export function domainRoutes(ports: DomainPorts): Mountable[] {
  const { domains, target } = ports;
  const listed = async (domain: Domain) =>
    ownDomain(domain, target.host, await addressesSoon(target));
  const shown = async (domain: Domain, headers: AnswerHeaders) => {
    const json = await listed(domain);
    Object.assign(headers, versionTag(json));
    return json;
  };

  return [
    on(contract.listDomains, async ({ caller, query }) => {
      const page = pageOfList(await domains.of(caller.id), query, {
        name: 'domains',
        positionOf: ({ host }) => [host],
      });
      return { ...page, data: await Promise.all(page.data.map(listed)) };
    }),
    on(contract.claimDomain, async ({ caller, body, headers, chosenId }) =>
      shown(await claimDomain(ports, caller, { ...body, chosenId }), headers),
    ),
    on(contract.showDomain, async ({ caller, params, headers }) =>
      shown(await domains.get(caller.id, params.id), headers),
    ),
    on(contract.changeDomain, async ({ caller, params, body, request, headers }) => {
      const which = { userId: caller.id, domainId: params.id, seen: seenVersion(request) };
      return shown(await changeDomain(ports, which, body), headers);
    }),
    on(contract.checkDomain, async ({ caller, params, headers }) =>
      shown(await checkNow(ports, caller.id, params.id), headers),
    ),
    on(appLinks.checkAppLinks, async ({ caller, params }) =>
      checkAppLinks(ports, caller.id, params.id),
    ),
    on(contract.removeDomain, ({ caller, params, request }) => {
      const which = { userId: caller.id, domainId: params.id, seen: seenVersion(request) };
      return removeDomain(ports, which);
    }),
  ];
}

const patienceMs = 500;

/**
 * The addresses, or none when DNS does not answer soon: a list must not wait for a resolver that is
 * away.
 */
function addressesSoon(target: Target): Promise<readonly string[]> {
  return withTimeLimit(patienceMs, target.addresses(), () => []);
}

/** A domain with the records that its owner has to set, for a short host with these addresses. */
function ownDomain(
  domain: Domain,
  shortHost: string,
  addresses: readonly string[],
): contract.OwnDomain {
  const { host } = domain;
  const isName = !/^[\d.]+$|:/.test(shortHost);
  return {
    ...domain,
    domain: host,
    version: domain.edition,
    unicode: domainToUnicode(host) || host,
    status: statusOf(domain),
    proofRecord: { type: 'TXT', name: proofName(host), value: proofText(domain.token) },
    pointingRecord: isName ? { type: 'CNAME', name: host, value: shortHost } : null,
    addressRecords: addresses.map((address) => ({
      type: address.includes(':') ? 'AAAA' : 'A',
      name: host,
      value: address,
    })),
  };
}
