import { useAtomValue, useSetAtom } from 'jotai';
import { longestSavedName, type SavedStatement } from '#contract/saved';
import { showToastAtom } from '#web/app/state/toast.ts';
import { NameForm, SaveDialog } from '#web/forms/save-dialog.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import {
  changeStatementAtom,
  savedStatementsQuery,
  saveStatementAtom,
} from './saved-statements.ts';

const placeholder = 'Clicks by country';

type SaveStatementDialogProps = {
  /** The text to save; null while the dialog is closed. */
  readonly query: string | null;
  onClose(): void;
};

/** Gives a new statement its name. */
export function SaveStatementDialog({ query, onClose }: SaveStatementDialogProps) {
  const { data: saved = [] } = useAtomValue(savedStatementsQuery);
  const save = useSetAtom(saveStatementAtom);
  const change = useSetAtom(changeStatementAtom);
  return (
    <SaveDialog
      what="statement"
      description="It is kept in your account, under Saved. It runs only when you run it."
      by="the text in the editor"
      placeholder={placeholder}
      longest={longestSavedName}
      saved={saved}
      isOpen={query !== null}
      onSave={(name) => save({ name, query: query ?? '' })}
      onReplace={(id) => change({ id, query: query ?? '' })}
      onClose={onClose}
    />
  );
}

type RenameStatementDialogProps = {
  readonly statement: SavedStatement | null;
  onClose(): void;
};

/** Gives a saved statement another name. */
export function RenameStatementDialog({ statement, onClose }: RenameStatementDialogProps) {
  const change = useSetAtom(changeStatementAtom);
  const showToast = useSetAtom(showToastAtom);
  return (
    <Dialog
      title="Rename statement"
      description="Its text stays as it is."
      isOpen={statement !== null}
      onClose={onClose}
    >
      {statement && (
        <NameForm
          name={statement.name}
          longest={longestSavedName}
          placeholder={placeholder}
          label="Rename"
          failure="Failed to save the statement"
          onName={async (name) => {
            await change({ id: statement.id, name });
            onClose();
            showToast('Statement renamed');
          }}
          onCancel={onClose}
        />
      )}
    </Dialog>
  );
}
