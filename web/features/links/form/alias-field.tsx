import { useFormContext } from 'react-hook-form';
import type { Link } from '#web/api.ts';
import { lazy } from '#web/app/state/lazy.tsx';
import { Field } from '#web/ui/fields/field.tsx';
import { usePrefix } from './domain-field.tsx';
import type { CheckedAliasProps } from './free-aliases.tsx';
import type { LinkValues } from './link-form.ts';

const FreeMark = lazy<CheckedAliasProps>(
  async () => (await import('./free-aliases.tsx')).FreeMark,
  () => true,
);
const FreeAliases = lazy<CheckedAliasProps>(
  async () => (await import('./free-aliases.tsx')).FreeAliases,
  () => true,
);

type AliasFieldProps = {
  /** The edited link, whose own alias is not checked; absent for a new one. */
  readonly link?: Link;
  readonly placeholder?: string;
};

/** The alias. While it is typed, it says whether it is free, and otherwise offers free ones like it. */
export function AliasField({ link, placeholder }: AliasFieldProps) {
  const { register, formState } = useFormContext<LinkValues>();
  const own = { own: link };
  return (
    <div className="grid content-start gap-2">
      <Field
        label="Custom alias"
        isOptional
        prefix={usePrefix()}
        mark={<FreeMark {...own} />}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        placeholder={placeholder}
        error={formState.errors.customAlias?.message}
        {...register('customAlias')}
      />
      <FreeAliases {...own} />
    </div>
  );
}
