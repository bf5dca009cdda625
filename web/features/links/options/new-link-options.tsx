import { useFormContext } from 'react-hook-form';
import { OrganiseFields } from '#web/features/links/form/organise-fields.tsx';
import type { LinkValues } from '#web/features/links/form/link-form.ts';
import { UtmFields } from '#web/features/links/utm/utm-fields.tsx';
import { Field } from '#web/ui/fields/field.tsx';
import { MoreOptions } from './more-options.tsx';

/**
 * The further options of a new link: its title and labels, UTM parameters, and the options of
 * visits.
 */
export function NewLinkOptions({ isOpen }: { readonly isOpen: boolean }) {
  const { register, formState } = useFormContext<LinkValues>();
  if (!isOpen) return null;
  return (
    <div className="grid gap-4 border-t border-line pt-4">
      <Field
        label="Title"
        isOptional
        hint="The name of the link in lists and reports."
        error={formState.errors.title?.message}
        {...register('title')}
      />
      <OrganiseFields />
      <UtmFields />
      <MoreOptions />
    </div>
  );
}
