import type { FieldPath, FieldValues, UseFormReturn } from 'react-hook-form';
import { ApiError, unreachable } from '#web/api-error.ts';
import type { ShowToast } from '#web/app/state/toast.ts';

/** The message of an amount field for a text that is not an amount. */
export const noAmount = 'Enter an amount such as 49.99';

/** Where a server error can be shown. */
export type Places<Values extends FieldValues> = {
  readonly form: Pick<UseFormReturn<Values>, 'setError'>;
  readonly showErrorToast: ShowToast;
};

/** Shows why the server rejected a form. */
export type ShowRefusal<Values extends FieldValues> = (
  error: unknown,
  places: Places<Values>,
) => void;

/** Maps a server error to the fields that it concerns. */
export type FieldsOf<Values extends FieldValues> = (
  error: ApiError,
) => readonly { readonly path: FieldPath<Values>; readonly message: string }[];

/** Keeps the issues of the named fields. */
export function issuesAt<Name extends string>(...names: readonly Name[]) {
  return ({ issues }: ApiError) =>
    issues.flatMap(({ path, message }) => {
      const field = names.find((name) => name === path);
      return field === undefined ? [] : [{ path: field, message }];
    });
}

/** Shows the server's message, or the fallback, at one field and focuses the field. */
export function atField<Values extends FieldValues>(
  path: FieldPath<Values>,
  fallback: string,
): ShowRefusal<Values> {
  return (error, { form }) => {
    form.setError(path, { message: messageOf(error, fallback) }, { shouldFocus: true });
  };
}

/** Shows the server's message, or the fallback, above the form. */
export function aboveForm<Values extends FieldValues>(fallback: string): ShowRefusal<Values> {
  return (error, { form }) => form.setError('root', { message: messageOf(error, fallback) });
}

/** Shows the server's message, or the fallback, in a toast with the title 'Error'. */
export function inErrorToast(fallback: string) {
  return (error: unknown, { showErrorToast }: Pick<Places<FieldValues>, 'showErrorToast'>): void =>
    showErrorToast('Error', messageOf(error, fallback));
}

/**
 * Shows the server's issues at their fields. An error without issues is shown by `otherwise`; if
 * that is a text, a toast shows it when the server sent no message.
 */
export function atFields<Values extends FieldValues>(
  fieldsOf: FieldsOf<Values>,
  otherwise: string | ShowRefusal<Values>,
): ShowRefusal<Values> {
  return (error, places) => {
    if (showIssues(places.form, error, fieldsOf)) return;
    if (typeof otherwise === 'string') places.showErrorToast(messageOf(error, otherwise));
    else otherwise(error, places);
  };
}

/**
 * Shows the server's issues at their fields and focuses the first. Returns whether there were any.
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

/** The server's message, or the fallback when no server responded. */
export function messageOf(error: unknown, fallback: string): string {
  return error instanceof ApiError && error.status !== 0 ? error.message : fallback;
}

/**
 * Like `messageOf`, for a fallback about the typed text. When no server responded, it says that
 * Waypost cannot be reached.
 */
export function messageOrUnreachable(error: unknown, fallback: string): string {
  const isUnreachable = error instanceof ApiError && error.code === unreachable;
  return isUnreachable ? error.message : messageOf(error, fallback);
}

/** The server's message for invalid input (422) and rate limits (429), else the fallback. */
export function refusalOr(error: unknown, fallback: string): string {
  const isAboutThem = error instanceof ApiError && (error.status === 422 || error.status === 429);
  return isAboutThem ? error.message : fallback;
}
