import { pictureComplaints } from '#contract/accounts/person-limits';
import { atom, useSetAtom } from 'jotai';
import { type SyntheticEvent, useEffect, useRef, useState } from 'react';
import {
  centerCrop,
  convertToPixelCrop,
  makeAspectCrop,
  type PercentCrop,
  ReactCrop,
} from 'react-image-crop';
import { putPicture } from '#web/api.ts';
import { askForUpload, changeAvatarAtom } from './changes.ts';
import { showErrorToastAtom, showToastAtom } from '#web/app/state/toast.ts';
import { Button } from '#web/ui/button.tsx';
import { DialogActions, DialogBody } from '#web/ui/floating/dialog.tsx';
import { messageOf } from '#web/forms/refusals.ts';

const labels = {
  cropArea: 'Use the arrow keys to move the part that is shown',
  nwDragHandle: 'Use the arrow keys to move the upper left corner',
  nDragHandle: 'Use the up and down arrow keys to move the upper edge',
  neDragHandle: 'Use the arrow keys to move the upper right corner',
  eDragHandle: 'Use the left and right arrow keys to move the right edge',
  seDragHandle: 'Use the arrow keys to move the lower right corner',
  sDragHandle: 'Use the up and down arrow keys to move the lower edge',
  swDragHandle: 'Use the arrow keys to move the lower left corner',
  wDragHandle: 'Use the left and right arrow keys to move the left edge',
};

type CropFormProps = {
  readonly file: File;
  readonly isBusy: boolean;
  /** Runs the upload. The upload returns whether it succeeded. */
  onApply(upload: () => Promise<boolean>): void;
  onClose(): void;
};

/** Lets the person choose a part of the picture and sets it as their avatar. */
export function CropForm({ file, isBusy, onApply, onClose }: CropFormProps) {
  const send = useSetAtom(sendAtom);
  const showErrorToast = useSetAtom(showErrorToastAtom);
  const url = useObjectUrl(file);
  const image = useRef<HTMLImageElement>(null);
  const [crop, setCrop] = useState<PercentCrop>();
  const [leastPx, setLeastPx] = useState(0);

  const begin = ({ currentTarget }: SyntheticEvent<HTMLImageElement>) => {
    setCrop(initialCrop(currentTarget));
    setLeastPx(leastCropPx(currentTarget));
  };
  const refuse = () => {
    showErrorToast('Invalid File', pictureComplaints.kind);
    onClose();
  };
  const apply = () => {
    const shown = image.current;
    if (shown && crop) onApply(() => send({ image: shown, crop }));
  };

  return (
    <>
      <DialogBody>
        <div className="grid min-h-48 place-items-center rounded-md bg-field p-2">
          {url && (
            <ReactCrop
              {...(crop && { crop })}
              onChange={(_, percent) => setCrop(percent)}
              aspect={1}
              circularCrop
              keepSelection
              minWidth={leastPx}
              minHeight={leastPx}
              disabled={isBusy}
              ariaLabels={labels}
              className="max-h-[min(400px,50dvh)]"
            >
              <img ref={image} src={url} alt="Upload to crop" onLoad={begin} onError={refuse} />
            </ReactCrop>
          )}
        </div>
      </DialogBody>
      <DialogActions>
        <Button onClick={onClose} disabled={isBusy}>
          Cancel
        </Button>
        <Button look="primary" isBusy={isBusy} disabled={!crop} onClick={apply}>
          {isBusy ? 'Uploading...' : 'Apply'}
        </Button>
      </DialogActions>
    </>
  );
}

/** An object URL of the file. It is revoked when the form closes. */
function useObjectUrl(file: File): string | null {
  const [url, setUrl] = useState<string | null>(null);
  useEffect(() => {
    const made = URL.createObjectURL(file);
    // The URL exists only as long as the effect, which revokes it.
    // oxlint-disable-next-line react/set-state-in-effect
    setUrl(made);
    return () => URL.revokeObjectURL(made);
  }, [file]);
  return url;
}

const failures = {
  crop: { title: 'Error', text: 'Failed to update avatar' },
  ask: { title: 'Upload Failed', text: 'Failed to get upload URL' },
  put: { title: 'Upload Failed', text: 'Failed to upload image' },
  change: { title: 'Error', text: 'Failed to update avatar' },
} as const;

type Cropping = { readonly image: HTMLImageElement; readonly crop: PercentCrop };

/** Crops, uploads and sets the avatar. Shows a failed step in a toast and returns false. */
const sendAtom = atom(null, async (_, set, { image, crop }: Cropping): Promise<boolean> => {
  let step: keyof typeof failures = 'crop';
  try {
    const picture = await cropped(image, crop);
    step = 'ask';
    const url = await askForUpload(picture.size);
    step = 'put';
    await putPicture(url, picture);
    step = 'change';
    await set(changeAvatarAtom, url);
  } catch (error) {
    if (step === 'crop') reportError(error);
    const { title, text } = failures[step];
    set(showErrorToastAtom, title, messageOf(error, text));
    return false;
  }
  set(showToastAtom, 'Avatar Updated', 'Your picture has been saved.');
  return true;
});

const initialShare = 90;
const leastPx = 100;
const quality = 0.9;
/** Longest side of the uploaded picture. The server reduces it to half of this. */
const sentPx = 1024;

/** The initial crop: 90% of the width, as far as the height allows, centered. */
function initialCrop({ width, height }: { width: number; height: number }): PercentCrop {
  const square = makeAspectCrop({ unit: '%', width: initialShare }, 1, width, height);
  return centerCrop(square, width, height);
}

/** The minimum side of a crop, in pixels, for a picture shown at `width` by `height`. */
function leastCropPx({ width, height }: { width: number; height: number }): number {
  return Math.min(leastPx, Math.floor(Math.min(width, height)));
}

/** Returns the crop as a square JPEG. Transparent parts become white. */
async function cropped(image: HTMLImageElement, crop: PercentCrop): Promise<Blob> {
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
