const newline = 0x0a;

/** The bytes up to the last line end, which they include: a piece of a line after it is left out. */
export function wholeLines(bytes: Uint8Array): Uint8Array {
  return bytes.subarray(0, bytes.lastIndexOf(newline) + 1);
}

/** How many line ends the bytes have. `countLines` also counts a last line without one. */
export function countLineEnds(bytes: Uint8Array): number {
  let lines = 0;
  for (let at = bytes.indexOf(newline); at !== -1; at = bytes.indexOf(newline, at + 1)) lines += 1;
  return lines;
}
