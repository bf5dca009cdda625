import { BadValue } from './bad-value.ts';
import type { Column } from './block.ts';
import { bytesOf, strings } from './bytes.ts';

const integers = { UInt8: Uint8Array, UInt32: Uint32Array } as const;

export function uint<Row>(type: keyof typeof integers, read: (row: Row) => number): Column<Row> {
  return (rows) => {
    const numbers = new integers[type](rows.length);
    let at = 0;
    for (const row of rows) {
      const value = read(row);
      numbers[at] = value;
      if (numbers[at] !== value) throw new BadValue(type);
      at += 1;
    }
    return { type, data: bytesOf(numbers) };
  };
}

/** Values from 0 to 2^64 - 1. */
export function uint64<Row>(read: (row: Row) => bigint): Column<Row> {
  return (rows) => {
    const numbers = new BigUint64Array(rows.length);
    let at = 0;
    for (const row of rows) {
      numbers[at] = read(row);
      at += 1;
    }
    return { type: 'UInt64', data: bytesOf(numbers) };
  };
}

const latestMs = Date.UTC(2299, 11, 31);

/** Times in epoch milliseconds, from 1970 to 2299. */
export function instant<Row>(read: (row: Row) => number): Column<Row> {
  const type = "DateTime64(3, 'UTC')";
  return (rows) => {
    // Two halves for each number of 64 bits: faster than a BigInt.
    const halves = new Uint32Array(rows.length * 2);
    let at = 0;
    for (const row of rows) {
      const atMs = read(row);
      if (!(atMs >= 0 && atMs <= latestMs)) throw new BadValue(type);
      halves[at] = atMs;
      halves[at + 1] = atMs / 2 ** 32;
      at += 2;
    }
    return { type, data: bytesOf(halves) };
  };
}

/** Names that stand for the numbers from 1 on. */
export function enum8<Row, Name extends string>(
  names: readonly Name[],
  read: (row: Row) => Name,
): Column<Row> {
  const type = `Enum8(${names.map((name, index) => `'${name}' = ${index + 1}`).join(', ')})`;
  return (rows) => {
    const data = new Uint8Array(rows.length);
    let at = 0;
    for (const row of rows) {
      data[at] = names.indexOf(read(row)) + 1;
      at += 1;
    }
    return { type, data };
  };
}

export function text<Row>(read: (row: Row) => string): Column<Row> {
  return (rows) => ({ type: 'String', data: strings(rows.map(read)) });
}
