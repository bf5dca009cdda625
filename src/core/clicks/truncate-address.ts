import type { RawVisit } from '#core/redirect/raw-visit';
import { networkOf } from './address.ts';

/** Which part of an address is stored: nothing, its network (IPv4 /24, IPv6 /48), or all of it. */
export type AddressStorage = 'none' | 'truncated' | 'full';

/** Stored for 30 days to investigate abuse; empty for visitors who asked not to be recognised. */
export type KeptTrace = {
  readonly ipAddress: string;
  readonly userAgent: string;
};

/** The data that a visitor sends. */
type Traces = Pick<RawVisit, 'isAnonymous' | 'address' | 'userAgent'>;

const nothing: KeptTrace = { ipAddress: '', userAgent: '' };

/** Returns the part of the address that the operator allows to store, and the user agent. */
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
