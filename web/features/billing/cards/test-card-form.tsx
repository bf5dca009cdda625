import { zodResolver } from '@hookform/resolvers/zod';
import { useState } from 'react';
import { FormProvider, useForm } from 'react-hook-form';
import type { ConfirmedPayment } from '#web/api.ts';
import { answerSecondStep, confirmTestCard } from '#web/features/billing/billing.ts';
import { tellFailure } from '#web/app/state/toast.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog, DialogActions, DialogBody } from '#web/ui/dialog.tsx';
import type { CardFormProps } from './card-form-props.ts';
import { FormAlert } from '#web/forms/form-alert.tsx';
import { messageOf, showIssues } from '#web/forms/form-failure.ts';
import {
  cardIssues,
  cardSchema,
  type CardValues,
  noCard,
  TestCardFields,
} from './test-card-fields.tsx';

const failure = 'The payment could not be made. Please try again.';

/** The card form of the built-in provider. */
export function TestCardForm({ payment: { clientSecret }, label, onPaid }: CardFormProps) {
  const form = useForm<CardValues>({ resolver: zodResolver(cardSchema), defaultValues: noCard });
  const [isAsking, setIsAsking] = useState(false);
  const refuse = (message: string): void => {
    form.setError('root', { message });
    tellFailure('Payment Failed', message);
  };
  const goOn = async ({ status, message }: ConfirmedPayment): Promise<void> => {
    setIsAsking(status === 'requires_action');
    if (status === 'requires_payment_method') refuse(message);
    if (status === 'succeeded') await onPaid();
  };
  const submit = form.handleSubmit(async (card) => {
    try {
      await goOn(await confirmTestCard(clientSecret, card));
    } catch (error) {
      refuse(messageOf(error, failure));
      showIssues(form, error, cardIssues);
    }
  });
  const { errors, isSubmitting } = form.formState;

  return (
    <FormProvider {...form}>
      <form
        noValidate
        aria-label="Payment"
        onSubmit={(event) => void submit(event)}
        className="grid gap-4"
      >
        <FormAlert text={errors.root?.message} />
        <TestCardFields />
        <Button type="submit" look="primary" isBusy={isSubmitting} className="h-10">
          {isSubmitting ? 'Processing...' : label}
        </Button>
      </form>
      <Dialog
        title="Confirm Your Payment"
        description="Your bank asks you to confirm this payment."
        isOpen={isAsking}
        onClose={() => setIsAsking(false)}
      >
        <SecondStep clientSecret={clientSecret} onAnswer={goOn} onFailure={refuse} />
      </Dialog>
    </FormProvider>
  );
}

type SecondStepProps = {
  readonly clientSecret: string;
  onAnswer(payment: ConfirmedPayment): Promise<void>;
  onFailure(message: string): void;
};

/** What the person's bank would show. */
function SecondStep({ clientSecret, onAnswer, onFailure }: SecondStepProps) {
  const [isBusy, setIsBusy] = useState(false);
  const answer = async (isApproved: boolean): Promise<void> => {
    setIsBusy(true);
    try {
      await onAnswer(await answerSecondStep(clientSecret, isApproved));
    } catch (error) {
      onFailure(messageOf(error, failure));
    } finally {
      setIsBusy(false);
    }
  };

  return (
    <>
      <DialogBody>
        <p className="text-muted">Test mode: no real charge. Answer as you like.</p>
      </DialogBody>
      <DialogActions>
        <Button isBusy={isBusy} onClick={() => void answer(false)}>
          Refuse
        </Button>
        <Button look="primary" isBusy={isBusy} onClick={() => void answer(true)}>
          Approve
        </Button>
      </DialogActions>
    </>
  );
}
