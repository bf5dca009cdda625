import { CalendarClock, X } from 'lucide-react';
import { useFormContext } from 'react-hook-form';
import { DomainField } from './domain-field.tsx';
import type { LinkValues } from './link-form.ts';
import { ConversionSwitches, LinkSwitch, ProfitField } from './link-options.tsx';
import { lastLocalClock } from '#web/features/links/options/option-values.ts';
import { IconButton } from '#web/ui/button.tsx';
import { Field } from '#web/ui/fields/field.tsx';

/** Whether the expiry is shown; `asked`: because the person opened it. */
export type ExpiryState = 'hidden' | 'shown' | 'asked';

type QuickChoicesProps = {
  /** Whether the sections are hidden, which hold the same fields. */
  readonly isFolded: boolean;
  readonly expiry: ExpiryState;
  onExpiry(isWanted: boolean): void;
};

/** The options that many links need. */
export function QuickChoices({ isFolded, expiry, onExpiry }: QuickChoicesProps) {
  return (
    <>
      <div className="flex flex-wrap items-center gap-x-5 gap-y-3">
        {isFolded && (
          <>
            <LinkSwitch name="trackClicks" label="Track clicks" />
            <ConversionSwitches />
          </>
        )}
        <LinkSwitch name="splitTestEnabled" label="Split test" />
        {isFolded && expiry === 'hidden' && <ExpiryButton onOpen={() => onExpiry(true)} />}
      </div>
      <div className="flex flex-wrap items-start gap-x-5 gap-y-3 empty:hidden">
        <DomainField />
        {isFolded && <ProfitField className="w-80 max-w-full" />}
        {isFolded && expiry !== 'hidden' && (
          <ExpiryField isAsked={expiry === 'asked'} onClose={() => onExpiry(false)} />
        )}
      </div>
    </>
  );
}

/** Opens the expiry field. By default a link does not expire. */
function ExpiryButton({ onOpen }: { onOpen(): void }) {
  return (
    <button
      type="button"
      onClick={onOpen}
      className="inline-flex items-center gap-1.5 rounded-sm text-sm leading-5 text-muted hover:text-text touch"
    >
      <CalendarClock aria-hidden className="size-4" />
      Add an expiration date
    </button>
  );
}

/** The expiry field. It takes the focus only when the person opened it. */
function ExpiryField({ isAsked, onClose }: { readonly isAsked: boolean; onClose(): void }) {
  const { register, formState, setValue } = useFormContext<LinkValues>();
  const close = () => {
    setValue('expiresAt', '');
    onClose();
  };
  return (
    <div className="flex items-end gap-1">
      <Field
        label="Expires"
        type="datetime-local"
        max={lastLocalClock}
        autoFocus={isAsked}
        error={formState.errors.expiresAt?.message}
        {...register('expiresAt')}
      />
      <IconButton label="Remove expiration date" className="mb-0.5" onClick={close}>
        <X aria-hidden className="size-4" />
      </IconButton>
    </div>
  );
}
