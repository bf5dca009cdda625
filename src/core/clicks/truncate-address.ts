import type { RawVisit } from '#core/redirect/raw-visit';
import { networkOf } from './address.ts';

/** What of an address is kept: nothing, its network (IPv4 /24, IPv6 /48), or all of it. */
export type AddressStorage = 'none' | 'truncated' | 'full';

/** What is kept for thirty days to look into abuse; empty for visitors who asked not to be known. */
export type KeptTrace = {
  readonly ipAddress: string;
  readonly userAgent: string;
};

/** What a visitor shows of itself. */
type Traces = Pick<RawVisit, 'isAnonymous' | 'address' | 'userAgent'>;

const nothing: KeptTrace = { ipAddress: '', userAgent: '' };

/** Keeps as much of the address as the operator chose, and the user agent. */
export function truncateAddress(visit: Traces, storage: AddressStorage): KeptTrace {
  if (visit.isAnonymous) return nothing;
  return { ipAddress: keptAddress(visit.address, storage), userAgent: visit.userAgent };
}

function keptAddress(address: string, storage: AddressStorage): string {
  switch (storage) {
    case 'none':
      return '';
    case 'truncated':
      return networkOf(address, { ipv4: 24, ipv6: 48 })?.text ?? '';
    case 'full':
      return networkOf(address, { ipv4: 32, ipv6: 128 })?.text ?? '';
  }
}
