import type { Paint, Painting } from '#core/accounts/pictures/ports';
import { slots } from '#core/shared/limits/slots';
import { Refusal } from '#core/shared/refusal';
import { bare, outlineOf } from './jpeg-outline.ts';

const quality = 85;
/** A picture of this size needs 100 MB while it is decoded. */
const maxPixels = 25_000_000;
/** Limit of scans. Each scan is a pass over all pixels, and a small file can contain thousands. */
const maxScans = 32;
/** One picture is processed at a time, and the others wait. */
const limits = { perKey: 1, total: 1, waiting: 7, refusal: busy };

/** The longest side of a picture, in pixels, and which pictures are refused. */
type Shape = {
  readonly edgePx: number;
  readonly isSquare: boolean;
  readonly leastPx: number;
};

const square: Shape = { edgePx: 512, isSquare: true, leastPx: 1 };
/** Networks show a large picture from 200 px on, and 1,200 px are enough for the sharpest screens. */
const free: Shape = { edgePx: 1200, isSquare: false, leastPx: 200 };

/**
 * Decodes and encodes pictures again, on a thread of the runtime: the results are JPEGs without
 * metadata, `portrait` square with at most 512 px a side, `preview` of any shape with at most
 * 1,200 px and at least 200. Refuses `unavailable` when many wait.
 */
export function picturePainter(): { readonly portrait: Paint; readonly preview: Paint } {
  const turns = slots(limits);

  const painted =
    (shape: Shape): Paint =>
    async (jpeg) => {
      const outline = outlineOf(jpeg);
      if (outline === null || outline.scans > maxScans) return refused('no picture');
      const { width, height } = outline;
      if (width * height > maxPixels) return refused('too many pixels');
      if (shape.isSquare && width !== height) return refused('not square');
      if (Math.min(width, height) < shape.leastPx) return refused('too small');

      return turns.run(['picture'], () => paint(jpeg, sizeOf(width, height, shape.edgePx)));
    };
  return { portrait: painted(square), preview: painted(free) };
}

type Size = { readonly width: number; readonly height: number };

/** The size of the picture when it is scaled so that no side is longer than `edgePx`. */
function sizeOf(width: number, height: number, edgePx: number): Size {
  const share = Math.min(1, edgePx / Math.max(width, height));
  const scaled = (px: number) => Math.max(1, Math.round(px * share));
  return { width: scaled(width), height: scaled(height) };
}

async function paint(jpeg: Uint8Array<ArrayBuffer>, { width, height }: Size): Promise<Painting> {
  try {
    const painting = new Bun.Image(jpeg, { maxPixels }).resize(width, height).jpeg({ quality });
    return { kind: 'portrait', jpeg: bare(await painting.bytes()) };
  } catch (error) {
    if (!isUnreadable(error)) throw error;
    return refused('no picture');
  }
}

function refused(why: Extract<Painting, { kind: 'refused' }>['why']): Painting {
  return { kind: 'refused', why };
}

/** Whether the picture itself is invalid. */
function isUnreadable(error: unknown): boolean {
  if (!(error instanceof Error) || !('code' in error)) return false;
  return String(error.code).startsWith('ERR_IMAGE_') && error.code !== 'ERR_IMAGE_ENCODE_FAILED';
}

function busy(): Refusal {
  const message = 'Too many pictures are being uploaded right now. Please try again in a moment.';
  return new Refusal('unavailable', message, { retryAfterSeconds: 2 });
}
