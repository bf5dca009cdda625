const quality = 0.9;

/** How a picture is sent: its longest side in pixels, and whether it is filled up to a square. */
export type SentAs = { readonly edgePx: number; readonly isSquare: boolean };

/**
 * Draws an image file as a JPEG, as large as it is, or smaller. Transparent parts and what fills it up
 * to a square are white. Rejects when the file is no image that the browser can show.
 */
export async function asJpeg(file: Blob, { edgePx, isSquare }: SentAs): Promise<Blob> {
  const image = await createImageBitmap(file);
  const share = Math.min(1, edgePx / Math.max(image.width, image.height));
  const width = Math.max(1, Math.round(image.width * share));
  const height = Math.max(1, Math.round(image.height * share));
  const canvas = document.createElement('canvas');
  canvas.width = isSquare ? Math.max(width, height) : width;
  canvas.height = isSquare ? Math.max(width, height) : height;
  const brush = canvas.getContext('2d');
  if (!brush) throw new Error('There is no canvas to draw on');

  brush.fillStyle = '#fff';
  brush.fillRect(0, 0, canvas.width, canvas.height);
  brush.imageSmoothingQuality = 'high';
  const [x, y] = [(canvas.width - width) / 2, (canvas.height - height) / 2];
  brush.drawImage(image, x, y, width, height);
  image.close();
  const made = Promise.withResolvers<Blob | null>();
  canvas.toBlob(made.resolve, 'image/jpeg', quality);
  const picture = await made.promise;
  if (!picture) throw new Error('The picture could not be encoded');
  return picture;
}
