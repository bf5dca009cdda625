/** The leading bits of an address, which identify its network. */
export type Network = { readonly family: 4 | 6; readonly text: string };

const ipv4 = /^(\d{1,3})\.(\d{1,3})\.(\d{1,3})\.(\d{1,3})$/;
const ipv4Tail = /\d{1,3}(?:\.\d{1,3}){3}$/;

/**
 * The first `bits` bits (a multiple of 8 for IPv4, of 16 for IPv6) of an address, the others zero,
 * in one canonical spelling. Null when the text is no address.
 */
export function networkOf(
  address: string,
  bits: { readonly ipv4: number; readonly ipv6: number },
): Network | null {
  const octets = ipv4.exec(address)?.slice(1).map(Number);
  if (octets) {
    if (octets.some((octet) => octet > 255)) return null;
    return { family: 4, text: octets.fill(0, bits.ipv4 / 8).join('.') };
  }
  const groups = ipv6Groups(address);
  if (groups === null) return null;
  const kept = groups.slice(0, bits.ipv6 / 16).map((group) => group.toString(16));
  return { family: 6, text: kept.length === 8 ? kept.join(':') : `${kept.join(':')}::` };
}

/** The eight groups of an IPv6 address, without its zone. Null when the text is no IPv6 address. */
function ipv6Groups(address: string): number[] | null {
  const [unzoned = ''] = address.split('%', 1);
  const text = unzoned.replace(ipv4Tail, twoGroups);
  const halves = text.split('::');
  if (halves.length > 2 || !text.includes(':')) return null;

  const [head, tail] = [groupsOf(halves[0] ?? ''), groupsOf(halves[1] ?? '')];
  if (head === null || tail === null) return null;
  const missing = 8 - head.length - tail.length;
  if (halves.length === 2 ? missing < 1 : missing !== 0) return null;
  return [...head, ...Array<number>(missing).fill(0), ...tail];
}

function groupsOf(text: string): number[] | null {
  if (text === '') return [];
  const groups = text.split(':');
  return groups.every((group) => /^[0-9a-fA-F]{1,4}$/.test(group))
    ? groups.map((group) => Number.parseInt(group, 16))
    : null;
}

/** An embedded IPv4 address as two groups; an invalid group when it is no address. */
function twoGroups(address: string): string {
  const [first = 0, second = 0, third = 0, fourth = 0] = address.split('.').map(Number);
  if ([first, second, third, fourth].some((octet) => octet > 255)) return 'invalid';
  return `${(first * 256 + second).toString(16)}:${(third * 256 + fourth).toString(16)}`;
}
