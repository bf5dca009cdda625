import { mostUploadBytes, pictureComplaints } from '#contract/accounts/person-limits';
import { useSetAtom } from 'jotai';
import { ImageUp, Trash2 } from 'lucide-react';
import { type ChangeEvent, useRef } from 'react';
import { putPicture } from '#web/api.ts';
import { showErrorToastAtom, showToastAtom } from '#web/app/state/toast.ts';
import { askForUpload } from '#web/features/account/changes.ts';
import { useAction } from '#web/forms/use-action.ts';
import { Button } from '#web/ui/button.tsx';

type PictureButtonsProps = {
  /** The name of the picture, in lower case: `logo`. */
  readonly name: string;
  readonly sentAs: SentAs;
  readonly hasPicture: boolean;
  /** Makes the upload with this address the picture; null removes the picture. */
  onChange(uploadUrl: string | null): Promise<void>;
};

/** Uploads, replaces and removes a picture. Each takes effect at once. */
export function PictureButtons({ name, sentAs, hasPicture, onChange }: PictureButtonsProps) {
  const showToast = useSetAtom(showToastAtom);
  const showErrorToast = useSetAtom(showErrorToastAtom);
  const input = useRef<HTMLInputElement>(null);
  const [send, isSending] = useAction(async (file: File) => {
    const picture = await asJpeg(file, sentAs).catch(() => null);
    if (picture === null) return showErrorToast('Invalid File', pictureComplaints.kind);
    const url = await askForUpload(picture.size);
    await putPicture(url, picture);
    await onChange(url);
    showToast(`The ${name} has been changed`);
  }, `Failed to change the ${name}`);
  const [remove, isRemoving] = useAction(async () => {
    await onChange(null);
    showToast(`The ${name} has been removed`);
  }, `Failed to remove the ${name}`);
  const choose = ({ currentTarget }: ChangeEvent<HTMLInputElement>) => {
    const [file] = currentTarget.files ?? [];
    if (file && file.size > mostUploadBytes) {
      showErrorToast('File Too Large', pictureComplaints.size);
    } else if (file) send(file);
    // Allows choosing the same file again.
    currentTarget.value = '';
  };
  return (
    <div className="flex flex-wrap gap-2">
      <Button size="sm" isBusy={isSending} onClick={() => input.current?.click()}>
        {!isSending && <ImageUp aria-hidden className="size-4" />}
        {isSending ? 'Uploading...' : `${hasPicture ? 'Change' : 'Upload'} ${name}`}
      </Button>
      {hasPicture && (
        <Button size="sm" look="quiet" isBusy={isRemoving} onClick={() => remove()}>
          {!isRemoving && <Trash2 aria-hidden className="size-4" />}
          {`Remove ${name}`}
        </Button>
      )}
      <input
        ref={input}
        type="file"
        accept="image/*"
        hidden
        aria-label={`File of the ${name}`}
        onChange={choose}
      />
    </div>
  );
}

const quality = 0.9;

/** How a picture is sent: its longest side in pixels, and whether it is filled up to a square. */
type SentAs = { readonly edgePx: number; readonly isSquare: boolean };

/**
 * Draws an image file as a JPEG, in the same size or smaller. Transparent parts and what fills it
 * up to a square are white. Rejects when the file is no image that the browser can show.
 */
async function asJpeg(file: Blob, { edgePx, isSquare }: SentAs): Promise<Blob> {
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
