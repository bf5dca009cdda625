/** The leading bits of an address, which identify its network. */
export type Network = { readonly family: 4 | 6; readonly text: string };

const ipv4 = /^\d{1,3}\.\d{1,3}\.\d{1,3}\.\d{1,3}$/;
const hexGroup = /^[0-9a-fA-F]{1,4}$/;
const ipv4Tail = /\d{1,3}(?:\.\d{1,3}){3}$/;

/** An address as numbers: four octets, or eight groups. */
type Parsed = { readonly family: 4 | 6; readonly parts: readonly number[] };

/** The address that was parsed last: the steps of one visit read the same. */
let last: { readonly address: string; readonly parsed: Parsed | null } | null = null;

/**
 * The first `bits` bits (a multiple of 8 for IPv4, of 16 for IPv6) of an address, the others zero,
 * in one canonical spelling. Null when the text is no address.
 */
export function networkOf(
  address: string,
  bits: { readonly ipv4: number; readonly ipv6: number },
): Network | null {
  if (last?.address !== address) last = { address, parsed: parse(address) };
  const { parsed } = last;
  if (parsed === null) return null;
  const { family, parts } = parsed;
  return {
    family,
    text: family === 4 ? dotted(parts, bits.ipv4 / 8) : hexed(parts, bits.ipv6 / 16),
  };
}

function dotted(octets: readonly number[], kept: number): string {
  const [first, second, third, fourth] = octets.map((octet, index) => (index < kept ? octet : 0));
  return `${first}.${second}.${third}.${fourth}`;
}

function hexed(groups: readonly number[], kept: number): string {
  let text = '';
  for (const group of groups.slice(0, kept)) text += `${group.toString(16)}:`;
  return kept === groups.length ? text.slice(0, -1) : `${text}:`;
}

function parse(address: string): Parsed | null {
  if (ipv4.test(address)) {
    const octets = address.split('.').map(Number);
    return octets.some((octet) => octet > 255) ? null : { family: 4, parts: octets };
  }
  const groups = ipv6Groups(address);
  return groups && { family: 6, parts: groups };
}

/** The eight groups of an IPv6 address, without its zone. Null when the text is no IPv6 address. */
function ipv6Groups(address: string): number[] | null {
  const unzoned = address.includes('%') ? address.slice(0, address.indexOf('%')) : address;
  const text = unzoned.includes('.') ? unzoned.replace(ipv4Tail, twoGroups) : unzoned;
  const gap = text.indexOf('::');
  if (gap < 0) {
    const groups = groupsOf(text);
    return groups?.length === 8 ? groups : null;
  }
  const [head, tail] = [groupsOf(text.slice(0, gap)), groupsOf(text.slice(gap + 2))];
  if (head === null || tail === null || head.length + tail.length > 7) return null;
  while (head.length + tail.length < 8) head.push(0);
  return [...head, ...tail];
}

/** Hexadecimal groups between colons, none in an empty text. Null for anything else. */
function groupsOf(text: string): number[] | null {
  if (text === '') return [];
  const groups: number[] = [];
  for (const group of text.split(':')) {
    if (!hexGroup.test(group)) return null;
    groups.push(Number.parseInt(group, 16));
  }
  return groups;
}

/** An embedded IPv4 address as two groups; an invalid group when it is no address. */
function twoGroups(address: string): string {
  const [first = 0, second = 0, third = 0, fourth = 0] = address.split('.').map(Number);
  if ([first, second, third, fourth].some((octet) => octet > 255)) return 'invalid';
  return `${(first * 256 + second).toString(16)}:${(third * 256 + fourth).toString(16)}`;
}
