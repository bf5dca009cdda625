/** A whole number from 0 to 2^31 - 1 in groups of 7 bits, the lowest first (LEB128). */
export function varint(value: number): Uint8Array {
  const bytes: number[] = [];
  let rest = value;
  for (; rest >= 0x80; rest >>>= 7) bytes.push((rest & 0x7f) | 0x80);
  return Uint8Array.from([...bytes, rest]);
}

/** One text: its length in bytes, and its UTF-8. */
export function string(text: string): Uint8Array {
  return strings([text]);
}

/** Numbers of 64 bits, little-endian. */
export function words(...values: readonly number[]): Uint8Array {
  return bytesOf(BigUint64Array.from(values, BigInt));
}

/** The bytes of typed numbers: little-endian on every platform of Bun, as in ClickHouse. */
export function bytesOf(numbers: ArrayBufferView): Uint8Array {
  return new Uint8Array(numbers.buffer, numbers.byteOffset, numbers.byteLength);
}

/** UTF-8 has at most 3 bytes for each unit of a string. */
const bytesPerUnit = 3;
/** The length in bytes of a text with at most this many units is a varint of one byte. */
const shortUnits = Math.floor(0x7f / bytesPerUnit);
const varintBytes = 5;

/** Texts one after another, each with its length in bytes before it. */
export function strings(texts: readonly string[]): Uint8Array {
  let bytes = Buffer.allocUnsafe(texts.length * 24 + 64);
  let at = 0;
  for (const text of texts) {
    const most = text.length * bytesPerUnit + varintBytes;
    if (at + most > bytes.length) bytes = Buffer.concat([bytes], bytes.length * 2 + most);
    if (text.length <= shortUnits) {
      const length = text === '' ? 0 : bytes.write(text, at + 1);
      bytes[at] = length;
      at += length + 1;
    } else {
      const length = varint(Buffer.byteLength(text));
      bytes.set(length, at);
      at += length.length;
      at += bytes.write(text, at);
    }
  }
  return bytes.subarray(0, at);
}
