import { zodResolver } from '@hookform/resolvers/zod';
import { FormProvider, useForm } from 'react-hook-form';
import { changeTestCard } from '#web/features/billing/billing.ts';
import { tell } from '#web/app/state/toast.ts';
import { Dialog, DialogForm } from '#web/ui/dialog.tsx';
import { FormAlert } from '#web/forms/form-alert.tsx';
import { messageOf, showIssues } from '#web/forms/form-failure.ts';
import {
  cardIssues,
  cardSchema,
  type CardValues,
  noCard,
  TestCardFields,
} from './test-card-fields.tsx';

/** Another card for the built-in provider, which has no page of its own for that. */
export function NewCardDialog({ isOpen, onClose }: { readonly isOpen: boolean; onClose(): void }) {
  return (
    <Dialog title="Change Card" isOpen={isOpen} onClose={onClose}>
      <NewCardForm onClose={onClose} />
    </Dialog>
  );
}

function NewCardForm({ onClose }: { onClose(): void }) {
  const form = useForm<CardValues>({ resolver: zodResolver(cardSchema), defaultValues: noCard });
  const submit = form.handleSubmit(async (card) => {
    try {
      await changeTestCard(card);
      tell('Card Changed', 'Your next payment uses this card.');
      onClose();
    } catch (error) {
      form.setError('root', { message: messageOf(error, 'Failed to change the card') });
      showIssues(form, error, cardIssues);
    }
  });
  const { errors, isSubmitting } = form.formState;

  return (
    <FormProvider {...form}>
      <DialogForm
        label="Save Card"
        busyLabel="Saving..."
        isBusy={isSubmitting}
        onSubmit={submit}
        onCancel={onClose}
      >
        <FormAlert text={errors.root?.message} />
        <TestCardFields />
      </DialogForm>
    </FormProvider>
  );
}
