import { zodResolver } from '@hookform/resolvers/zod';
import { useSetAtom } from 'jotai';
import { useForm } from 'react-hook-form';
import { type Annotation, longestNote } from '#contract/analytics/saved';
import { localDay } from '#web/features/address/ranges.ts';
import { atFields, issuesAt } from '#web/forms/refusals.ts';
import { Removable } from '#web/forms/removal-question.tsx';
import { useSubmit } from '#web/forms/use-submit.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog, DialogForm } from '#web/ui/floating/dialog.tsx';
import { Field } from '#web/ui/fields/field.tsx';
import { addNoteAtom, editNoteAtom, removeNoteAtom } from './annotations.ts';
import * as z from 'zod/mini';

/** The fields of a note; `today` is the last day that can have one, as `YYYY-MM-DD`. */
function noteSchema(today: string) {
  return z.object({
    date: z.string().check(
      z.regex(/^\d{4}-\d{2}-\d{2}$/, 'Please choose a day'),
      z.refine((day) => day <= today, 'This day is in the future'),
    ),
    text: z
      .string()
      .check(
        z.trim(),
        z.minLength(1, 'Please enter a note'),
        z.maxLength(longestNote, `A note has at most ${longestNote} characters`),
      ),
  });
}

/** An existing note, or the day of a new one. */
export type EditedNote = Annotation | { readonly date: string };

type NoteDialogProps = { readonly note: EditedNote | null; onClose(): void };

/** Adds a note on a day, or edits or removes one. */
export function NoteDialog({ note, onClose }: NoteDialogProps) {
  const isNew = note !== null && !('id' in note);
  return (
    <Dialog
      title={isNew ? 'Add a note' : 'Edit note'}
      description="It is shown on its day in every chart of your account."
      isOpen={note !== null}
      onClose={onClose}
    >
      {note && <NoteForm note={note} onClose={onClose} />}
    </Dialog>
  );
}

type NoteFormProps = { readonly note: EditedNote; onClose(): void };

function NoteForm({ note, onClose }: NoteFormProps) {
  const add = useSetAtom(addNoteAtom);
  const edit = useSetAtom(editNoteAtom);
  const remove = useSetAtom(removeNoteAtom);
  const today = localDay(new Date());
  const existing = 'id' in note ? note : null;
  const form = useForm({
    resolver: zodResolver(noteSchema(today)),
    defaultValues: { date: note.date, text: existing?.text ?? '' },
  });
  const { submit, isBusy } = useSubmit({
    form,
    send: async (typed) => {
      await (existing ? edit({ id: existing.id, note: typed }) : add(typed));
      onClose();
    },
    refused: atFields(issuesAt('date', 'text'), 'Failed to save the note'),
  });
  const { errors, isDirty } = form.formState;
  return (
    <DialogForm
      label={existing ? 'Save note' : 'Add note'}
      busyLabel="Saving..."
      isBusy={isBusy}
      isDirty={isDirty}
      onSubmit={submit}
      onCancel={onClose}
    >
      <Field
        label="Note"
        autoFocus
        maxLength={longestNote}
        placeholder="Newsletter sent"
        error={errors.text?.message}
        {...form.register('text')}
      />
      <Field
        type="date"
        label="Day"
        max={today}
        error={errors.date?.message}
        {...form.register('date')}
      />
      {existing && (
        <NoteRemoval
          text={existing.text}
          onRemove={() => remove(existing.id)}
          onRemoved={onClose}
        />
      )}
    </DialogForm>
  );
}

type NoteRemovalProps = {
  readonly text: string;
  onRemove(): Promise<void>;
  onRemoved(): void;
};

function NoteRemoval({ text, onRemove, onRemoved }: NoteRemovalProps) {
  return (
    <Removable
      verb="Remove"
      name={text}
      failure="Failed to remove the note"
      onRemove={onRemove}
      onRemoved={onRemoved}
    >
      {(button) => (
        <Button look="danger" size="sm" className="justify-self-start" {...button}>
          Remove note
        </Button>
      )}
    </Removable>
  );
}
