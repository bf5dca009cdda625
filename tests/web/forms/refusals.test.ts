import { expect, test } from 'bun:test';
import type { UseFormSetError } from 'react-hook-form';
import { ApiError } from '#web/api-error.ts';
import type { ShowToast } from '#web/app/state/toast.ts';
import { aboveForm, atField, atFields, inErrorToast, issuesAt } from '#web/forms/refusals.ts';

type Typed = { readonly name: string; readonly email: string };
type Shown = { readonly path: string; readonly message: string; readonly hasFocus: boolean };

function places() {
  const shown: Shown[] = [];
  const toasts: string[] = [];
  const setError: UseFormSetError<Typed> = (path, { message = '' }, focus) =>
    void shown.push({ path, message, hasFocus: focus?.shouldFocus ?? false });
  const showErrorToast: ShowToast = (title, text) =>
    void toasts.push(text === undefined ? title : `${title}: ${text}`);
  return { shown, toasts, places: { form: { setError }, showErrorToast } };
}

const refusal = new ApiError(422, {
  message: 'Two fields are wrong',
  issues: [
    { path: 'email', message: 'This address is taken' },
    { path: 'name', message: 'This name is too long' },
    { path: 'elsewhere', message: 'Nobody sees this' },
  ],
});
const away = new ApiError(0, { message: 'Waypost cannot be reached' });
const fieldsOf = issuesAt('name', 'email');

test('issues are shown at their fields, and the first one gets the focus', () => {
  const { shown, toasts, places: given } = places();
  atFields<Typed>(fieldsOf, 'Failed to save')(refusal, given);

  expect(shown).toEqual([
    { path: 'email', message: 'This address is taken', hasFocus: true },
    { path: 'name', message: 'This name is too long', hasFocus: false },
  ]);
  expect(toasts).toEqual([]);
});

test('without field issues a toast shows the server’s message, or the fallback', () => {
  const { shown, toasts, places: given } = places();
  const show = atFields<Typed>(fieldsOf, 'Failed to save');
  show(new ApiError(409, { message: 'Somebody else was faster' }), given);
  show(away, given);
  show(new TypeError('a defect'), given);

  expect(toasts).toEqual(['Somebody else was faster', 'Failed to save', 'Failed to save']);
  expect(shown).toEqual([]);
});

test('a toast can have the title Error, and the message as its text', () => {
  const { shown, toasts, places: given } = places();
  const show = atFields<Typed>(fieldsOf, inErrorToast('Failed to update password'));
  show(new ApiError(429, { message: 'Too many attempts' }), given);
  show(away, given);
  show(refusal, given);

  expect(toasts).toEqual(['Error: Too many attempts', 'Error: Failed to update password']);
  expect(shown.length).toBe(2);
});

test('an error at one field focuses it, and one above the form does not', () => {
  const { shown, places: given } = places();
  atField<Typed>('name', 'Failed to check')(away, given);
  aboveForm<Typed>('Failed to create')(refusal, given);

  expect(shown).toEqual([
    { path: 'name', message: 'Failed to check', hasFocus: true },
    { path: 'root', message: 'Two fields are wrong', hasFocus: false },
  ]);
});
