import { PlanNotice } from '#web/features/billing/plan-notice.tsx';
import { Field } from '#web/ui/fields/field.tsx';
import { usePastedAddress } from './wanted.ts';

/** What a person has typed as a destination before the form's file was loaded. */
export type Typed = {
  readonly text: string;
  readonly isFocused: boolean;
  /** Whether the person pressed Enter, and has changed nothing since. */
  readonly isSent: boolean;
};

/** The classes of the form while its only field is the destination. */
export const foldedClasses = 'grid gap-2 p-2';

/** The attributes of every field for a destination. */
export const destinationInput = {
  inputMode: 'url',
  autoComplete: 'off',
  autoCapitalize: 'none',
  spellCheck: false,
} as const;

/** The look of the destination's field while it is the form's only one. */
export const foldedField = {
  className: '[&>label]:sr-only',
  placeholder: 'Paste an address to shorten it',
  control: (
    <kbd className="mr-2 rounded-sm border border-line px-1.5 text-xs text-muted max-md:hidden">
      C
    </kbd>
  ),
} as const;

type FirstFieldProps = { readonly typed: Typed | null; onType(typed: Typed): void };

/**
 * The form of a new link while its file is not loaded: one field, which looks as it does in the form.
 * `onType` is called when the field gets the focus, and with each change of it.
 */
export function FirstField({ typed, onType }: FirstFieldProps) {
  const { text = '', isFocused = false, isSent = false } = typed ?? {};
  const change = (changed: Partial<Typed>) => onType({ text, isFocused, isSent, ...changed });
  usePastedAddress((address) => change({ text: text || address, isFocused: true }));
  return (
    <form
      aria-label="Create a short link"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        change({ isSent: true });
      }}
      className={foldedClasses}
    >
      <PlanNotice />
      <Field
        label="Destination URL"
        {...destinationInput}
        {...foldedField}
        value={text}
        onChange={({ target }) => change({ text: target.value, isSent: false })}
        onFocus={() => change({ isFocused: true })}
        onBlur={() => change({ isFocused: false })}
      />
    </form>
  );
}
