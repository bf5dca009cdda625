import type { ChangeAvatarPorts } from '#core/accounts/pictures/change-avatar';
import { serialized } from '#core/shared/serialized';
import { Refusal } from '#core/shared/refusal';
import { bare, outlineOf } from './jpeg-outline.ts';

const edgePx = 512;
const quality = 85;
/** Needs 100 MB while it is decoded. */
const maxPixels = 25_000_000;
/** Each one is a pass over all pixels, and a small file can contain thousands. */
const maxScans = 32;
/** One picture is processed at a time; with this many waiting, the next one is refused. */
const maxWaiting = 8;

/**
 * Decodes and encodes pictures again, on a thread of the runtime: the result is a square JPEG of at
 * most 512 px a side, without metadata. Refuses `unavailable` when many wait.
 */
export function portraits(): ChangeAvatarPorts['paint'] {
  const turns = serialized();
  let waiting = 0;

  return async (jpeg) => {
    const outline = outlineOf(jpeg);
    if (outline === null || outline.scans > maxScans) return { kind: 'refused', why: 'no picture' };
    const { width, height } = outline;
    if (width * height > maxPixels) return { kind: 'refused', why: 'too many pixels' };
    if (width !== height) return { kind: 'refused', why: 'not square' };

    if (waiting >= maxWaiting) throw busy();
    waiting += 1;
    try {
      return await turns('picture', () => paint(jpeg, Math.min(width, edgePx)));
    } finally {
      waiting -= 1;
    }
  };
}

async function paint(jpeg: Uint8Array<ArrayBuffer>, px: number) {
  try {
    const painting = new Bun.Image(jpeg, { maxPixels }).resize(px, px).jpeg({ quality });
    return { kind: 'portrait', jpeg: bare(await painting.bytes()) } as const;
  } catch (error) {
    if (!isUnreadable(error)) throw error;
    return { kind: 'refused', why: 'no picture' } as const;
  }
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
