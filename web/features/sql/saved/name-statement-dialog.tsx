import { useAtomValue, useSetAtom } from 'jotai';
import { useState } from 'react';
import type { SavedStatement } from '#contract/saved';
import { showToastAtom } from '#web/app/state/toast.ts';
import { NameForm } from '#web/forms/name-form.tsx';
import { ReplaceQuestion } from '#web/forms/replace-question.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import {
  changeStatementAtom,
  longestName,
  savedStatementsQuery,
  saveStatementAtom,
} from './saved-statements.ts';

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
      {statement &&
        ('id' in statement ? (
          <RenameForm statement={statement} onClose={onClose} />
        ) : (
          <SaveForm query={statement.query} onClose={onClose} />
        ))}
    </Dialog>
  );
}

const nameForm = {
  longest: longestName,
  placeholder: 'Clicks by country',
  failure: 'Failed to save the statement',
};

type RenameFormProps = { readonly statement: SavedStatement; onClose(): void };

function RenameForm({ statement: { id, name: former }, onClose }: RenameFormProps) {
  const change = useSetAtom(changeStatementAtom);
  const showToast = useSetAtom(showToastAtom);
  return (
    <NameForm
      {...nameForm}
      name={former}
      label="Rename"
      onName={async (name) => {
        await change({ id, name });
        onClose();
        showToast('Statement renamed');
      }}
      onCancel={onClose}
    />
  );
}

type SaveFormProps = { readonly query: string; onClose(): void };

/** Saves the text as a new statement, or in place of the one that has the name. */
function SaveForm({ query, onClose }: SaveFormProps) {
  const { data: saved = [] } = useAtomValue(savedStatementsQuery);
  const save = useSetAtom(saveStatementAtom);
  const change = useSetAtom(changeStatementAtom);
  const showToast = useSetAtom(showToastAtom);
  const [taken, setTaken] = useState<SavedStatement | null>(null);
  const done = () => {
    onClose();
    showToast('Statement saved');
  };
  if (taken) {
    return (
      <ReplaceQuestion
        what="statement"
        name={taken.name}
        by="the text in the editor"
        onReplace={async () => {
          await change({ id: taken.id, query });
          done();
        }}
        onBack={() => setTaken(null)}
      />
    );
  }
  return (
    <NameForm
      {...nameForm}
      name=""
      label="Save statement"
      onName={async (name) => {
        const same = saved.find((statement) => statement.name === name);
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
