import { useAtomValue, useSetAtom } from 'jotai';
import { Bookmark, Pencil, Trash2 } from 'lucide-react';
import { useRef } from 'react';
import { longestSavedName, type SavedStatement } from '#contract/analytics/saved';
import { Removable } from '#web/forms/removal-question.tsx';
import { IconButton } from '#web/ui/button.tsx';
import { Dialog, DialogBody } from '#web/ui/floating/dialog.tsx';
import { EmptyState } from '#web/ui/answers/empty-state.tsx';
import { Failure } from '#web/ui/answers/query.tsx';
import { SkeletonRows } from '#web/ui/answers/skeleton.tsx';
import { showToastAtom } from '#web/app/state/toast.ts';
import { NameForm, SaveDialog } from '#web/forms/save-dialog.tsx';
import {
  changeStatementAtom,
  removeStatementAtom,
  savedStatementsQuery,
  saveStatementAtom,
} from './statements.ts';

type SavedDialogProps = {
  readonly isOpen: boolean;
  /** Opens a statement in the editor. */
  onChoose(query: string): void;
  onRename(statement: SavedStatement): void;
  onClose(): void;
};

/** The account's saved statements: to open, to rename and to delete. */
export function SavedDialog({ isOpen, onChoose, onRename, onClose }: SavedDialogProps) {
  return (
    <Dialog
      title="Saved statements"
      description="Choose one to put it into the editor."
      isOpen={isOpen}
      isWide
      onClose={onClose}
    >
      <DialogBody>
        <SavedList onChoose={onChoose} onRename={onRename} onClose={onClose} />
      </DialogBody>
    </Dialog>
  );
}

function SavedList({ onChoose, onRename, onClose }: Omit<SavedDialogProps, 'isOpen'>) {
  const { data, error, refetch } = useAtomValue(savedStatementsQuery);
  const list = useRef<HTMLDivElement>(null);
  if (data === undefined) {
    return error ? (
      <Failure
        title="Failed to load your statements"
        error={error}
        onRetry={() => void refetch()}
      />
    ) : (
      <SkeletonRows count={3} label="Loading saved statements" />
    );
  }
  return (
    <div ref={list} tabIndex={-1} className="focus:outline-none">
      {data.length === 0 ? (
        <EmptyState
          icon={<Bookmark />}
          title="No statement is saved yet"
          text="Write one in the editor and choose Save."
        />
      ) : (
        <ul aria-label="Saved statements" className="grid gap-2">
          {data.map((statement) => (
            <SavedRow
              key={statement.id}
              statement={statement}
              onChoose={() => {
                onClose();
                onChoose(statement.query);
              }}
              onRename={() => {
                onClose();
                onRename(statement);
              }}
              onRemoved={() => list.current?.focus()}
            />
          ))}
        </ul>
      )}
    </div>
  );
}

type SavedRowProps = {
  readonly statement: SavedStatement;
  onChoose(): void;
  onRename(): void;
  /** The row's button had the focus. */
  onRemoved(): void;
};

function SavedRow({
  statement: { id, name, query },
  onChoose,
  onRename,
  onRemoved,
}: SavedRowProps) {
  const removeStatement = useSetAtom(removeStatementAtom);
  return (
    <li className="rounded-md border border-line hover:border-line-strong">
      <Removable
        verb="Delete"
        name={name}
        failure="Failed to delete the statement"
        className="px-3 py-2"
        onRemove={() => removeStatement(id)}
        onRemoved={onRemoved}
      >
        {(button) => (
          <div className="flex items-start gap-1 pr-1.5">
            <button
              type="button"
              onClick={onChoose}
              className="grid min-w-0 flex-1 gap-1 rounded-md px-3 py-2.5 text-left hover:bg-raised"
            >
              <span dir="auto" className="truncate text-left font-semibold">
                {name}
              </span>
              <span className="line-clamp-3 font-mono text-sm wrap-anywhere whitespace-pre-wrap text-muted">
                {query}
              </span>
            </button>
            <div className="flex pt-1.5">
              <IconButton label={`Rename ${name}`} onClick={onRename}>
                <Pencil aria-hidden className="size-4" />
              </IconButton>
              <IconButton label={`Delete ${name}`} {...button}>
                <Trash2 aria-hidden className="size-4" />
              </IconButton>
            </div>
          </div>
        )}
      </Removable>
    </li>
  );
}

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
