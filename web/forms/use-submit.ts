import type { SyntheticEvent } from 'react';
import type { FieldPath, FieldValues, SubmitErrorHandler, UseFormReturn } from 'react-hook-form';
import { messageOf, noAmount, type ShowRefusal } from './refusals.ts';
import { useRefusalToast } from '#web/app/state/refusal-toast.ts';

type Sending<Values extends FieldValues> = {
  readonly form: UseFormReturn<Values>;
  /** Receives values that the form's schema accepts. A rejection is shown to the person. */
  readonly send: (values: Values) => Promise<void>;
  /** Shows a rejection. A text is shown in a toast when the server sent no message. */
  readonly refused: string | ShowRefusal<Values>;
  /** Called instead of `send` when the form's schema finds errors. */
  readonly onInvalid?: SubmitErrorHandler<Values>;
};

/** The props that a form and its button need. */
export type Submission = {
  readonly isBusy: boolean;
  submit(event: SyntheticEvent): void;
};

/** Submits a form: busy while it is sent, with one place for errors. */
export function useSubmit<Values extends FieldValues>(sending: Sending<Values>): Submission {
  const { form, send, refused, onInvalid } = sending;
  const showRefusal = useRefusalToast();
  const submit = form.handleSubmit(async (values) => {
    try {
      await send(values);
    } catch (error) {
      const showErrorToast = showRefusal(error);
      if (typeof refused === 'string') showErrorToast(messageOf(error, refused));
      else refused(error, { form, showErrorToast });
    }
  }, onInvalid);
  return {
    isBusy: form.formState.isSubmitting,
    submit: (event) => {
      const unread = unreadField<Values>(event.currentTarget);
      if (unread === undefined) return void submit(event);
      event.preventDefault();
      form.setError(unread.path, { message: unread.message }, { shouldFocus: true });
    },
  };
}

type UnreadField<Values extends FieldValues> = {
  readonly path: FieldPath<Values>;
  /** The message for the person. */
  readonly message: string;
};

/**
 * The first field with a text that the browser cannot read: a date that is typed in part, or
 * `49,99` where numbers have a point. The browser reports a blank value for it, so without this
 * check the form would be sent as if the field were empty. Undefined when there is none.
 */
function unreadField<Values extends FieldValues>(
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
