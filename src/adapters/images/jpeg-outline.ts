/** The structure of a JPEG, without its pixels. */
export type JpegOutline = {
  readonly width: number;
  readonly height: number;
  /** Passes over the whole picture; a progressive one has about ten. */
  readonly scans: number;
  /** The segments up to the end of the picture; bytes after it belong to none. */
  readonly parts: readonly JpegPart[];
};

type JpegPart = { readonly marker: number; readonly start: number; readonly end: number };

const markers = { start: 0xd8, end: 0xd9, scan: 0xda, comment: 0xfe } as const;
/** Baseline, extended and progressive: the kinds in use. */
const frames = new Set([0xc0, 0xc1, 0xc2]);

/**
 * Parses a JPEG (ITU-T T.81, annex B) from its first byte to its end marker; null when it is no
 * JPEG, when it ends too early, or when it does not have exactly one frame.
 */
export function outlineOf(bytes: Uint8Array): JpegOutline | null {
  const parts = partsOf(bytes);
  const found = parts?.filter(({ marker }) => frames.has(marker)) ?? [];
  const [frame] = found;
  if (parts === null || frame === undefined || found.length > 1) return null;

  const height = word(bytes, frame.start + 5);
  const width = word(bytes, frame.start + 7);
  const scans = parts.filter(({ marker }) => marker === markers.scan).length;
  return height > 0 && width > 0 && scans > 0 ? { width, height, scans, parts } : null;
}

/** The JPEG without metadata: profiles, places, names, comments. */
export function bare(bytes: Uint8Array): Uint8Array {
  const { parts } = outlineOf(bytes) ?? { parts: [] };
  const kept = parts.filter(({ marker }) => !isRemark(marker));
  return Buffer.concat(kept.map(({ start, end }) => bytes.subarray(start, end)));
}

/** APP1 to APP15 and COM; APP0 is the format's own. */
function isRemark(marker: number): boolean {
  return (marker >= 0xe1 && marker <= 0xef) || marker === markers.comment;
}

function partsOf(bytes: Uint8Array): JpegPart[] | null {
  if (bytes[0] !== 0xff || bytes[1] !== markers.start) return null;
  const parts: JpegPart[] = [{ marker: markers.start, start: 0, end: 2 }];

  for (let start = 2; ;) {
    // A marker may have padding before it.
    while (bytes[start] === 0xff && bytes[start + 1] === 0xff) start += 1;
    const marker = bytes[start + 1];
    if (bytes[start] !== 0xff || marker === undefined) return null;
    const end = marker === markers.end ? start + 2 : endOf(bytes, start, marker);
    if (end === null) return null;
    parts.push({ marker, start, end });
    if (marker === markers.end) return parts;
    start = end;
  }
}

/** The end of the segment whose marker is at `start`; null when it is cut off. */
function endOf(bytes: Uint8Array, start: number, marker: number): number | null {
  if (marker < 0xc0 || (marker >= 0xd0 && marker <= 0xd8)) return null;
  const length = start + 3 < bytes.length ? word(bytes, start + 2) : 0;
  const end = start + 2 + length;
  if (length < 2 || end > bytes.length) return null;
  return marker === markers.scan ? endOfScan(bytes, end) : end;
}

/** The end of the entropy-coded bytes from `start`: the next marker that is not part of them. */
function endOfScan(bytes: Uint8Array, start: number): number | null {
  for (let at = bytes.indexOf(0xff, start); at >= 0; at = bytes.indexOf(0xff, at + 1)) {
    const next = bytes[at + 1] ?? 0;
    const isCoded = next === 0 || next === 0xff || (next >= 0xd0 && next <= 0xd7);
    if (!isCoded) return at;
  }
  return null;
}

/** Two bytes, big-endian. */
function word(bytes: Uint8Array, at: number): number {
  return ((bytes[at] ?? 0) << 8) | (bytes[at + 1] ?? 0);
}
