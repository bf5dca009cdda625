import { noAppLinks } from '#contract/app-links';

/** A connected domain, as the API gives it. */
export function aDomain(host: string) {
  return {
    id: host,
    domain: host,
    unicode: host,
    status: 'active',
    isDefault: false,
    rootUrl: null as string | null,
    unknownUrl: null as string | null,
    appLinks: noAppLinks,
    pointingRecord: null,
    addressRecords: [],
    proofRecord: { type: 'TXT', name: `_waypost.${host}`, value: 'proof' },
    findings: null,
    checkedAt: null,
    createdAt: '2026-11-01T00:00:00.000Z',
  };
}
