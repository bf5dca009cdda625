import { domainToUnicode } from 'node:url';
import {
  type Domain,
  type DomainStatus,
  type Findings,
  proofName,
  proofText,
  statusOf,
} from '#core/domains/domain';

/** A DNS record that the owner has to set. */
type RecordJson = {
  readonly type: 'TXT' | 'CNAME' | 'A' | 'AAAA';
  readonly name: string;
  readonly value: string;
};

/** A domain as the API shows it. */
export type DomainJson = {
  readonly id: string;
  /** In ASCII. */
  readonly domain: string;
  /** In its own script; the same as `domain` for most. */
  readonly unicode: string;
  readonly status: DomainStatus;
  readonly isDefault: boolean;
  readonly rootUrl: string | null;
  readonly unknownUrl: string | null;
  /** The record that proves the claim. */
  readonly proofRecord: RecordJson;
  /** The record that leads visitors here: a CNAME, or `addressRecords` where DNS allows none. */
  readonly pointingRecord: RecordJson | null;
  readonly addressRecords: readonly RecordJson[];
  /** What the last check saw; null before the first. */
  readonly findings: Findings | null;
  /** ISO 8601 in UTC. */
  readonly checkedAt: string | null;
  readonly createdAt: string;
};

/** The instance's short host: its name and its addresses now. */
export type TargetNow = { readonly host: string; readonly addresses: readonly string[] };

export function domainJson(domain: Domain, target: TargetNow): DomainJson {
  const { host } = domain;
  const isName = !/^[\d.]+$|:/.test(target.host);
  return {
    id: domain.id,
    domain: host,
    unicode: domainToUnicode(host) || host,
    status: statusOf(domain),
    isDefault: domain.isDefault,
    rootUrl: domain.rootUrl,
    unknownUrl: domain.unknownUrl,
    proofRecord: { type: 'TXT', name: proofName(host), value: proofText(domain.token) },
    pointingRecord: isName ? { type: 'CNAME', name: host, value: target.host } : null,
    addressRecords: target.addresses.map((address) => ({
      type: address.includes(':') ? ('AAAA' as const) : ('A' as const),
      name: host,
      value: address,
    })),
    findings: domain.findings,
    checkedAt: domain.checkedAt?.toISOString() ?? null,
    createdAt: domain.createdAt.toISOString(),
  };
}
