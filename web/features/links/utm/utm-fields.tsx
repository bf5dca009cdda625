import { longestUtmValue } from '#contract/links/link-limits';
import { Field } from '#web/ui/fields/field.tsx';
import { SavedTemplates } from './saved-templates.tsx';
import { useUtm } from './use-utm.ts';
import { type UtmName, utmNames } from './utm.ts';

const words: Readonly<Record<UtmName, { readonly label: string; readonly example: string }>> = {
  utm_source: { label: 'Source', example: 'newsletter' },
  utm_medium: { label: 'Medium', example: 'email' },
  utm_campaign: { label: 'Campaign', example: 'summer-sale' },
  utm_term: { label: 'Term', example: 'running shoes' },
  utm_content: { label: 'Content', example: 'top banner' },
};

const notes = {
  none: 'Enter the destination first: the parameters become part of its address.',
  single: 'These are part of the destination URL. You can edit them in either place.',
  test: 'A change is written into the addresses of all destinations of the split test. A value that a destination has of its own stays. When a test begins, a destination without UTM parameters gets those of A.',
} as const;

/**
 * The UTM parameters of the destination. The fields and the address are always kept equal; in a split
 * test they are those of destination A.
 */
export function UtmFields() {
  const { utm, isTest, isReady, write, keep } = useUtm();
  return (
    <fieldset className="grid gap-3">
      <legend className="sr-only">UTM parameters</legend>
      <p className="text-sm text-muted">
        {isReady ? notes[isTest ? 'test' : 'single'] : notes.none}
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
            onChange={(event) => write({ [name]: event.target.value })}
          />
        ))}
      </div>
      <SavedTemplates isReady={isReady} utm={utm} onApply={write} onKeep={keep} />
    </fieldset>
  );
}
