import { useSetAtom } from 'jotai';
import { zodResolver } from '@hookform/resolvers/zod';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import * as z from 'zod/mini';
import { showToastAtom } from '#web/app/state/toast.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog, DialogActions, DialogBody, DialogForm } from '#web/ui/floating/dialog.tsx';
import { Field } from '#web/ui/fields/field.tsx';
import { atField } from './refusals.ts';
import { useAction } from './use-action.ts';
import { useSubmit } from './use-submit.ts';

type Saved = { readonly id: string; readonly name: string };

type SaveDialogProps = {
  readonly what: 'view' | 'statement';
  readonly description: string;
  /** The words for the new thing, as in 'Replace it with …?' */
  readonly by: string;
  readonly placeholder: string;
  /** The longest name, in characters. */
  readonly longest: number;
  /** The saved things. One with the same name is replaced after a question. */
  readonly saved: readonly Saved[];
  readonly isOpen: boolean;
  onSave(name: string): Promise<void>;
  onReplace(id: string): Promise<void>;
  onClose(): void;
};

/** Saves something under a name. It can replace the saved thing with that name. */
export function SaveDialog(props: SaveDialogProps) {
  const { what, description, isOpen, onClose } = props;
  return (
    <Dialog title={`Save this ${what}`} description={description} isOpen={isOpen} onClose={onClose}>
      <SaveForm {...props} />
    </Dialog>
  );
}

function SaveForm(props: SaveDialogProps) {
  const { what, by, placeholder, longest, saved, onSave, onReplace, onClose } = props;
  const showToast = useSetAtom(showToastAtom);
  const [taken, setTaken] = useState<Saved | null>(null);
  const done = () => {
    onClose();
    showToast(`${what === 'view' ? 'View' : 'Statement'} saved`);
  };
  if (taken) {
    return (
      <ReplaceQuestion
        what={what}
        name={taken.name}
        by={by}
        onReplace={async () => {
          await onReplace(taken.id);
          done();
        }}
        onBack={() => setTaken(null)}
      />
    );
  }
  return (
    <NameForm
      name=""
      longest={longest}
      placeholder={placeholder}
      label={`Save ${what}`}
      failure={`Failed to save the ${what}`}
      onName={async (name) => {
        const same = saved.find((each) => each.name === name);
        if (same) {
          setTaken(same);
          return;
        }
        await onSave(name);
        done();
      }}
      onCancel={onClose}
    />
  );
}

type ReplaceQuestionProps = {
  readonly what: SaveDialogProps['what'];
  /** The name that is taken. */
  readonly name: string;
  /** The words for its replacement. */
  readonly by: string;
  onReplace(): Promise<void>;
  onBack(): void;
};

/** Asks for confirmation, in a dialog, before a saved thing with the same name is replaced. */
function ReplaceQuestion({ what, name, by, onReplace, onBack }: ReplaceQuestionProps) {
  const [replace, isBusy] = useAction(onReplace, `Failed to save the ${what}`);
  return (
    <>
      <DialogBody>
        <p role="alert" className="wrap-anywhere">
          There is a {what} with the name ‘{name}’. Replace it with {by}?
        </p>
      </DialogBody>
      <DialogActions>
        <Button onClick={onBack}>Choose another name</Button>
        <Button autoFocus look="primary" isBusy={isBusy} onClick={replace}>
          {isBusy ? 'Replacing...' : `Replace ${what}`}
        </Button>
      </DialogActions>
    </>
  );
}

type NameFormProps = {
  /** The current name; empty for something new. */
  readonly name: string;
  /** The longest name, in characters. */
  readonly longest: number;
  readonly placeholder: string;
  /** The text of the button. */
  readonly label: string;
  /** Shown at the field if the server sent no message. */
  readonly failure: string;
  onName(name: string): Promise<void>;
  onCancel(): void;
};

/** The form of a dialog that asks for one name. `onName` receives it trimmed and not empty. */
export function NameForm(props: NameFormProps) {
  const { name, longest, placeholder, label, failure, onName, onCancel } = props;
  const form = useForm({
    resolver: zodResolver(nameSchema(longest)),
    defaultValues: { name },
  });
  const { submit, isBusy } = useSubmit({
    form,
    send: (typed) => onName(typed.name),
    refused: atField('name', failure),
  });
  return (
    <DialogForm
      label={label}
      busyLabel="Saving..."
      isBusy={isBusy}
      onSubmit={submit}
      onCancel={onCancel}
    >
      <Field
        label="Name"
        autoFocus
        maxLength={longest}
        placeholder={placeholder}
        error={form.formState.errors.name?.message}
        {...form.register('name')}
      />
    </DialogForm>
  );
}

function nameSchema(longest: number) {
  return z.object({
    name: z
      .string()
      .check(
        z.trim(),
        z.minLength(1, 'Please enter a name'),
        z.maxLength(longest, `A name has at most ${longest} characters`),
      ),
  });
}
