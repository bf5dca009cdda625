import { BadValue } from './bad-value.ts';
import type { Column } from './block.ts';

const byteCount = 16;
/** The position of each byte in a UUID's text, in ClickHouse's order: two little-endian numbers. */
const places = [16, 14, 11, 9, 6, 4, 2, 0, 34, 32, 30, 28, 26, 24, 21, 19];
const textLength = 36;
const noDigit = 0x100;
/** The value of each hexadecimal digit, by its character code. */
const digits = Uint16Array.from({ length: 128 }, (_, code) => {
  const digit = Number.parseInt(String.fromCharCode(code), 16);
  return Number.isNaN(digit) ? noDigit : digit;
});

/** UUIDs in their usual text. */
export function uuid<Row>(read: (row: Row) => string): Column<Row> {
  return (rows) => {
    const data = new Uint8Array(rows.length * byteCount);
    let at = 0;
    let before = '';
    for (const row of rows) {
      const value = read(row);
      if (value === before) data.copyWithin(at, at - byteCount, at);
      else write(value, data, at);
      before = value;
      at += byteCount;
    }
    return { type: 'UUID', data };
  };
}

function write(value: string, data: Uint8Array, from: number): void {
  let all = value.length === textLength ? 0 : noDigit;
  let at = from;
  for (const place of places) {
    const byte = (digitAt(value, place) << 4) | digitAt(value, place + 1);
    all |= byte;
    data[at] = byte;
    at += 1;
  }
  if (all >= noDigit) throw new BadValue('UUID');
}

function digitAt(value: string, place: number): number {
  return digits[value.charCodeAt(place)] ?? noDigit;
}
