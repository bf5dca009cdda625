import { centerCrop, convertToPixelCrop, makeAspectCrop, type PercentCrop } from 'react-image-crop';

const initialShare = 90;
const leastPx = 100;
const quality = 0.9;
/** The server shows half of it at most; more would only take longer to send. */
const sentPx = 1024;

/** Nine tenths of the width, as far as the height allows, in the middle. */
export function initialCrop({ width, height }: { width: number; height: number }): PercentCrop {
  const square = makeAspectCrop({ unit: '%', width: initialShare }, 1, width, height);
  return centerCrop(square, width, height);
}

/** How small a crop may become where the picture is shown `width` by `height`, in pixels. */
export function leastCropPx({ width, height }: { width: number; height: number }): number {
  return Math.min(leastPx, Math.floor(Math.min(width, height)));
}

/** The part of the picture as a square JPEG; on white, where the picture is see-through. */
export async function cropped(image: HTMLImageElement, crop: PercentCrop): Promise<Blob> {
  const { x, y, width, height } = convertToPixelCrop(crop, image.naturalWidth, image.naturalHeight);
  const side = Math.max(1, Math.round(Math.min(width, height)));
  const px = Math.min(side, sentPx);
  const canvas = document.createElement('canvas');
  canvas.width = px;
  canvas.height = px;
  const brush = canvas.getContext('2d');
  if (!brush) throw new Error('There is no canvas to crop on');

  brush.fillStyle = '#fff';
  brush.fillRect(0, 0, px, px);
  brush.imageSmoothingQuality = 'high';
  brush.drawImage(image, x, y, side, side, 0, 0, px, px);
  const made = Promise.withResolvers<Blob | null>();
  canvas.toBlob(made.resolve, 'image/jpeg', quality);
  const picture = await made.promise;
  if (!picture) throw new Error('The crop could not be encoded');
  return picture;
}
