/** The leading bits of an address, which identify its network. */
export type Network = { readonly family: 4 | 6; readonly text: string };

const ipv4Tail = /\d{1,3}(?:\.\d{1,3}){3}$/;

/** An address as numbers: four octets, or eight groups. */
type Parsed = { readonly family: 4 | 6; readonly parts: readonly number[] };

/** The address that was parsed last, because several steps of one visit parse the same address. */
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
  const [first, second, third, fourth] = octets;
  if (kept === 4) return `${first}.${second}.${third}.${fourth}`;
  return `${first}.${kept > 1 ? second : 0}.${kept > 2 ? third : 0}.0`;
}

function hexed(groups: readonly number[], kept: number): string {
  let text = '';
  for (let at = 0; at < kept; at += 1) text += `${(groups[at] ?? 0).toString(16)}:`;
  return kept === groups.length ? text.slice(0, -1) : `${text}:`;
}

function parse(address: string): Parsed | null {
  const octets = octetsOf(address);
  if (octets !== null) return { family: 4, parts: octets };
  const groups = ipv6Groups(address);
  return groups && { family: 6, parts: groups };
}

const [dot, colon, zero, nine] = [0x2e, 0x3a, 0x30, 0x39];
const [lowerA, lowerF, toLower] = [0x61, 0x66, 0x20];

/**
 * The four numbers of an IPv4 address, each of one to three digits. Null for any other text. Reads
 * characters instead of matching patterns, because it runs for each click.
 */
function octetsOf(text: string): number[] | null {
  const octets: number[] = [];
  let [value, digits] = [0, 0];
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code >= zero && code <= nine && digits < 3) {
      value = value * 10 + code - zero;
      digits += 1;
    } else if (code === dot && digits > 0 && octets.length < 3 && value <= 255) {
      octets.push(value);
      value = 0;
      digits = 0;
    } else {
      return null;
    }
  }
  if (octets.length < 3 || digits === 0 || value > 255) return null;
  octets.push(value);
  return octets;
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
  const groups: number[] = [];
  if (text === '') return groups;
  let [value, digits] = [0, 0];
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === colon && digits > 0) {
      groups.push(value);
      value = 0;
      digits = 0;
    } else {
      const digit = hexDigit(code);
      if (digit < 0 || digits === 4) return null;
      value = value * 16 + digit;
      digits += 1;
    }
  }
  if (digits === 0) return null;
  groups.push(value);
  return groups;
}

/** The value of a hexadecimal digit's character code; -1 for any other. */
function hexDigit(code: number): number {
  if (code >= zero && code <= nine) return code - zero;
  const lower = code | toLower;
  return lower >= lowerA && lower <= lowerF ? lower - lowerA + 10 : -1;
}

/** An embedded IPv4 address as two groups; an invalid group when it is no address. */
function twoGroups(address: string): string {
  const [first = 0, second = 0, third = 0, fourth = 0] = address.split('.').map(Number);
  if ([first, second, third, fourth].some((octet) => octet > 255)) return 'invalid';
  return `${(first * 256 + second).toString(16)}:${(third * 256 + fourth).toString(16)}`;
}
