import { useAtomValue, useSetAtom } from 'jotai';
import { Controller, useWatch, type UseFormReturn } from 'react-hook-form';
import { longestReportName } from '#contract/shared-reports/shared-reports';
import { PictureButtons } from '#web/features/pictures/picture-buttons.tsx';
import { changeLogoAtom, hasLogoQuery } from '#web/features/qr/logo.ts';
import { FormSwitch } from '#web/forms/form-switch.tsx';
import { classNames } from '#web/ui/class-names.ts';
import { Field } from '#web/ui/fields/field.tsx';
import { colors, type Values } from './share-form-values.ts';

const sentAs = { edgePx: 512, isSquare: true };

type LookFieldsProps = { readonly form: UseFormReturn<Values> };

/** How the page looks: who shares it, its colour and its logo. */
export function LookFields({ form }: LookFieldsProps) {
  const { control, register, formState } = form;
  const showsLogo = useWatch({ control, name: 'showsLogo' });
  const { data: hasLogo = false } = useAtomValue(hasLogoQuery);
  const changeLogo = useSetAtom(changeLogoAtom);
  return (
    <>
      <Field
        label="Shared by"
        isOptional
        autoComplete="organization"
        maxLength={longestReportName}
        placeholder="Meridian Outdoor"
        hint="Its visitors read this name."
        error={formState.errors.sender?.message}
        {...register('sender')}
      />
      <Controller
        control={control}
        name="color"
        render={({ field }) => <ColorChoice value={field.value} onChange={field.onChange} />}
      />
      <FormSwitch
        control={control}
        name="showsLogo"
        label="Show my logo"
        hint="The same logo as in your QR codes."
      />
      {showsLogo && (
        <PictureButtons
          name="logo"
          sentAs={sentAs}
          hasPicture={hasLogo}
          onChange={(uploadUrl) => changeLogo(uploadUrl)}
        />
      )}
    </>
  );
}

type ColorChoiceProps = { readonly value: string; onChange(color: string): void };

/** Waypost's colour, one of some, or the person's own. */
function ColorChoice({ value, onChange }: ColorChoiceProps) {
  const isOwn = colors.every((color) => color.value !== value);
  return (
    <fieldset className="grid gap-1.5">
      <legend className="mb-1.5 text-sm font-medium">Color</legend>
      <div className="flex flex-wrap items-center gap-2.5 max-md:gap-1">
        {colors.map((color) => (
          <label
            key={color.label}
            title={color.label}
            className={classNames(
              'grid size-7 touch-square cursor-pointer place-items-center rounded-full has-focus-visible:outline-2 has-focus-visible:outline-accent',
              color.value === value && 'shadow-[inset_0_0_0_2px_var(--text)]',
            )}
          >
            <input
              type="radio"
              name="color"
              aria-label={color.label}
              checked={color.value === value}
              onChange={() => onChange(color.value)}
              className="absolute size-px opacity-0"
            />
            <span
              style={{ background: color.value || 'var(--accent)' }}
              className="size-5 rounded-full"
            />
          </label>
        ))}
        <input
          type="color"
          aria-label="Own color"
          title="Own color"
          value={value || '#b7f34d'}
          onChange={({ target }) => onChange(target.value)}
          className={classNames(
            'h-8 w-12 touch-square cursor-pointer rounded-md border bg-field p-1',
            isOwn ? 'border-text' : 'border-line-strong',
          )}
        />
      </div>
    </fieldset>
  );
}
