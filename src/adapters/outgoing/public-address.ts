import ipaddr from 'ipaddr.js';

/** Tells to which addresses a guarded request may connect. */
export type AddressGuard = {
  /** Whether the address is public, or in a range that the operator allowed. */
  allows(address: string): boolean;
  /** Whether the operator allowed the address explicitly. Requests to it may use every port. */
  isOwn(address: string): boolean;
};

/** All assigned public IPv6 addresses are in this range. */
const globalIpv6 = ipaddr.IPv6.parseCIDR('2000::/3');

/**
 * The guard of requests to addresses that people entered. `ownRanges` are addresses or CIDR ranges
 * of the operator's own network that may be used beside the public ones.
 */
export function addressGuard(ownRanges: readonly string[]): AddressGuard {
  const ranges = ownRanges.map(rangeOf);

  const isOwn = (address: string): boolean => {
    const parsed = parse(address);
    return parsed !== null && ranges.some((range) => contains(range, parsed));
  };
  return { isOwn, allows: (address) => isPublicAddress(address) || isOwn(address) };
}

/**
 * Whether an IP address belongs to the public internet. Loopback, private, link-local, shared,
 * multicast, documentation and benchmark addresses do not, nor do IPv6 addresses that contain an
 * IPv4 address (mapped, NAT64, 6to4, Teredo). False for any other text.
 */
export function isPublicAddress(address: string): boolean {
  const parsed = parse(address);
  if (parsed === null || parsed.range() !== 'unicast') return false;
  return !(parsed instanceof ipaddr.IPv6) || parsed.match(globalIpv6);
}

type Parsed = ipaddr.IPv4 | ipaddr.IPv6;
type Range = readonly [Parsed, number];

/** Four decimal parts, or IPv6 without a zone: no other spelling of an IPv4 address. */
function parse(address: string): Parsed | null {
  if (ipaddr.IPv4.isValidFourPartDecimal(address)) return ipaddr.IPv4.parse(address);
  if (address.includes('%') || !ipaddr.IPv6.isValid(address)) return null;
  return ipaddr.IPv6.parse(address);
}

function rangeOf(text: string): Range {
  if (text.includes('/')) return ipaddr.parseCIDR(text);
  const address = ipaddr.parse(text);
  return [address, address.kind() === 'ipv4' ? 32 : 128];
}

function contains([network, bits]: Range, address: Parsed): boolean {
  return network.kind() === address.kind() && address.match(network, bits);
}
