import type { DefaultValues, FieldPath, FieldValues, UseFormReturn } from 'react-hook-form';

type Saving<Values extends FieldValues> = {
  readonly form: UseFormReturn<Values>;
  /** What the form sent. */
  readonly sent: Values;
  /** What is saved now. */
  readonly saved: DefaultValues<Values>;
  readonly names: readonly (FieldPath<Values> & keyof Values)[];
};

/**
 * Fields with what was saved are not the person's own change any more, and follow the server again.
 * Those that were changed meanwhile stay. For forms with `keepDirtyValues`.
 */
export function markSaved<Values extends FieldValues>(saving: Saving<Values>): void {
  const { form, sent, saved, names } = saving;
  for (const name of names) {
    const value: unknown = form.getValues(name);
    if (value === sent[name] || trimmed(value) === sent[name])
      form.resetField(name, { defaultValue: saved[name] });
  }
}

/** As most schemas send a text. */
function trimmed(value: unknown): unknown {
  return typeof value === 'string' ? value.trim() : value;
}
