import ipaddr from 'ipaddr.js';

/** Networks whose X-Forwarded-For is trusted; parsed once, at start. */
export type TrustedProxies = readonly (readonly [ipaddr.IPv4 | ipaddr.IPv6, number])[];

/** Longer chains are ignored: no real configuration has them. */
const maxHops = 16;

/** Parses CIDRs (`10.0.0.0/8`, `fd00::/8`) and single addresses; throws on other text. */
export function parseTrustedProxies(networks: readonly string[]): TrustedProxies {
  return networks.map((network) => {
    if (network.includes('/')) return ipaddr.parseCIDR(network);
    const address = ipaddr.parse(network);
    return [address, address.kind() === 'ipv4' ? 32 : 128] as const;
  });
}

/**
 * The visitor's address as text, without an IPv4-mapped prefix; empty when unknown. X-Forwarded-For
 * counts only from a trusted proxy: then the right-most address that is no trusted proxy is used,
 * because the visitor controls everything left of it. If the chain cannot be parsed, the last
 * parsed address is used.
 */
export function clientAddress(from: {
  readonly socketAddress: string | null;
  readonly forwardedFor: string | null;
  readonly trustedProxies: TrustedProxies;
}): string {
  const socket = unmapped(from.socketAddress ?? '');
  if (from.trustedProxies.length === 0 || from.forwardedFor === null) return socket;

  return walkBack(socket, from.forwardedFor, from.trustedProxies);
}

/** Whether a forwarded address is ignored because its sender is not a configured proxy. */
export function isFromStranger(from: Parameters<typeof clientAddress>[0]): boolean {
  return (
    from.forwardedFor !== null &&
    !isTrusted(unmapped(from.socketAddress ?? ''), from.trustedProxies)
  );
}

function unmapped(address: string): string {
  return address.startsWith('::ffff:') && address.includes('.') ? address.slice(7) : address;
}

function walkBack(socket: string, forwardedFor: string, trusted: TrustedProxies): string {
  let current = socket;
  let end = forwardedFor.length;

  for (let hop = 0; hop < maxHops && end > 0 && isTrusted(current, trusted); hop += 1) {
    const comma = forwardedFor.lastIndexOf(',', end - 1);
    const claimed = addressIn(forwardedFor.slice(comma + 1, end));
    if (claimed === null) return current;
    current = claimed;
    end = Math.max(comma, 0);
  }
  return current;
}

/** One entry of X-Forwarded-For, with or without a port; null when it is no address. */
function addressIn(entry: string): string | null {
  const text = entry.trim();
  if (text.length > 64 || text.includes('%')) return null;

  const [, bracketed] = /^\[([0-9a-fA-F:.]+)\](?::\d{1,5})?$/.exec(text) ?? [];
  const [, withPort] = /^(\d{1,3}(?:\.\d{1,3}){3}):\d{1,5}$/.exec(text) ?? [];
  const bare = bracketed ?? withPort ?? text;
  if (!ipaddr.IPv4.isValidFourPartDecimal(bare) && !ipaddr.IPv6.isValid(bare)) return null;
  return ipaddr.process(bare).toString();
}

function isTrusted(address: string, trusted: TrustedProxies): boolean {
  if (!ipaddr.isValid(address)) return false;
  const parsed = ipaddr.process(address);

  return trusted.some(([network, bits]) => {
    return parsed.kind() === network.kind() && parsed.match(network, bits);
  });
}

/**
 * The key for limits: the address itself, or the /64 of an IPv6 address, which is one customer's
 * network.
 */
export function addressNetwork(address: string): string {
  if (!address.includes(':') || !ipaddr.IPv6.isValid(address)) return address;
  const parts = ipaddr.IPv6.parse(address).parts.slice(0, 4);
  return `${parts.map((part) => part.toString(16)).join(':')}::/64`;
}
