import type { FieldPath, FieldValues, UseFormReturn } from 'react-hook-form';
import { ApiError } from '#web/api.ts';
import { tellFailure } from '#web/app/state/toast.ts';

/** The server's sentence, or the fallback where no server answered. */
export function messageOf(error: unknown, fallback: string): string {
  return error instanceof ApiError && error.status !== 0 ? error.message : fallback;
}

/** Which fields a refusal of the server is about. */
type FieldsOf<Values extends FieldValues> = (
  error: ApiError,
) => readonly { readonly path: FieldPath<Values>; readonly message: string }[];

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

/** Shows why a submission failed: at its fields where they are to blame, else in a toast. */
export function showFailure<Values extends FieldValues>(
  form: Pick<UseFormReturn<Values>, 'setError'>,
  error: unknown,
  { fieldsOf, fallback }: { readonly fieldsOf: FieldsOf<Values>; readonly fallback: string },
): void {
  if (!showIssues(form, error, fieldsOf)) tellFailure(messageOf(error, fallback));
}

/** The server's words about what the person can do something about; else the fallback. */
export function refusalOr(error: unknown, fallback: string): string {
  const isAboutThem = error instanceof ApiError && (error.status === 422 || error.status === 429);
  return isAboutThem ? error.message : fallback;
}
