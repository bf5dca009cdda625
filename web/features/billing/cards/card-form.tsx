import { useAtomValue, useSetAtom } from 'jotai';
import { TriangleAlert } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { answerSecondStep, confirmTestCard, offerQuery } from '#web/features/billing/billing.ts';
import { type CardFormProps, CardFormSkeleton } from './card-form-skeleton.tsx';
import { FormAlert, SubmitButton } from '#web/forms/page-form.tsx';
import { Failure } from '#web/ui/answers/query.tsx';
import { zodResolver } from '@hookform/resolvers/zod';
import { FormProvider, useForm } from 'react-hook-form';
import type { ConfirmedPayment } from '#contract/billing/billing';
import { showErrorToastAtom } from '#web/app/state/toast.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog, DialogActions, DialogBody } from '#web/ui/floating/dialog.tsx';
import { messageOf, showIssues } from '#web/forms/refusals.ts';
import { useAction } from '#web/forms/use-action.ts';
import { useSubmit } from '#web/forms/use-submit.ts';
import {
  cardIssues,
  cardSchema,
  type CardValues,
  noCard,
  TestCardFields,
} from './test-card-fields.tsx';

const StripeCardForm = lazy(async () => ({
  default: (await import('./stripe-card-form.tsx')).StripeCardForm,
}));

/** The card form of the configured provider. */
export function CardForm(props: CardFormProps) {
  const { data: offer, error, refetch } = useAtomValue(offerQuery);
  if (error && !offer) {
    return (
      <Failure
        icon={<TriangleAlert />}
        title="Failed to initialize payment"
        error={error}
        onRetry={() => void refetch()}
      />
    );
  }
  if (!offer) return <CardFormSkeleton />;

  switch (offer.provider) {
    case 'stripe':
      return (
        <Suspense fallback={<CardFormSkeleton />}>
          <StripeCardForm {...props} publishableKey={offer.publishableKey ?? ''} />
        </Suspense>
      );
    case 'test':
      return <TestCardForm {...props} />;
    case null:
      return <FormAlert text="Payments are not set up on this Waypost." />;
  }
}

const failure = 'The payment failed. Please try again.';

/** The card form of the built-in test provider. */
function TestCardForm({ payment: { clientSecret }, label, onPaid }: CardFormProps) {
  const showErrorToast = useSetAtom(showErrorToastAtom);
  const form = useForm<CardValues>({ resolver: zodResolver(cardSchema), defaultValues: noCard });
  const [isAsking, setIsAsking] = useState(false);
  const refuse = (message: string): void => {
    form.setError('root', { message });
    showErrorToast('Payment Failed', message);
  };
  const goOn = async ({ status, message }: ConfirmedPayment): Promise<void> => {
    setIsAsking(status === 'requires_action');
    if (status === 'requires_payment_method') refuse(message);
    if (status === 'succeeded') await onPaid();
  };
  const { submit, isBusy } = useSubmit({
    form,
    send: async (card) => goOn(await confirmTestCard(clientSecret, card)),
    refused: (error) => {
      refuse(messageOf(error, failure));
      showIssues(form, error, cardIssues);
    },
  });

  return (
    <FormProvider {...form}>
      <form noValidate aria-label="Payment" onSubmit={submit} className="grid gap-4">
        <FormAlert text={form.formState.errors.root?.message} />
        <TestCardFields />
        <SubmitButton label={label} busyLabel="Processing..." isBusy={isBusy} className="h-10" />
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

/** The confirmation that a bank would show. */
function SecondStep({ clientSecret, onAnswer, onFailure }: SecondStepProps) {
  const [answer, isBusy] = useAction(
    async (isApproved: boolean) => onAnswer(await answerSecondStep(clientSecret, isApproved)),
    (error) => onFailure(messageOf(error, failure)),
  );

  return (
    <>
      <DialogBody>
        <p className="text-muted">
          Test mode: no real charge. Choose the result that you want to test.
        </p>
      </DialogBody>
      <DialogActions>
        <Button isBusy={isBusy} onClick={() => answer(false)}>
          Decline
        </Button>
        <Button look="primary" isBusy={isBusy} onClick={() => answer(true)}>
          Approve
        </Button>
      </DialogActions>
    </>
  );
}
