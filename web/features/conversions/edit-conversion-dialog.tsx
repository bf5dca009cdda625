import { useSetAtom } from 'jotai';
import { zodResolver } from '@hookform/resolvers/zod';
import { useForm } from 'react-hook-form';
import type { Conversion } from '#web/api.ts';
import { momentLabel } from '#web/format.ts';
import { editConversionAtom } from './conversions.ts';
import { showToastAtom } from '#web/app/state/toast.ts';
import { Dialog } from '#web/ui/dialog.tsx';
import { ConversionFields } from '#web/features/events/conversion-fields.tsx';
import {
  conversionChange,
  conversionIssues,
  conversionSchema,
  type ConversionValues,
  conversionValuesOf,
} from '#web/features/events/conversion-form.ts';
import { MetadataList } from './metadata-list.tsx';
import { FormInDialog } from '#web/forms/form-in-dialog.tsx';
import { atFields } from '#web/forms/refusals.ts';
import { useSubmit } from '#web/forms/use-submit.ts';

type EditConversionDialogProps = {
  readonly conversion: Conversion | null;
  onClose(): void;
};

/** Edits a conversion. The totals follow. */
export function EditConversionDialog({ conversion, onClose }: EditConversionDialogProps) {
  return (
    <Dialog
      title="Edit Conversion"
      description={conversion && `Recorded ${momentLabel(conversion.convertedAt)}`}
      isOpen={conversion !== null}
      onClose={onClose}
    >
      {conversion && <EditForm key={conversion.id} conversion={conversion} onClose={onClose} />}
    </Dialog>
  );
}

function EditForm({ conversion, onClose }: { readonly conversion: Conversion; onClose(): void }) {
  const showToast = useSetAtom(showToastAtom);
  const editConversion = useSetAtom(editConversionAtom);
  const form = useForm<ConversionValues>({
    resolver: zodResolver(conversionSchema),
    defaultValues: conversionValuesOf(conversion),
  });
  const submission = useSubmit({
    form,
    send: async (values) => {
      await editConversion({ id: conversion.id, change: conversionChange(values) });
      onClose();
      showToast('Conversion updated successfully');
    },
    refused: atFields(conversionIssues, 'Failed to update conversion'),
  });

  return (
    <FormInDialog
      form={form}
      submission={submission}
      label="Update Conversion"
      busyLabel="Updating..."
      onCancel={onClose}
    >
      <ConversionFields />
      {conversion.metadata && <MetadataList metadata={conversion.metadata} />}
    </FormInDialog>
  );
}
