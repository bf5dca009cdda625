import { atom, useSetAtom } from 'jotai';
import { useEffect, useRef, useState, type SyntheticEvent } from 'react';
import { ReactCrop, type PercentCrop } from 'react-image-crop';
import { putPicture } from '#web/api.ts';
import { askForUpload, changeAvatarAtom } from './changes.ts';
import { showToastAtom, showErrorToastAtom } from '#web/app/state/toast.ts';
import { Button } from '#web/ui/button.tsx';
import { DialogActions, DialogBody } from '#web/ui/dialog.tsx';
import { cropped, initialCrop, leastCropPx } from './crop.ts';
import { messageOf } from '#web/forms/form-failure.ts';

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
    showErrorToast('Invalid File', 'Please select an image file.');
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
