import { zodResolver } from '@hookform/resolvers/zod';
import { useForm } from 'react-hook-form';
import * as z from 'zod/mini';
import { DialogForm } from '#web/ui/dialog.tsx';
import { Field } from '#web/ui/fields/field.tsx';
import { atField } from './refusals.ts';
import { useSubmit } from './use-submit.ts';

type NameFormProps = {
  /** The name that there is; empty for something new. */
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
