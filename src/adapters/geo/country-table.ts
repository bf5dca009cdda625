/**
 * The country of every address as sorted ranges: a range ends where the next one begins. An IPv6
 * range is told by the first 64 bits of an address. A country is two letters in one number; 0:
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
  const octets = address.split('.').map(Number);
  const [first = 0, second = 0, third = 0, fourth = 0] = octets;
  const isAddress = octets.length === 4 && octets.every((octet) => octet >= 0 && octet <= 255);
  if (!isAddress) return '';
  const number = first * 16_777_216 + second * 65_536 + third * 256 + fourth;
  const at = lastIndex(ipv4.starts.length, (index) => (ipv4.starts[index] ?? 0) <= number);
  return unpack(ipv4.countries[at]);
}

/** The last index for which `isBefore` holds, of indexes for which it holds up to some point. */
function lastIndex(length: number, isBefore: (index: number) => boolean): number {
  let [from, to] = [-1, length - 1];
  while (from < to) {
    const middle = (from + to + 1) >> 1;
    if (isBefore(middle)) from = middle;
    else to = middle - 1;
  }
  return from;
}

function unpack(country: number | undefined): string {
  return country ? String.fromCharCode(country >> 8, country & 0xff) : '';
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
