import type { ChangeAvatarPorts } from '#core/accounts/pictures/change-avatar';
import { serialized } from '#core/shared/serialized';
import { Refusal } from '#core/shared/refusal';
import { bare, outlineOf } from './jpeg-outline.ts';

const edgePx = 512;
const quality = 85;
/** A hundred megabytes while it is painted. */
const maxPixels = 25_000_000;
/** Each costs a pass over all pixels, and a small file can ask for thousands. */
const maxScans = 32;
/** One is painted at a time; whoever finds so many waiting is refused. */
const maxWaiting = 8;

/**
 * Paints pictures anew, on a thread of the runtime's: a square JPEG of at most 512 px a side, with
 * nothing in it but the picture. Refuses `unavailable` when many wait.
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

/** Whether the picture is at fault. */
function isUnreadable(error: unknown): boolean {
  if (!(error instanceof Error) || !('code' in error)) return false;
  return String(error.code).startsWith('ERR_IMAGE_') && error.code !== 'ERR_IMAGE_ENCODE_FAILED';
}

function busy(): Refusal {
  const message = 'Too many pictures are being uploaded right now. Please try again in a moment.';
  return new Refusal('unavailable', message, { retryAfterSeconds: 2 });
}
