import { useAtomValue, useSetAtom } from 'jotai';
import { useState } from 'react';
import type { SavedView } from '#web/api.ts';
import { tellAtom } from '#web/app/state/toast.ts';
import { NameForm } from '#web/forms/name-form.tsx';
import { useAction } from '#web/forms/use-action.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog, DialogActions, DialogBody } from '#web/ui/dialog.tsx';
import { longestViewName, replaceViewAtom, saveViewAtom, viewsQuery } from './views.ts';

type SaveViewDialogProps = {
  readonly isOpen: boolean;
  /** The search part of the report's address, without `?`. */
  readonly query: string;
  onClose(): void;
};

/** Gives what is shown a name: its filters, its range, its comparison and its measure. */
export function SaveViewDialog({ isOpen, query, onClose }: SaveViewDialogProps) {
  return (
    <Dialog
      title="Save this view"
      description="Its filters, range, comparison and measure. The numbers stay up to date."
      isOpen={isOpen}
      onClose={onClose}
    >
      <SaveForm query={query} onClose={onClose} />
    </Dialog>
  );
}

function SaveForm({ query, onClose }: Omit<SaveViewDialogProps, 'isOpen'>) {
  const { data: views = [] } = useAtomValue(viewsQuery);
  const save = useSetAtom(saveViewAtom);
  const tell = useSetAtom(tellAtom);
  const [taken, setTaken] = useState<SavedView | null>(null);
  if (taken) {
    return (
      <ReplaceForm view={{ ...taken, query }} onBack={() => setTaken(null)} onClose={onClose} />
    );
  }
  return (
    <NameForm
      name=""
      longest={longestViewName}
      placeholder="Mobile in Germany"
      label="Save view"
      failure="Failed to save the view"
      onName={async (name) => {
        const same = views.find((view) => view.name === name);
        if (same) {
          setTaken(same);
          return;
        }
        await save({ name, query });
        onClose();
        tell('View saved');
      }}
      onCancel={onClose}
    />
  );
}

type ReplaceFormProps = {
  /** The view of the same name, with what is shown now. */
  readonly view: SavedView;
  onBack(): void;
  onClose(): void;
};

/** Asks before a view is lost. */
function ReplaceForm({ view, onBack, onClose }: ReplaceFormProps) {
  const tell = useSetAtom(tellAtom);
  const replaceView = useSetAtom(replaceViewAtom);
  const [replace, isBusy] = useAction(async () => {
    await replaceView(view);
    onClose();
    tell('View saved');
  }, 'Failed to save the view');
  return (
    <>
      <DialogBody>
        <p role="alert" className="wrap-anywhere">
          There is a view with the name ‘{view.name}’. Replace it with what is shown?
        </p>
      </DialogBody>
      <DialogActions>
        <Button onClick={onBack}>Choose another name</Button>
        <Button autoFocus look="primary" isBusy={isBusy} onClick={() => replace()}>
          {isBusy ? 'Replacing...' : 'Replace view'}
        </Button>
      </DialogActions>
    </>
  );
}
