/** Who waits: its groups from the widest to the narrowest, such as an account and a network. */
export type Asker = readonly string[];

/**
 * A network as an asker. Its wider group is its site (the first 24 bits of an IPv4 address, or 48
 * bits of an IPv6 one), because one stranger often has all addresses of a site.
 * @param network as limits count it: an IPv4 address or an IPv6 /64; empty when unknown
 */
export function networkAsker(network: string): Asker {
  const mark = network.includes(':') ? ':' : '.';
  return [network.split(mark).slice(0, 3).join(mark), network];
}
