import type { Column } from './block.ts';
import { bytesOf, strings, words } from './bytes.ts';

/** The version of the keys' serialization: the only one. */
const keysVersion = 1;
/** A flag: the block has its own keys, and uses none of an earlier block. */
const ownKeys = 1 << 9;

/**
 * Texts with few different values: each value once, and its index for each row.
 * https://clickhouse.com/docs/native-protocol/columns#lowcardinality
 */
export function lowCardinality<Row>(read: (row: Row) => string): Column<Row> {
  return (rows) => {
    const indexes = new Map<string, number>();
    const indexed = new Uint32Array(rows.length);
    let [at, before, index] = [0, '', -1];
    for (const row of rows) {
      const value = read(row);
      if (index < 0 || value !== before) {
        index = indexes.get(value) ?? indexes.size;
        indexes.set(value, index);
        before = value;
      }
      indexed[at] = index;
      at += 1;
    }
    const [width, narrow] = narrowest(indexed, indexes.size);
    const data = Buffer.concat([
      words(keysVersion, width | ownKeys, indexes.size),
      strings([...indexes.keys()]),
      words(rows.length),
      bytesOf(narrow),
    ]);
    return { type: 'LowCardinality(String)', data };
  };
}

/** Indexes in the smallest type that holds them, with the type's number. */
function narrowest(indexes: Uint32Array, keys: number): [width: number, indexes: ArrayBufferView] {
  if (keys <= 2 ** 8) return [0, Uint8Array.from(indexes)];
  if (keys <= 2 ** 16) return [1, Uint16Array.from(indexes)];
  return [2, indexes];
}
