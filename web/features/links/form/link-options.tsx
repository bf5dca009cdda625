import { Plus, X } from 'lucide-react';
import { Fragment } from 'react';
import { useFieldArray, useFormContext, useWatch } from 'react-hook-form';
import { longestDestinationName, splitLetters } from '#contract/split-tests/split-words';
import { Button, IconButton } from '#web/ui/button.tsx';
import { classNames } from '#web/ui/class-names.ts';
import { besideInput } from '#web/ui/fields/field-frame.tsx';
import { Field } from '#web/ui/fields/field.tsx';
import { SelectField } from '#web/ui/fields/select.tsx';
import { FormSwitch } from '#web/forms/form-switch.tsx';
import { MoneyField } from '#web/forms/money-field.tsx';
import { currencyOptions } from '#web/features/events/conversion-words.ts';
import { type LinkValues, maxOtherDestinations } from './link-form.ts';
import {
  ContinueQuestion,
  destinationLabel,
  EndOfTest,
  type OfLink,
  PlanOfTest,
  useRunningTest,
} from './running-test.tsx';

type Toggle = {
  [Name in keyof LinkValues]: LinkValues[Name] extends boolean ? Name : never;
}[keyof LinkValues];

/** A switch of the link form. */
export function LinkSwitch(props: { name: Toggle; label: string; hint?: string }) {
  const { control } = useFormContext<LinkValues>();
  return <FormSwitch control={control} {...props} />;
}

/** The switches of conversion tracking. */
export function ConversionSwitches() {
  const isTracking = useWatch<LinkValues, 'trackConversions'>({ name: 'trackConversions' });
  return (
    <>
      <LinkSwitch name="trackConversions" label="Track conversions" />
      {isTracking && <LinkSwitch name="autoTrackProfit" label="Calculate profit automatically" />}
    </>
  );
}

/** The profit per sale. Visible only while profit is calculated automatically. */
export function ProfitField({ className }: { readonly className?: string }) {
  const { register, formState } = useFormContext<LinkValues>();
  const [isTracking, isAutomatic, currency] = useWatch<
    LinkValues,
    ['trackConversions', 'autoTrackProfit', 'profitPerSaleCurrency']
  >({ name: ['trackConversions', 'autoTrackProfit', 'profitPerSaleCurrency'] });
  if (!isTracking || !isAutomatic) return null;

  return (
    <div
      className={classNames('grid grid-cols-[minmax(0,1fr)_6.5rem] items-start gap-3', className)}
    >
      <MoneyField
        label="Profit per sale"
        currency={currency}
        hint={`For sales in ${currency} only.`}
        error={formState.errors.profitPerSale?.message}
        {...register('profitPerSale')}
      />
      <SelectField
        label="Currency"
        options={currencyOptions}
        {...register('profitPerSaleCurrency')}
      />
    </div>
  );
}

type DestinationsProps = OfLink & {
  /** Whether the add button stays visible, disabled, at four destinations. */
  readonly keepsAddButton?: boolean;
};

/** Destinations B to D of a split test. */
export function SplitTestFields({ link, keepsAddButton = false }: DestinationsProps) {
  const test = useRunningTest({ link });
  const { register, control, formState, getValues, setValue } = useFormContext<LinkValues>();
  const { fields, append, remove } = useFieldArray({ control, name: 'otherDestinations' });
  const isOn = useWatch({ control, name: 'splitTestEnabled' });
  if (!isOn) return <EndOfTest link={link} />;

  const removeAt = (index: number) => {
    remove(index);
    const names = getValues('destinationNames');
    setValue('destinationNames', [...names.toSpliced(index + 1, 1), '']);
  };
  const isFull = fields.length >= maxOtherDestinations;
  return (
    <fieldset className="grid gap-3">
      <legend className="mb-2 text-sm text-muted">
        {test === null || test.mode === 'even'
          ? 'Visitors are sent to each destination in turn.'
          : 'The shares of the destinations are set on the page of the link.'}
      </legend>
      {fields.map((field, index) => (
        <Fragment key={field.id}>
          <div className="flex items-start gap-1">
            <Field
              className="grow"
              label={destinationLabel(index + 1, test)}
              inputMode="url"
              autoCapitalize="none"
              spellCheck={false}
              placeholder={`https://example.com/variant-${'bcd'.charAt(index)}`}
              error={formState.errors.otherDestinations?.[index]?.url?.message}
              {...register(`otherDestinations.${index}.url`)}
            />
            {fields.length > 1 && (
              <IconButton
                label={`Remove destination ${splitLetters[index + 1]}`}
                className={besideInput}
                onClick={() => removeAt(index)}
              >
                <X aria-hidden className="size-4" />
              </IconButton>
            )}
          </div>
          <ContinueQuestion link={link} place={index + 1} />
        </Fragment>
      ))}
      {!link?.splitTestEnabled && <NameFields count={fields.length + 1} />}
      <EndOfTest link={link} />
      <PlanOfTest link={link} destinations={fields.length + 1} />
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

const exampleNames = ['Photo', 'Video', 'Quiz', 'Short text'];

/** The names of a new test's destinations, which stand beside their letters. */
function NameFields({ count }: { readonly count: number }) {
  const { register } = useFormContext<LinkValues>();
  return (
    <div className="grid grid-cols-2 gap-3 sm:grid-cols-4">
      {splitLetters.slice(0, count).map((letter, place) => (
        <Field
          key={letter}
          label={`Name of ${letter}`}
          isOptional
          maxLength={longestDestinationName}
          placeholder={exampleNames[place]}
          {...register(`destinationNames.${place}`)}
        />
      ))}
    </div>
  );
}
