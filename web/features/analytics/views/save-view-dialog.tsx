import { useSetAtom } from 'jotai';
import { tellAtom } from '#web/app/state/toast.ts';
import { NameForm } from '#web/forms/name-form.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { longestViewName, saveViewAtom } from './views.ts';

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
  const save = useSetAtom(saveViewAtom);
  const tell = useSetAtom(tellAtom);
  return (
    <NameForm
      name=""
      longest={longestViewName}
      placeholder="Mobile in Germany"
      label="Save view"
      failure="Failed to save the view"
      onName={async (name) => {
        await save({ name, query });
        onClose();
        tell('View saved');
      }}
      onCancel={onClose}
    />
  );
}
