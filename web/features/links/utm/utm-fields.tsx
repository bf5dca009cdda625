import { longestUtmValue } from '#contract/links/link-limits';
import { useFormContext, useWatch } from 'react-hook-form';
import type { LinkValues } from '#web/features/links/form/link-form.ts';
import { Field } from '#web/ui/fields/field.tsx';
import { SavedTemplates } from './saved-templates.tsx';
import { type UtmName, utmNames, utmOf, withUtm } from './utm.ts';

const words: Readonly<Record<UtmName, { readonly label: string; readonly example: string }>> = {
  utm_source: { label: 'Source', example: 'newsletter' },
  utm_medium: { label: 'Medium', example: 'email' },
  utm_campaign: { label: 'Campaign', example: 'summer-sale' },
  utm_term: { label: 'Term', example: 'running shoes' },
  utm_content: { label: 'Content', example: 'top banner' },
};

/** The UTM parameters of the destination. The fields and the address are always kept equal. */
export function UtmFields() {
  const { setValue } = useFormContext<LinkValues>();
  const url = useWatch<LinkValues, 'originalUrl'>({ name: 'originalUrl' });
  const utm = utmOf(url);
  const isReady = url.trim() !== '';
  const write = (changed: string) =>
    setValue('originalUrl', changed, { shouldDirty: true, shouldTouch: true });
  return (
    <fieldset className="grid gap-3">
      <legend className="sr-only">UTM parameters</legend>
      <p className="text-sm text-muted">
        {isReady
          ? 'These are part of the destination URL. You can edit them in either place.'
          : 'Enter the destination first: the parameters become part of its address.'}
      </p>
      <div className="grid gap-3 sm:grid-cols-2 lg:grid-cols-3">
        {utmNames.map((name) => (
          <Field
            key={name}
            label={words[name].label}
            isOptional
            placeholder={words[name].example}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            maxLength={longestUtmValue}
            disabled={!isReady}
            value={utm[name]}
            onChange={(event) => write(withUtm(url, { [name]: event.target.value }))}
          />
        ))}
      </div>
      <SavedTemplates
        isReady={isReady}
        onApply={(wanted) => write(withUtm(url, wanted))}
        utm={utm}
      />
    </fieldset>
  );
}
