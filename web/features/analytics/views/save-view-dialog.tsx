import { useAtomValue, useSetAtom } from 'jotai';
import { useState } from 'react';
import type { SavedView } from '#contract/saved';
import { showToastAtom } from '#web/app/state/toast.ts';
import { NameForm } from '#web/forms/name-form.tsx';
import { ReplaceQuestion } from '#web/forms/replace-question.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
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
  const replace = useSetAtom(replaceViewAtom);
  const showToast = useSetAtom(showToastAtom);
  const [taken, setTaken] = useState<SavedView | null>(null);
  const done = () => {
    onClose();
    showToast('View saved');
  };
  if (taken) {
    return (
      <ReplaceQuestion
        what="view"
        name={taken.name}
        by="what is shown"
        onReplace={async () => {
          await replace({ id: taken.id, query });
          done();
        }}
        onBack={() => setTaken(null)}
      />
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
        done();
      }}
      onCancel={onClose}
    />
  );
}
