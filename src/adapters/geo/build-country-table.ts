import { type CityResponse, Reader } from 'maxmind';
import { readPlace } from './city-record.ts';
import { type CountryTable, packCountry } from './country-table.ts';

/** The country depends on this many leading bits of an IPv6 address. */
const ipv6Bits = 64;
const ipv4Bits = 32;
/** The number of leading zero bits of an IPv4 address in a tree of IPv6 addresses. */
const ipv4At = 96;

/**
 * Reads the countries out of city databases: one for both address families, or one for each. Takes
 * up to half a minute and 600 MB for the bundled data, so it runs on a thread of its own. A file that
 * is null has unknown countries.
 */
export function buildCountryTable(files: {
  readonly ipv4: Buffer | null;
  readonly ipv6: Buffer | null;
}): CountryTable {
  const v4 = rangesIn(files.ipv4, 4);
  const v6 = rangesIn(files.ipv6, 6);
  return {
    ipv4: { starts: Uint32Array.from(v4.high), countries: Uint16Array.from(v4.countries) },
    ipv6: {
      high: Uint32Array.from(v6.high),
      low: Uint32Array.from(v6.low),
      countries: Uint16Array.from(v6.countries),
    },
  };
}

/** For IPv4, `high` is the whole address. */
type Ranges = { readonly high: number[]; readonly low: number[]; readonly countries: number[] };

/** A part of the tree, and the bits of an address that lead to it. */
type Place = {
  readonly node: number;
  readonly depth: number;
  readonly high: number;
  readonly low: number;
};

function rangesIn(file: Buffer | null, family: 4 | 6): Ranges {
  const ranges: Ranges = { high: [0], low: [0], countries: [0] };
  if (file === null) return ranges;
  const reader = new Reader<CityResponse>(file);
  const { nodeCount, recordSize, ipVersion } = reader.metadata;
  const child = children(file, recordSize);
  const bits = family === 4 ? ipv4Bits : ipv6Bits;
  const known = new Map<number, number>();
  const countryOf = (place: Place): number => {
    if (place.node <= nodeCount) return 0;
    const found = known.get(place.node);
    if (found !== undefined) return found;
    const country = packCountry(readPlace(reader.get(addressOf(place, family))).country);
    known.set(place.node, country);
    return country;
  };
  const add = (place: Place): void => {
    const { high, low } = place;
    const country = countryOf(place);
    if (ranges.countries.at(-1) === country) return;
    if (ranges.high.at(-1) === high && ranges.low.at(-1) === low) {
      ranges.countries[ranges.countries.length - 1] = country;
      return;
    }
    ranges.high.push(high);
    ranges.low.push(low);
    ranges.countries.push(country);
  };

  const isMapped = family === 4 && ipVersion === 6;
  const root = isMapped ? ipv4Root(child, nodeCount) : 0;
  const waiting: Place[] = [{ node: root, depth: 0, high: 0, low: 0 }];
  for (let place = waiting.pop(); place !== undefined; place = waiting.pop()) {
    const { node, depth, high, low } = place;
    if (node >= nodeCount) add(place);
    else if (depth >= bits) {
      // When the country changes within a /64 network, the first country is used for the whole
      // network.
      waiting.push({ node: child(node, 0), depth, high, low });
    } else {
      const right =
        depth < 32
          ? { high: high + 2 ** (31 - depth), low }
          : { high, low: low + 2 ** (63 - depth) };
      waiting.push({ node: child(node, 1), depth: depth + 1, ...right });
      waiting.push({ node: child(node, 0), depth: depth + 1, high, low });
    }
  }
  return ranges;
}

/** The node of the IPv4 addresses in a tree of IPv6 addresses. */
function ipv4Root(child: (node: number, bit: 0 | 1) => number, nodeCount: number): number {
  let node = 0;
  for (let depth = 0; depth < ipv4At && node < nodeCount; depth += 1) node = child(node, 0);
  return node;
}

/** The children of the tree's nodes, in the three sizes of MaxMind's format. */
function children(file: Buffer, recordSize: number): (node: number, bit: 0 | 1) => number {
  switch (recordSize) {
    case 24:
      return (node, bit) => file.readUIntBE(node * 6 + bit * 3, 3);
    case 28:
      return (node, bit) => {
        const at = node * 7;
        const middle = file[at + 3] ?? 0;
        return bit === 0
          ? ((middle & 0xf0) << 20) | file.readUIntBE(at, 3)
          : ((middle & 0x0f) << 24) | file.readUIntBE(at + 4, 3);
      };
    default:
      return (node, bit) => file.readUInt32BE(node * 8 + bit * 4);
  }
}

function addressOf({ high, low }: Place, family: 4 | 6): string {
  if (family === 4) {
    return [high >>> 24, (high >>> 16) & 0xff, (high >>> 8) & 0xff, high & 0xff].join('.');
  }
  const groups = [high >>> 16, high & 0xffff, low >>> 16, low & 0xffff];
  return `${groups.map((group) => group.toString(16)).join(':')}::`;
}
