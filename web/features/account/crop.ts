import { centerCrop, convertToPixelCrop, makeAspectCrop, type PercentCrop } from 'react-image-crop';

const initialShare = 90;
const leastPx = 100;
const quality = 0.9;
/** Longest side of the uploaded picture. The server reduces it to half of this. */
const sentPx = 1024;

/** The initial crop: 90% of the width, as far as the height allows, centered. */
export function initialCrop({ width, height }: { width: number; height: number }): PercentCrop {
  const square = makeAspectCrop({ unit: '%', width: initialShare }, 1, width, height);
  return centerCrop(square, width, height);
}

/** The minimum side of a crop, in pixels, for a picture shown at `width` by `height`. */
export function leastCropPx({ width, height }: { width: number; height: number }): number {
  return Math.min(leastPx, Math.floor(Math.min(width, height)));
}

/** Returns the crop as a square JPEG. Transparent parts become white. */
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
