import { useAtomValue, useSetAtom } from 'jotai';
import { SaveDialog } from '#web/forms/save-dialog.tsx';
import { longestSavedName } from '#contract/analytics/saved';
import { replaceViewAtom, saveViewAtom, viewsQuery } from './views.ts';

type SaveViewDialogProps = {
  readonly isOpen: boolean;
  /** The search part of the report's address, without `?`. */
  readonly query: string;
  onClose(): void;
};

/** Saves the current report under a name, with its filters, range, comparison and measure. */
export function SaveViewDialog({ isOpen, query, onClose }: SaveViewDialogProps) {
  const { data: saved = [] } = useAtomValue(viewsQuery);
  const save = useSetAtom(saveViewAtom);
  const replace = useSetAtom(replaceViewAtom);
  return (
    <SaveDialog
      what="view"
      description="Its filters, range, comparison and measure. The numbers stay up to date."
      by="what is shown"
      placeholder="Mobile in Germany"
      longest={longestSavedName}
      saved={saved}
      isOpen={isOpen}
      onSave={(name) => save({ name, query })}
      onReplace={(id) => replace({ id, query })}
      onClose={onClose}
    />
  );
}
