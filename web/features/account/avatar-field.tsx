import { mostUploadBytes, pictureComplaints } from '#contract/accounts/person-limits';
import { useSetAtom } from 'jotai';
import { type ChangeEvent, lazy, Suspense, useRef, useState } from 'react';
import type { User } from '#web/api.ts';
import { initials } from '#web/format.ts';
import { changeAvatarAtom } from './changes.ts';
import { showErrorToastAtom, type ShowToast, showToastAtom } from '#web/app/state/toast.ts';
import { Avatar } from '#web/ui/avatar.tsx';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/floating/dialog.tsx';
import { Skeleton } from '#web/ui/answers/skeleton.tsx';
import { messageOf } from '#web/forms/refusals.ts';
import { type ShowFailure, useAction } from '#web/forms/use-action.ts';

const CropForm = lazy(async () => ({
  default: (await import('./crop-form.tsx')).CropForm,
}));

const showAvatarFailure: ShowFailure = (error, showErrorToast) =>
  showErrorToast('Error', messageOf(error, 'Failed to update avatar'));

/** The person's picture, with buttons to change and remove it. */
export function AvatarField({ user }: { readonly user: User }) {
  const showErrorToast = useSetAtom(showErrorToastAtom);
  const input = useRef<HTMLInputElement>(null);
  const [file, setFile] = useState<File | null>(null);
  const choose = ({ currentTarget }: ChangeEvent<HTMLInputElement>) => {
    const [chosen] = currentTarget.files ?? [];
    if (chosen && isFit(chosen, showErrorToast)) setFile(chosen);
    // Allows choosing the same file again.
    currentTarget.value = '';
  };

  return (
    <>
      <div className="flex flex-wrap items-center gap-4 px-4 pt-1 pb-4">
        <Avatar
          imageUrl={user.profileImageUrl}
          initials={initials(user)}
          className="size-16 text-xl"
        />
        <div className="grid gap-2">
          <div className="flex flex-wrap gap-2">
            <Button onClick={() => input.current?.click()}>
              {user.profileImageUrl ? 'Change picture' : 'Upload picture'}
            </Button>
            {user.profileImageUrl && <RemoveButton />}
          </div>
          <p className="text-sm text-faint">An image of up to 5 MB. You can crop it.</p>
        </div>
        <input
          ref={input}
          type="file"
          accept="image/*"
          hidden
          aria-label="Picture"
          onChange={choose}
        />
      </div>
      <CropDialog file={file} onClose={() => setFile(null)} />
    </>
  );
}

type CropDialogProps = {
  /** Null while the dialog is closed. */
  readonly file: File | null;
  onClose(): void;
};

/** The crop dialog. It stays open until the upload ends. */
function CropDialog({ file, onClose }: CropDialogProps) {
  const [apply, isBusy] = useAction(async (upload: () => Promise<boolean>) => {
    if (await upload()) onClose();
  }, showAvatarFailure);
  return (
    <Dialog
      title="Crop your picture"
      description="Drag the circle, or use the arrow keys to move it and resize it."
      isOpen={file !== null}
      onClose={isBusy ? () => {} : onClose}
    >
      {file && (
        <Suspense fallback={<Skeleton className="m-5 h-60" />}>
          <CropForm file={file} isBusy={isBusy} onApply={apply} onClose={onClose} />
        </Suspense>
      )}
    </Dialog>
  );
}

/** Returns whether the file can be used as a picture. Shows a toast when it cannot. */
function isFit({ type, size }: File, showErrorToast: ShowToast): boolean {
  if (!type.startsWith('image/')) {
    showErrorToast('Invalid File', pictureComplaints.kind);
    return false;
  }
  if (size > mostUploadBytes) {
    showErrorToast('File Too Large', pictureComplaints.size);
    return false;
  }
  return true;
}

function RemoveButton() {
  const changeAvatar = useSetAtom(changeAvatarAtom);
  const showToast = useSetAtom(showToastAtom);
  const [remove, isBusy] = useAction(async () => {
    await changeAvatar(null);
    showToast('Avatar Updated', 'Your picture has been removed.');
  }, showAvatarFailure);
  return (
    <Button look="quiet" isBusy={isBusy} onClick={remove}>
      {isBusy ? 'Removing...' : 'Remove'}
    </Button>
  );
}
