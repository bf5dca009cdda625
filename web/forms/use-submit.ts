import { useSetAtom } from 'jotai';
import type { SyntheticEvent } from 'react';
import type { FieldValues, SubmitErrorHandler, UseFormReturn } from 'react-hook-form';
import { tellFailureAtom } from '#web/app/state/toast.ts';
import { messageOf } from './form-failure.ts';
import type { ShowRefusal } from './refusals.ts';

type Sending<Values extends FieldValues> = {
  readonly form: UseFormReturn<Values>;
  /** Gets values that the form's schema accepts. What it rejects with is shown to the person. */
  readonly send: (values: Values) => Promise<void>;
  /** Shows a rejection. A text is what a toast says when the server gave no sentence. */
  readonly refused: string | ShowRefusal<Values>;
  /** Called instead of `send` when the form's own schema finds faults. */
  readonly onInvalid?: SubmitErrorHandler<Values>;
};

/** What a form's element and its button need to submit it. */
export type Submission = {
  readonly isBusy: boolean;
  submit(event: SyntheticEvent): void;
};

/** Submits a form: busy while it is sent, and one place for what goes wrong. */
export function useSubmit<Values extends FieldValues>(sending: Sending<Values>): Submission {
  const { form, send, refused, onInvalid } = sending;
  const tellFailure = useSetAtom(tellFailureAtom);
  const submit = form.handleSubmit(async (values) => {
    try {
      await send(values);
    } catch (error) {
      if (typeof refused === 'string') tellFailure(messageOf(error, refused));
      else refused(error, { form, tellFailure });
    }
  }, onInvalid);
  return { isBusy: form.formState.isSubmitting, submit: (event) => void submit(event) };
}
