import { useSetAtom } from 'jotai';
import { zodResolver } from '@hookform/resolvers/zod';
import { useForm } from 'react-hook-form';
import { changeTestCardAtom } from '#web/features/billing/billing.ts';
import { showToastAtom } from '#web/app/state/toast.ts';
import { Dialog } from '#web/ui/dialog.tsx';
import { FormAlert } from '#web/forms/page-form.tsx';
import { FormInDialog } from '#web/forms/dialog-forms.tsx';
import { messageOf, showIssues } from '#web/forms/refusals.ts';
import { useSubmit } from '#web/forms/use-submit.ts';
import {
  cardIssues,
  cardSchema,
  type CardValues,
  noCard,
  TestCardFields,
} from './test-card-fields.tsx';

/** Changes the card of the built-in test provider, which has no page of its own. */
export function NewCardDialog({ isOpen, onClose }: { readonly isOpen: boolean; onClose(): void }) {
  return (
    <Dialog title="Change Card" isOpen={isOpen} onClose={onClose}>
      <NewCardForm onClose={onClose} />
    </Dialog>
  );
}

function NewCardForm({ onClose }: { onClose(): void }) {
  const showToast = useSetAtom(showToastAtom);
  const changeTestCard = useSetAtom(changeTestCardAtom);
  const form = useForm<CardValues>({ resolver: zodResolver(cardSchema), defaultValues: noCard });
  const submission = useSubmit({
    form,
    send: async (card) => {
      await changeTestCard(card);
      showToast('Card Changed', 'Your next payment uses this card.');
      onClose();
    },
    refused: (error) => {
      form.setError('root', { message: messageOf(error, 'Failed to change the card') });
      showIssues(form, error, cardIssues);
    },
  });

  return (
    <FormInDialog
      form={form}
      submission={submission}
      label="Save Card"
      busyLabel="Saving..."
      onCancel={onClose}
    >
      <FormAlert text={form.formState.errors.root?.message} />
      <TestCardFields />
    </FormInDialog>
  );
}
