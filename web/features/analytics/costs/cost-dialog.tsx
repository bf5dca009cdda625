import { zodResolver } from '@hookform/resolvers/zod';
import { useSetAtom } from 'jotai';
import { useForm } from 'react-hook-form';
import * as z from 'zod/mini';
import { type Cost, costKinds, longestCostNote, NewCost } from '#contract/analytics/costs';
import { currencies } from '#contract/money';
import type { ApiError } from '#web/api-error.ts';
import { localDay } from '#web/features/address/ranges.ts';
import { amountOf, centsOf } from '#web/features/events/amount.ts';
import { currencyOptions } from '#web/features/events/conversion-words.ts';
import { MoneyField } from '#web/forms/money-field.tsx';
import { atFields, noAmount } from '#web/forms/refusals.ts';
import { useSubmit } from '#web/forms/use-submit.ts';
import { Dialog, DialogForm } from '#web/ui/floating/dialog.tsx';
import { CampaignField } from '#web/features/analytics/campaign-field.tsx';
import { Field } from '#web/ui/fields/field.tsx';
import { SelectField } from '#web/ui/fields/select.tsx';
import { saveCostAtom } from './costs.ts';

/** A cost that there is, or what a new one is for: a link, or with null a campaign. */
export type EditedCost = Cost | Pick<Cost, 'linkId'>;

type CostDialogProps = { readonly cost: EditedCost | null; onClose(): void };

/** A cost: a new one, or one to change. */
export function CostDialog({ cost, onClose }: CostDialogProps) {
  const isNew = cost !== null && !('id' in cost);
  return (
    <Dialog
      title={isNew ? 'Add a cost' : 'Edit cost'}
      description="Both days count. An amount in total is spread evenly over its days."
      isOpen={cost !== null}
      onClose={onClose}
    >
      {cost && <CostForm cost={cost} onClose={onClose} />}
    </Dialog>
  );
}

const kindOptions = [
  { value: 'per_click', label: 'Per click' },
  { value: 'per_day', label: 'Per day' },
  { value: 'total', label: 'In total' },
] as const;

const values = z.object({
  isOfLink: z.boolean(),
  campaign: z.string(),
  kind: z.enum(costKinds),
  amount: z.string(),
  currency: z.enum(currencies),
  firstDay: z.string(),
  lastDay: z.string(),
  note: z.string(),
});
type Values = z.output<typeof values>;

const anyLink = '00000000-0000-0000-0000-000000000000';

/** The form's fields; the contract says what is wrong with them. */
const schema = values.check(({ value, issues }) => {
  const read = z.safeParse(NewCost, costFrom(value, value.isOfLink ? anyLink : null));
  for (const { path, message } of read.error?.issues ?? []) {
    const field = fieldAt(path.join('.'));
    const text = field === 'amount' && Number.isNaN(centsOf(value.amount)) ? noAmount : message;
    issues.push({ code: 'custom', input: value, path: [field], message: text });
  }
});

function costFrom(value: Values, linkId: string | null): NewCost {
  const { campaign, kind, amount, currency, firstDay, lastDay, note } = value;
  return {
    linkId,
    campaign: linkId === null ? campaign : null,
    kind,
    amount: centsOf(amount) ?? 0,
    currency,
    firstDay,
    lastDay: lastDay === '' ? null : lastDay,
    note,
  };
}

/** The form's field of a field of the contract. */
function fieldAt(path: string): keyof Values {
  const names = ['kind', 'amount', 'currency', 'firstDay', 'lastDay', 'note'] as const;
  return names.find((name) => name === path) ?? 'campaign';
}

function costIssues({ issues }: ApiError) {
  return issues.map(({ path, message }) => ({ path: fieldAt(path), message }));
}

type CostFormProps = { readonly cost: EditedCost; onClose(): void };

function CostForm({ cost, onClose }: CostFormProps) {
  const save = useSetAtom(saveCostAtom);
  const existing = 'id' in cost ? cost : null;
  const { linkId } = cost;
  const form = useForm<Values>({
    resolver: zodResolver(schema),
    defaultValues: {
      isOfLink: linkId !== null,
      campaign: existing?.campaign ?? '',
      kind: existing?.kind ?? 'per_click',
      amount: amountOf(existing?.amount ?? null),
      currency: existing?.currency ?? 'USD',
      firstDay: existing?.firstDay ?? localDay(new Date()),
      lastDay: existing?.lastDay ?? '',
      note: existing?.note ?? '',
    },
  });
  const { submit, isBusy } = useSubmit({
    form,
    send: async (typed) => {
      await save({ id: existing?.id ?? null, cost: costFrom(typed, linkId) });
      onClose();
    },
    refused: atFields(costIssues, 'Failed to save the cost'),
  });
  const { errors, isDirty } = form.formState;
  const [kind, currency, campaign] = form.watch(['kind', 'currency', 'campaign']);
  return (
    <DialogForm
      label={existing ? 'Save cost' : 'Add cost'}
      busyLabel="Saving..."
      isBusy={isBusy}
      isDirty={isDirty}
      onSubmit={submit}
      onCancel={onClose}
    >
      {linkId === null && (
        <CampaignField
          campaign={campaign.trim()}
          autoFocus
          error={errors.campaign?.message}
          {...form.register('campaign')}
        />
      )}
      <SelectField label="Cost" options={kindOptions} {...form.register('kind')} />
      <div className="grid grid-cols-[minmax(0,1fr)_6.5rem] gap-4">
        <MoneyField
          label="Amount"
          currency={currency}
          autoFocus={linkId !== null}
          error={errors.amount?.message}
          {...form.register('amount')}
        />
        <SelectField label="Currency" options={currencyOptions} {...form.register('currency')} />
      </div>
      <div className="grid gap-4 sm:grid-cols-2">
        <Field
          type="date"
          label="First day"
          error={errors.firstDay?.message}
          {...form.register('firstDay')}
        />
        <Field
          type="date"
          label="Last day"
          isOptional={kind !== 'total'}
          error={errors.lastDay?.message}
          {...form.register('lastDay')}
        />
      </div>
      <Field
        label="Note"
        isOptional
        maxLength={longestCostNote}
        placeholder="Search ads"
        error={errors.note?.message}
        {...form.register('note')}
      />
    </DialogForm>
  );
}
