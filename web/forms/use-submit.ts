import type { SyntheticEvent } from 'react';
import type { FieldValues, SubmitErrorHandler, UseFormReturn } from 'react-hook-form';
import { messageOf } from './form-failure.ts';
import type { ShowRefusal } from './refusals.ts';
import { unreadField } from './unread-field.ts';
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
