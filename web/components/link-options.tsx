import { Plus, X } from 'lucide-react';
import { Controller, useFieldArray, useFormContext, useWatch } from 'react-hook-form';
import { Button, IconButton } from '#web/ui/button.tsx';
import { Field } from '#web/ui/field.tsx';
import { Switch } from '#web/ui/switch.tsx';
import { type LinkValues, maxSplitTestUrls } from './link-form.ts';

type Toggle = {
  [Name in keyof LinkValues]: LinkValues[Name] extends boolean ? Name : never;
}[keyof LinkValues];

/** One of the form's switches. */
export function LinkSwitch(props: { name: Toggle; label: string; hint?: string }) {
  const { control } = useFormContext<LinkValues>();
  return (
    <Controller
      control={control}
      name={props.name}
      render={({ field }) => (
        <Switch
          label={props.label}
          {...(props.hint && { hint: props.hint })}
          isOn={field.value}
          onChange={field.onChange}
        />
      )}
    />
  );
}

/** The switches of conversion tracking and split testing. */
export function LinkOptions() {
  const isTracking = useWatch<LinkValues, 'trackConversions'>({ name: 'trackConversions' });
  return (
    <div className="flex flex-wrap gap-x-5 gap-y-3">
      <LinkSwitch name="trackConversions" label="Track conversions" />
      {isTracking && <LinkSwitch name="autoTrackProfit" label="Calculate profit automatically" />}
      <LinkSwitch name="splitTestEnabled" label="Split test" />
    </div>
  );
}

/** Asked for when profit is calculated automatically, and only then. */
export function ProfitField({ className }: { readonly className?: string }) {
  const { register, formState } = useFormContext<LinkValues>();
  const [isTracking, isAutomatic] = useWatch<LinkValues, ['trackConversions', 'autoTrackProfit']>({
    name: ['trackConversions', 'autoTrackProfit'],
  });
  if (!isTracking || !isAutomatic) return null;

  return (
    <Field
      label="Profit per sale"
      prefix="$"
      type="number"
      step="0.01"
      min="0"
      inputMode="decimal"
      placeholder="0.00"
      error={formState.errors.profitPerSale?.message}
      {...(className && { className })}
      {...register('profitPerSale')}
    />
  );
}

type DestinationsProps = {
  /** Whether the button to add one stays in sight, disabled, once there are four. */
  readonly keepsAddButton?: boolean;
};

/** The destinations of a split test, up to four. */
export function SplitTestFields({ keepsAddButton = false }: DestinationsProps) {
  const { register, control, formState } = useFormContext<LinkValues>();
  const { fields, append, remove } = useFieldArray({ control, name: 'splitTestUrls' });
  const isOn = useWatch({ control, name: 'splitTestEnabled' });
  if (!isOn) return null;

  const isFull = fields.length >= maxSplitTestUrls;
  return (
    <fieldset className="grid gap-3">
      <legend className="mb-2 text-sm text-muted">
        Visitors are sent to these destinations in turn, evenly.
      </legend>
      {fields.map((field, index) => (
        <div key={field.id} className="flex items-end gap-1">
          <Field
            className="grow"
            label={`Destination ${index + 1}`}
            inputMode="url"
            placeholder={`https://example.com/variant-${'abcd'.charAt(index)}`}
            error={formState.errors.splitTestUrls?.[index]?.url?.message}
            {...register(`splitTestUrls.${index}.url`)}
          />
          {fields.length > 1 && (
            <IconButton
              label={`Remove destination ${index + 1}`}
              className="mb-0.5"
              onClick={() => remove(index)}
            >
              <X aria-hidden className="size-4" />
            </IconButton>
          )}
        </div>
      ))}
      {(!isFull || keepsAddButton) && (
        <Button
          size="sm"
          className="justify-self-start"
          disabled={isFull}
          title={isFull ? 'A split test has at most four destinations' : undefined}
          onClick={() => append({ url: '' })}
        >
          <Plus aria-hidden className="size-4" />
          Add destination
        </Button>
      )}
    </fieldset>
  );
}
