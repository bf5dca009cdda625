import type { FieldPath, FieldValues, UseFormReturn } from 'react-hook-form';
import { ApiError } from '#web/api.ts';

/** The server's sentence, or the fallback where no server answered. */
export function messageOf(error: unknown, fallback: string): string {
  return error instanceof ApiError && error.status !== 0 ? error.message : fallback;
}

/** Puts the server's issues beside the fields that they are about; the first one gets the focus. */
export function showIssues<Values extends FieldValues>(
  form: Pick<UseFormReturn<Values>, 'setError'>,
  error: unknown,
  fieldOf: (error: ApiError) => readonly { path: FieldPath<Values>; message: string }[],
): void {
  if (!(error instanceof ApiError)) return;
  for (const [index, { path, message }] of fieldOf(error).entries()) {
    form.setError(path, { message }, { shouldFocus: index === 0 });
  }
}

/** The server's words about what the person can do something about; else the fallback. */
export function refusalOr(error: unknown, fallback: string): string {
  const isAboutThem = error instanceof ApiError && (error.status === 422 || error.status === 429);
  return isAboutThem ? error.message : fallback;
}
