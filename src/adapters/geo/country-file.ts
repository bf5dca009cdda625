import { readFile, rename, rm, writeFile } from 'node:fs/promises';
import type { CountryTable } from './country-table.ts';

/**
 * A table on disk, so that it is built once for each data file: a line of JSON with the lengths and
 * what the table was built from, then the numbers in the machine's byte order, then their CRC32.
 */
type Head = {
  readonly format: string;
  readonly source: string;
  readonly ipv4: number;
  readonly ipv6: number;
};

const format = `waypost countries 1 ${new Uint8Array(new Uint16Array([1]).buffer)[0] === 1 ? 'le' : 'be'}`;
const align = 8;

/** Reads the table that was built from `source`; null: there is none, or it is damaged. */
export async function readTable(file: string, source: string): Promise<CountryTable | null> {
  const bytes = await bytesOf(file);
  const end = bytes === null ? -1 : bytes.indexOf(0x0a);
  if (bytes === null || end < 0) return null;
  const head = headIn(bytes.toString('utf8', 0, end));
  if (head === null || head.format !== format || head.source !== source) return null;
  const from = padded(end + 1);
  const size = 4 * head.ipv4 + 8 * head.ipv6 + 2 * (head.ipv4 + head.ipv6);
  if (bytes.length !== from + size + 4) return null;
  const numbers = bytes.subarray(from, from + size);
  if (bytes.readUInt32LE(from + size) !== Bun.hash.crc32(numbers)) return null;
  return tableIn(new Uint8Array(numbers).buffer, head);
}

/** Writes the table, whole or not at all. */
export async function writeTable(
  file: string,
  source: string,
  { ipv4, ipv6 }: CountryTable,
): Promise<void> {
  const head = { format, source, ipv4: ipv4.starts.length, ipv6: ipv6.high.length };
  const line = `${JSON.stringify(head)}\n`;
  const parts = [ipv4.starts, ipv6.high, ipv6.low, ipv4.countries, ipv6.countries];
  const numbers = Buffer.concat(parts.map((part) => Buffer.from(part.buffer)));
  const check = Buffer.alloc(4);
  check.writeUInt32LE(Bun.hash.crc32(numbers));
  const length = Buffer.byteLength(line);
  const gap = Buffer.alloc(padded(length) - length);
  const temporary = `${file}.new`;
  try {
    await writeFile(temporary, Buffer.concat([Buffer.from(line), gap, numbers, check]));
    await rename(temporary, file);
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
}

function tableIn(numbers: ArrayBuffer, { ipv4, ipv6 }: Head): CountryTable {
  let at = 0;
  const words = (length: number): Uint32Array => {
    const part = new Uint32Array(numbers, at, length);
    at += 4 * length;
    return part;
  };
  const [starts, high, low] = [words(ipv4), words(ipv6), words(ipv6)];
  return {
    ipv4: { starts, countries: new Uint16Array(numbers, at, ipv4) },
    ipv6: { high, low, countries: new Uint16Array(numbers, at + 2 * ipv4, ipv6) },
  };
}

function padded(length: number): number {
  return Math.ceil(length / align) * align;
}

async function bytesOf(file: string): Promise<Buffer | null> {
  try {
    return await readFile(file);
  } catch {
    // Without the file, the table is built again.
    return null;
  }
}

function headIn(line: string): Head | null {
  try {
    return parse(line);
  } catch {
    return null;
  }
}

const parse: (json: string) => Head = JSON.parse;
