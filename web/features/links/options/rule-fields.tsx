import { mostRules, mostRuleValues } from '#contract/links/link-limits';
import { ArrowDown, ArrowUp, Plus, X } from 'lucide-react';
import { useController, useFieldArray, useFormContext, useWatch } from 'react-hook-form';
import { Button, IconButton } from '#web/ui/button.tsx';
import { ChipsField } from '#web/ui/fields/chips-field.tsx';
import { Field } from '#web/ui/fields/field.tsx';
import { SelectField } from '#web/ui/fields/select.tsx';
import type { LinkValues } from '#web/features/links/form/link-form.ts';
import { listIn, newRule } from './option-values.ts';
import { devices, systems } from './rule-name.ts';
import { countries, languages } from './places.ts';

/** In characters; the longest name of a country has about 40. */
const longestName = 80;

/** The rules, in the order in which they are tried. */
export function RuleFields() {
  const { control } = useFormContext<LinkValues>();
  const { fields, append, remove, move } = useFieldArray({
    control,
    name: 'options.rules',
    keyName: 'key',
  });
  const isFull = fields.length >= mostRules;
  return (
    <div className="grid gap-3">
      {fields.map((field, index) => (
        <fieldset
          key={field.key}
          aria-label={`Rule ${index + 1}`}
          className="grid gap-3 rounded-lg border border-line p-3"
        >
          <div className="flex items-center justify-between">
            <span className="text-sm font-medium">Rule {index + 1}</span>
            <span className="flex gap-1">
              <IconButton
                label={`Move rule ${index + 1} up`}
                disabled={index === 0}
                onClick={() => move(index, index - 1)}
              >
                <ArrowUp aria-hidden className="size-4" />
              </IconButton>
              <IconButton
                label={`Move rule ${index + 1} down`}
                disabled={index === fields.length - 1}
                onClick={() => move(index, index + 1)}
              >
                <ArrowDown aria-hidden className="size-4" />
              </IconButton>
              <IconButton label={`Remove rule ${index + 1}`} onClick={() => remove(index)}>
                <X aria-hidden className="size-4" />
              </IconButton>
            </span>
          </div>
          <RuleField index={index} />
        </fieldset>
      ))}
      <Button
        size="sm"
        className="justify-self-start"
        disabled={isFull}
        title={isFull ? `A link has at most ${mostRules} rules` : undefined}
        onClick={() => append(newRule)}
      >
        <Plus aria-hidden className="size-4" />
        Add rule
      </Button>
    </div>
  );
}

function RuleField({ index }: { readonly index: number }) {
  const { register, formState, control } = useFormContext<LinkValues>();
  const name = `options.rules.${index}` as const;
  const rule = useWatch({ control, name });
  const errors = formState.errors.options?.rules?.[index];
  return (
    <>
      <div className="grid gap-3 sm:grid-cols-2">
        <SelectField
          label="Device"
          options={choices('Any device', devices, rule.devices)}
          error={errors?.devices?.message}
          {...register(`${name}.devices`)}
        />
        <SelectField
          label="System"
          options={choices('Any system', systems, rule.systems)}
          error={errors?.systems?.message}
          {...register(`${name}.systems`)}
        />
        <PlacesField
          name={`${name}.countries`}
          label="Countries"
          one="country"
          several="countries"
          placeholder="Germany"
          places={countries}
        />
        <PlacesField
          name={`${name}.languages`}
          label="Languages"
          one="language"
          several="languages"
          placeholder="German or pt-BR"
          places={languages}
        />
      </div>
      <Field
        label="Destination of the rule"
        inputMode="url"
        autoCapitalize="none"
        spellCheck={false}
        placeholder="https://example.com/de"
        error={errors?.url?.message}
        {...register(`${name}.url`)}
      />
    </>
  );
}

/** One value, any, or the several that the API has set. */
function choices(anyLabel: string, names: Readonly<Record<string, string>>, current: string) {
  const several = listIn(current);
  return [
    { value: '', label: anyLabel },
    ...Object.entries(names).map(([value, label]) => ({ value, label })),
    ...(several.length > 1
      ? [{ value: current, label: several.map((one) => names[one] ?? one).join(', ') }]
      : []),
  ];
}

type PlacesFieldProps = {
  readonly name: `options.rules.${number}.${'countries' | 'languages'}`;
  readonly label: string;
  readonly one: string;
  readonly several: string;
  readonly placeholder: string;
  readonly places: typeof countries;
};

/** Chooses countries or languages by their names or codes. */
function PlacesField({ name, places, ...words }: PlacesFieldProps) {
  const { control } = useFormContext<LinkValues>();
  const { field, fieldState } = useController({ control, name });
  return (
    <ChipsField
      {...words}
      ref={field.ref}
      isOptional
      hint="Press Enter after each."
      error={fieldState.error?.message}
      value={field.value}
      suggestions={places.names()}
      most={mostRuleValues}
      longest={longestName}
      read={(text) => places.codeOf(text) ?? text}
      nameOf={(code) => places.nameOf(code) ?? code}
      isWrong={(code) => places.nameOf(code) === null}
      onChange={field.onChange}
    />
  );
}
