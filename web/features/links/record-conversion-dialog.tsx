import { atom, useSetAtom } from 'jotai';
import { zodResolver } from '@hookform/resolvers/zod';
import { type ComponentType, useEffect, useState } from 'react';
import { useForm, useFormContext, type UseFormReturn, useWatch } from 'react-hook-form';
import type { NewConversionJson } from '#contract/conversions/conversions';
import { call, type Link } from '#web/api.ts';
import { currencySymbol } from '#web/format.ts';
import { refreshNumbersAtom } from '#web/app/state/refresh-numbers.ts';
import { showToastAtom } from '#web/app/state/toast.ts';
import { LinkHeading } from '#web/features/links/link-heading.tsx';
import { Dialog } from '#web/ui/floating/dialog.tsx';
import { Field } from '#web/ui/fields/field.tsx';
import { amountOf } from '#web/features/events/amount.ts';
import { ConversionFields } from '#web/features/events/conversion-fields.tsx';
import {
  conversionIssues,
  conversionSchema,
  type ConversionValues,
  conversionWish,
  fixedProfit,
  hasFixedProfit,
  newConversionValues,
} from '#web/features/events/conversion-form.ts';
import { FormInDialog } from '#web/forms/dialog-forms.tsx';
import { atFields } from '#web/forms/refusals.ts';
import { useSubmit } from '#web/forms/use-submit.ts';
import type { LinkSelectProps } from './link-select.tsx';

const recordConversionAtom = atom(null, async (_, set, wanted: NewConversionJson) => {
  await call('POST /api/conversions', { body: wanted });
  void set(refreshNumbersAtom);
});

type RecordConversionDialogProps = {
  /** The link of the new conversion; null while the dialog is closed. */
  readonly link: Link | null;
  /** A select for another link. Omitted when the link is fixed. */
  readonly LinkSelect?: ComponentType<LinkSelectProps> | undefined;
  onClose(): void;
};

/** Records a conversion manually. */
export function RecordConversionDialog({ link, LinkSelect, onClose }: RecordConversionDialogProps) {
  return (
    <Dialog
      title="Record Conversion"
      description={link && !LinkSelect && <LinkHeading link={link} />}
      isOpen={link !== null}
      onClose={onClose}
    >
      {link && <RecordForm key={link.id} link={link} LinkSelect={LinkSelect} onClose={onClose} />}
    </Dialog>
  );
}

type RecordFormProps = {
  readonly link: Link;
  readonly LinkSelect: RecordConversionDialogProps['LinkSelect'];
  onClose(): void;
};

function RecordForm({ link, LinkSelect, onClose }: RecordFormProps) {
  const showToast = useSetAtom(showToastAtom);
  const recordConversion = useSetAtom(recordConversionAtom);
  const [chosen, setChosen] = useState(link);
  const form = useForm<ConversionValues>({
    resolver: zodResolver(conversionSchema),
    defaultValues: newConversionValues(link),
  });
  const [eventType, currency] = useWatch({
    control: form.control,
    name: ['eventType', 'currency'],
  });
  useExpectedProfit(form, chosen);
  const submission = useSubmit({
    form,
    send: async (values) => {
      await recordConversion(conversionWish(values, chosen));
      onClose();
      showToast('Conversion recorded successfully!');
    },
    refused: atFields(conversionIssues, 'Failed to record conversion'),
  });

  return (
    <FormInDialog
      form={form}
      submission={submission}
      label="Record Conversion"
      busyLabel="Recording..."
      onCancel={onClose}
    >
      {LinkSelect && <LinkChoice LinkSelect={LinkSelect} link={chosen} onChange={setChosen} />}
      <ConversionFields
        profit={hasFixedProfit(chosen, { eventType, currency }) && <FixedProfit link={chosen} />}
      />
      <Field
        label="Date"
        type="datetime-local"
        isOptional
        hint="When it happened, at most 30 days ago. Blank: now."
        error={form.formState.errors.convertedAt?.message}
        {...form.register('convertedAt')}
      />
    </FormInDialog>
  );
}

/**
 * Fills in the link's profit per sale for its currency, and clears it for other currencies. A typed
 * profit is kept.
 */
function useExpectedProfit(form: UseFormReturn<ConversionValues>, link: Link): void {
  const { control, setValue, formState } = form;
  const currency = useWatch({ control, name: 'currency' });
  const isTyped = formState.dirtyFields.profit === true;
  const isExpected = currency === link.profitPerSaleCurrency;
  const expected = isExpected ? amountOf(link.profitPerSale) : '';
  useEffect(() => {
    if (!isTyped) setValue('profit', expected);
  }, [setValue, isTyped, expected]);
}

type LinkChoiceProps = LinkSelectProps & { readonly LinkSelect: ComponentType<LinkSelectProps> };

/** Chooses another link, with its currency. */
function LinkChoice({ LinkSelect, link, onChange }: LinkChoiceProps) {
  const { setValue } = useFormContext<ConversionValues>();
  const choose = (chosen: Link) => {
    setValue('linkId', chosen.id);
    setValue('currency', chosen.profitPerSaleCurrency);
    onChange(chosen);
  };
  return <LinkSelect link={link} onChange={choose} />;
}

/** The profit that the link determines, as a read-only field. */
function FixedProfit({ link }: { readonly link: Link }) {
  const [eventType, currency] = useWatch<ConversionValues, ['eventType', 'currency']>({
    name: ['eventType', 'currency'],
  });
  return (
    <Field
      label="Profit"
      disabled
      readOnly
      prefix={currencySymbol(currency)}
      value={fixedProfit(link, eventType)}
      placeholder="0.00"
      hint={
        eventType === 'sale'
          ? `Calculated automatically: the link’s profit for each sale in ${currency}.`
          : 'Calculated automatically: only sales of this link earn a profit.'
      }
    />
  );
}
