import { useSetAtom } from 'jotai';
import { zodResolver } from '@hookform/resolvers/zod';
import { useForm } from 'react-hook-form';
import type { ConversionJson } from '#contract/conversions/conversions';
import { momentLabel } from '#web/format.ts';
import { editConversionAtom } from './conversions.ts';
import { showToastAtom } from '#web/app/state/toast.ts';
import { Dialog } from '#web/ui/floating/dialog.tsx';
import { ConversionFields } from '#web/features/events/conversion-fields.tsx';
import {
  conversionChange,
  conversionIssues,
  conversionSchema,
  type ConversionValues,
  conversionValuesOf,
} from '#web/features/events/conversion-form.ts';
import { FormInDialog } from '#web/forms/dialog-forms.tsx';
import { atFields } from '#web/forms/refusals.ts';
import { useSubmit } from '#web/forms/use-submit.ts';

type EditConversionDialogProps = {
  readonly conversion: ConversionJson | null;
  onClose(): void;
};

/** Edits a conversion, and loads the totals again. */
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

function EditForm({
  conversion,
  onClose,
}: {
  readonly conversion: ConversionJson;
  onClose(): void;
}) {
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

type MetadataListProps = { readonly metadata: NonNullable<ConversionJson['metadata']> };

/** The data that a program has sent with a conversion: names and values, unchanged. */
function MetadataList({ metadata }: MetadataListProps) {
  const entries = Object.entries(metadata);
  if (entries.length === 0) return null;
  return (
    <div className="grid min-w-0 gap-1.5">
      <p id="metadata" className="text-sm font-medium text-muted">
        Metadata
      </p>
      <div
        role="group"
        aria-labelledby="metadata"
        // Long lists scroll, also by keyboard.
        tabIndex={0}
        className="max-h-40 overflow-y-auto rounded-md border border-line bg-field px-3 py-2 text-sm"
      >
        <dl className="grid gap-2">
          {entries.map(([name, value]) => (
            <div key={name} className="grid gap-x-4 sm:grid-cols-[minmax(0,1fr)_minmax(0,2fr)]">
              <dt dir="auto" className="min-w-0 text-muted wrap-anywhere">
                {name}
              </dt>
              <dd dir="auto" className="min-w-0 whitespace-pre-wrap wrap-anywhere">
                {valueText(value)}
              </dd>
            </div>
          ))}
        </dl>
      </div>
    </div>
  );
}

/** A text unchanged; any other value as JSON. */
function valueText(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}
