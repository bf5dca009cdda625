import type { FieldPath, FieldValues, UseFormReturn } from 'react-hook-form';
import { ApiError } from '#web/api-error.ts';
import type { Tell } from '#web/app/state/toast.ts';
import { messageOf } from './form-failure.ts';

/** Where a refusal can be shown. */
export type Places<Values extends FieldValues> = {
  readonly form: Pick<UseFormReturn<Values>, 'setError'>;
  readonly tellFailure: Tell;
};

/** Shows why a form was not accepted. */
export type ShowRefusal<Values extends FieldValues> = (
  error: unknown,
  places: Places<Values>,
) => void;

/** Which fields a refusal of the server is about. */
export type FieldsOf<Values extends FieldValues> = (
  error: ApiError,
) => readonly { readonly path: FieldPath<Values>; readonly message: string }[];

/** The issues that are about the fields of these names. */
export function issuesAt<Name extends string>(...names: readonly Name[]) {
  return ({ issues }: ApiError) =>
    issues.flatMap(({ path, message }) => {
      const field = names.find((name) => name === path);
      return field === undefined ? [] : [{ path: field, message }];
    });
}

/** Shows the server's sentence, or the fallback, at one field, which gets the focus. */
export function atField<Values extends FieldValues>(
  path: FieldPath<Values>,
  fallback: string,
): ShowRefusal<Values> {
  return (error, { form }) => {
    form.setError(path, { message: messageOf(error, fallback) }, { shouldFocus: true });
  };
}

/** Shows the server's sentence, or the fallback, above the form. */
export function aboveForm<Values extends FieldValues>(fallback: string): ShowRefusal<Values> {
  return (error, { form }) => form.setError('root', { message: messageOf(error, fallback) });
}

/** Shows the server's issues at the fields that they are about; without any, a toast. */
export function atFields<Values extends FieldValues>(
  fieldsOf: FieldsOf<Values>,
  fallback: string,
): ShowRefusal<Values> {
  return (error, { form, tellFailure }) => {
    if (!showIssues(form, error, fieldsOf)) tellFailure(messageOf(error, fallback));
  };
}

/**
 * Puts the server's issues beside the fields that they are about; the first one gets the focus.
 * Returns whether there were any.
 */
export function showIssues<Values extends FieldValues>(
  form: Pick<UseFormReturn<Values>, 'setError'>,
  error: unknown,
  fieldsOf: FieldsOf<Values>,
): boolean {
  if (!(error instanceof ApiError)) return false;
  const issues = fieldsOf(error);
  for (const [index, { path, message }] of issues.entries()) {
    form.setError(path, { message }, { shouldFocus: index === 0 });
  }
  return issues.length > 0;
}
