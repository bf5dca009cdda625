/** A network, as the leading bits of an address, and its country. */
export type CountryNetwork = { readonly bits: string; readonly country: string };

type Node = [Node | number | null, Node | number | null];

/**
 * A small city database in MaxMind's format (version 2.0, records of 24 bits, DB-IP's flat
 * records). Later networks replace what earlier ones cover.
 */
export function tinyCityDatabase(ipVersion: 4 | 6, networks: readonly CountryNetwork[]): Buffer {
  const countries = [...new Set(networks.map(({ country }) => country))];
  const records = countries.map((country) => map([['country_code', text(country)]]));
  const offsets = records.map((_, at) => Buffer.concat(records.slice(0, at)).length);
  const root: Node = [null, null];
  for (const { bits, country } of networks) put(root, bits, countries.indexOf(country));

  const nodes: Node[] = [];
  collect(root, nodes);
  const tree = Buffer.alloc(nodes.length * 6);
  for (const [at, node] of nodes.entries()) {
    for (const side of [0, 1] as const) {
      const child = node[side];
      const value =
        child === null
          ? nodes.length
          : typeof child === 'number'
            ? nodes.length + 16 + (offsets[child] ?? 0)
            : nodes.indexOf(child);
      tree.writeUIntBE(value, at * 6 + side * 3, 3);
    }
  }
  const metadata = map([
    ['node_count', uint32(nodes.length)],
    ['record_size', uint16(24)],
    ['ip_version', uint16(ipVersion)],
    ['binary_format_major_version', uint16(2)],
    ['binary_format_minor_version', uint16(0)],
    ['database_type', text('tiny city')],
    ['languages', Buffer.from([0x00, 0x04])],
    ['build_epoch', uint32(1_760_000_000)],
    ['description', map([])],
  ]);
  const position = Buffer.concat([Buffer.from([0xab, 0xcd, 0xef]), Buffer.from('MaxMind.com')]);
  return Buffer.concat([tree, Buffer.alloc(16), ...records, position, metadata]);
}

function put(root: Node, bits: string, country: number): void {
  let node = root;
  for (const bit of bits.slice(0, -1)) {
    const side = bit === '1' ? 1 : 0;
    const child = node[side];
    const next: Node = child !== null && typeof child !== 'number' ? child : [child, child];
    node[side] = next;
    node = next;
  }
  node[bits.endsWith('1') ? 1 : 0] = country;
}

function collect(node: Node, into: Node[]): void {
  into.push(node);
  for (const child of node) if (child !== null && typeof child !== 'number') collect(child, into);
}

function text(value: string): Buffer {
  return Buffer.concat([Buffer.from([0x40 | value.length]), Buffer.from(value)]);
}

function uint16(value: number): Buffer {
  return Buffer.from([0xa2, value >> 8, value & 0xff]);
}

function uint32(value: number): Buffer {
  const bytes = Buffer.alloc(5, 0xc4);
  bytes.writeUInt32BE(value, 1);
  return bytes;
}

function map(entries: readonly (readonly [string, Buffer])[]): Buffer {
  const parts = entries.flatMap(([name, value]) => [text(name), value]);
  return Buffer.concat([Buffer.from([0xe0 | entries.length]), ...parts]);
}
