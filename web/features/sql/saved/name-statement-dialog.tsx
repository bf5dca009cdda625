import { useSetAtom } from 'jotai';
import type { SavedStatement } from '#web/api.ts';
import { tellAtom } from '#web/app/state/toast.ts';
import { NameForm } from '#web/forms/name-form.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { longestName, renameStatementAtom, saveStatementAtom } from './saved-statements.ts';

/** A saved statement to rename, or a text to save. */
export type Named = SavedStatement | { readonly query: string };

type NameStatementDialogProps = { readonly statement: Named | null; onClose(): void };

/** Gives a statement its name: a new one, or one that is saved. */
export function NameStatementDialog({ statement, onClose }: NameStatementDialogProps) {
  const isNew = statement !== null && !('id' in statement);
  return (
    <Dialog
      title={isNew ? 'Save this statement' : 'Rename statement'}
      description={
        isNew
          ? 'It is kept in your account, under Saved. It runs only when you run it.'
          : 'Its text stays as it is.'
      }
      isOpen={statement !== null}
      onClose={onClose}
    >
      {statement && <StatementName statement={statement} onClose={onClose} />}
    </Dialog>
  );
}

type StatementNameProps = { readonly statement: Named; onClose(): void };

function StatementName({ statement, onClose }: StatementNameProps) {
  const save = useSetAtom(saveStatementAtom);
  const rename = useSetAtom(renameStatementAtom);
  const tell = useSetAtom(tellAtom);
  const existing = 'id' in statement ? statement : null;
  return (
    <NameForm
      name={existing?.name ?? ''}
      longest={longestName}
      placeholder="Clicks by country"
      label={existing ? 'Rename' : 'Save statement'}
      failure="Failed to save the statement"
      onName={async (name) => {
        await (existing
          ? rename({ id: existing.id, name })
          : save({ name, query: statement.query }));
        onClose();
        tell(existing ? 'Statement renamed' : 'Statement saved');
      }}
      onCancel={onClose}
    />
  );
}
