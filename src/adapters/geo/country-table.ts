/**
 * The country of every address as sorted ranges: a range ends where the next one begins. IPv6
 * ranges use only the first 64 bits of an address. A country is two letters in one number; 0:
 * unknown. The bundled data makes 680,000 ranges: 5.5 MB.
 */
export type CountryTable = {
  readonly ipv4: { readonly starts: Uint32Array; readonly countries: Uint16Array };
  readonly ipv6: {
    readonly high: Uint32Array;
    readonly low: Uint32Array;
    readonly countries: Uint16Array;
  };
};

/** Packs a country's code of two letters; 0 for other text. */
export function packCountry(code: string): number {
  return /^[A-Z]{2}$/.test(code) ? code.charCodeAt(0) * 256 + code.charCodeAt(1) : 0;
}

const zero = 48;
/** A full stop, counted from the digit zero. */
const dot = -2;

/** The country of an address; empty when the text is no address, and when it is unknown. */
export function countryIn({ ipv4, ipv6 }: CountryTable, address: string): string {
  if (address.includes(':')) {
    const groups = firstGroups(address);
    if (groups === null) return '';
    const [first, second, third, fourth] = groups;
    const high = first * 65_536 + second;
    const low = third * 65_536 + fourth;
    const at = lastIndex(ipv6.high.length, (index) => {
      const start = ipv6.high[index] ?? 0;
      return start < high || (start === high && (ipv6.low[index] ?? 0) <= low);
    });
    return unpack(ipv6.countries[at]);
  }
  const number = numberOf(address);
  if (number < 0) return '';
  const at = lastIndex(ipv4.starts.length, (index) => (ipv4.starts[index] ?? 0) <= number);
  return unpack(ipv4.countries[at]);
}

/** An IPv4 address as one number; -1 for other text. Without arrays: it runs for every visit. */
function numberOf(address: string): number {
  let [number, octet, digits, dots] = [0, 0, 0, 0];
  for (let at = 0; at < address.length; at += 1) {
    const digit = address.charCodeAt(at) - zero;
    if (digit >= 0 && digit <= 9) {
      octet = octet * 10 + digit;
      digits += 1;
      if (octet > 255 || digits > 3) return -1;
    } else if (digit === dot && digits > 0 && dots < 3) {
      number = number * 256 + octet;
      [octet, digits] = [0, 0];
      dots += 1;
    } else {
      return -1;
    }
  }
  return dots === 3 && digits > 0 ? number * 256 + octet : -1;
}

/**
 * The last index for which `isBefore` is true. It must be true up to some index, and false after
 * it.
 */
function lastIndex(length: number, isBefore: (index: number) => boolean): number {
  let [from, to] = [-1, length - 1];
  while (from < to) {
    const middle = (from + to + 1) >> 1;
    if (isBefore(middle)) from = middle;
    else to = middle - 1;
  }
  return from;
}

/** A cache of codes by their number, because the same few are requested often. */
const codes: string[] = [];

function unpack(country: number | undefined): string {
  if (!country) return '';
  const known = codes[country];
  if (known !== undefined) return known;
  const code = String.fromCharCode(country >> 8, country & 0xff);
  codes[country] = code;
  return code;
}

/** The first four groups of an IPv6 address; null for other text. */
function firstGroups(address: string): readonly [number, number, number, number] | null {
  const [head = '', tail] = address.split('%', 1)[0]?.split('::') ?? [];
  const heads = head === '' ? [] : head.split(':');
  const tails = tail === undefined || tail === '' ? [] : tail.split(':');
  // A dotted IPv4 address at the end stands for two groups.
  const tailLength = tails.length + (tails.at(-1)?.includes('.') ? 1 : 0);
  const gap = tail === undefined ? 0 : Math.max(0, 8 - heads.length - tailLength);
  const groups = [...heads, ...Array.from({ length: gap }, () => '0'), ...tails]
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16));
  const [first, second, third, fourth] = groups;
  if (first === undefined || second === undefined || third === undefined) return null;
  if (fourth === undefined || groups.some((group) => !(group >= 0 && group <= 0xffff))) return null;
  return [first, second, third, fourth];
}
