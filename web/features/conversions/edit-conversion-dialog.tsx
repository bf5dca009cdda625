import { zodResolver } from '@hookform/resolvers/zod';
import { FormProvider, useForm } from 'react-hook-form';
import type { Conversion } from '#web/api.ts';
import { momentLabel } from '#web/format.ts';
import { editConversion } from './conversions.ts';
import { tell } from '#web/app/state/toast.ts';
import { Dialog, DialogForm } from '#web/ui/dialog.tsx';
import { ConversionFields } from './conversion-fields.tsx';
import {
  conversionChange,
  conversionIssues,
  conversionSchema,
  type ConversionValues,
  conversionValuesOf,
} from './conversion-form.ts';
import { showFailure } from '#web/forms/form-failure.ts';

type EditConversionDialogProps = {
  readonly conversion: Conversion | null;
  onClose(): void;
};

/** Corrects what was reported; the totals follow. */
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
  const form = useForm<ConversionValues>({
    resolver: zodResolver(conversionSchema),
    defaultValues: conversionValuesOf(conversion),
  });
  const submit = form.handleSubmit(async (values) => {
    try {
      await editConversion(conversion.id, conversionChange(values));
      onClose();
      tell('Conversion updated successfully');
    } catch (error) {
      showFailure(form, error, {
        fieldsOf: conversionIssues,
        fallback: 'Failed to update conversion',
      });
    }
  });
  const isBusy = form.formState.isSubmitting;

  return (
    <FormProvider {...form}>
      <DialogForm
        label="Update Conversion"
        busyLabel="Updating..."
        isBusy={isBusy}
        onSubmit={submit}
        onCancel={onClose}
      >
        <ConversionFields />
      </DialogForm>
    </FormProvider>
  );
}
