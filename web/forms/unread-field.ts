import type { FieldPath, FieldValues } from 'react-hook-form';

/** What a field of an amount shows for a text that is none. */
export const noAmount = 'Enter an amount such as 49.99';

type UnreadField<Values extends FieldValues> = {
  readonly path: FieldPath<Values>;
  /** For people. */
  readonly message: string;
};

/**
 * The first field with a text that the browser cannot read: a date that is typed in part, or `49,99`
 * where numbers have a point. Its value is blank, so that without this check the form would be sent
 * as if nothing stood there. Undefined when there is none.
 */
export function unreadField<Values extends FieldValues>(
  form: EventTarget,
): UnreadField<Values> | undefined {
  if (!(form instanceof HTMLFormElement)) return undefined;
  return [...form.elements]
    .filter((element) => element instanceof HTMLInputElement)
    .filter(({ validity }) => validity.badInput)
    .map(({ name, type }) => ({
      path: name,
      message: type === 'number' ? noAmount : 'Please enter a valid date',
    }))
    .find((unread): unread is UnreadField<Values> => isPath<Values>(unread.path));
}

/** The name of an input is the path of its value. */
function isPath<Values extends FieldValues>(name: string): name is FieldPath<Values> {
  return name !== '';
}
