import { zodResolver } from '@hookform/resolvers/zod';
import { useSetAtom } from 'jotai';
import { useController, useForm, type UseFormReturn } from 'react-hook-form';
import * as z from 'zod/mini';
import { LabelName, type TagColor, tagColors } from '#contract/links/labels';
import { longestLabelName } from '#contract/links/link-limits';
import { atField } from '#web/forms/refusals.ts';
import { useSubmit } from '#web/forms/use-submit.ts';
import { Button } from '#web/ui/button.tsx';
import { classNames } from '#web/ui/class-names.ts';
import { Field } from '#web/ui/fields/field.tsx';
import { besideInput } from '#web/ui/fields/field-frame.tsx';
import { TagDot } from './label-chips.tsx';
import { addLabelAtom, changeLabelAtom, type LabelKind } from './labels.ts';

const schema = z.object({ name: LabelName, color: z.enum(tagColors) });
type Values = z.infer<typeof schema>;

/** A label as the manager shows it. A folder has no colour of its own. */
export type ManagedLabel = {
  readonly id: string;
  readonly name: string;
  readonly color: TagColor;
  readonly links: number;
};

type LabelFormProps = {
  readonly kind: LabelKind;
  /** The label to change; absent for a new one. */
  readonly label?: ManagedLabel;
  onClose?(): void;
};

/** Adds a tag or a folder, or changes one. */
export function LabelForm({ kind, label, onClose }: LabelFormProps) {
  const add = useSetAtom(addLabelAtom);
  const change = useSetAtom(changeLabelAtom);
  const begun: Values = { name: label?.name ?? '', color: label?.color ?? 'blue' };
  const form = useForm({ resolver: zodResolver(schema), defaultValues: begun });
  const { submit, isBusy } = useSubmit({
    form,
    send: async (values) => {
      if (label) await change({ kind, id: label.id, ...values });
      else await add({ kind, ...values });
      form.reset(begun);
      onClose?.();
    },
    refused: atField('name', `Failed to save the ${kind}`),
  });
  return (
    <form noValidate onSubmit={submit} className="grid gap-2.5">
      <div className="flex items-start gap-2">
        <Field
          className="min-w-0 grow"
          label={label ? `New name of ${label.name}` : `New ${kind}`}
          maxLength={longestLabelName}
          autoComplete="off"
          autoFocus={label !== undefined}
          error={form.formState.errors.name?.message}
          {...form.register('name')}
        />
        <span className={classNames(besideInput, 'flex gap-1')}>
          {onClose && <Button onClick={onClose}>Cancel</Button>}
          <Button type="submit" look={label ? 'primary' : 'secondary'} isBusy={isBusy}>
            {label ? 'Save' : 'Add'}
          </Button>
        </span>
      </div>
      {kind === 'tag' && <ColorChoice form={form} />}
    </form>
  );
}

function ColorChoice({ form }: { readonly form: UseFormReturn<Values> }) {
  const { field } = useController({ control: form.control, name: 'color' });
  return (
    <fieldset className="flex flex-wrap gap-1">
      <legend className="sr-only">Color</legend>
      {tagColors.map((color) => (
        <label
          key={color}
          title={color}
          className="grid size-7 cursor-pointer place-items-center rounded-md border border-transparent hover:bg-raised has-checked:border-line-strong has-checked:bg-raised has-focus-visible:outline-2 has-focus-visible:outline-accent touch-square"
        >
          <input
            type="radio"
            name={field.name}
            value={color}
            aria-label={color}
            checked={field.value === color}
            onChange={() => field.onChange(color)}
            className="sr-only"
          />
          <TagDot color={color} />
        </label>
      ))}
    </fieldset>
  );
}
