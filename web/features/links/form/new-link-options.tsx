import { lazy } from '#web/app/state/lazy.tsx';
import { OptionsDisclosure } from '#web/features/links/options/options-disclosure.tsx';
import type { Unfolded } from '#web/features/links/sections/unfolded.ts';
import { classNames } from '#web/ui/class-names.ts';
import { DestinationWords } from './destination-words.tsx';
import { SameDestination } from './existing-links.tsx';
import { SplitTestFields } from './link-options.tsx';
import { type ExpiryState, QuickChoices } from './quick-choices.tsx';
import { countSet, type NewLinkForm } from './use-new-link.ts';
import { UtmChips } from './utm-chips.tsx';

/** Loaded after the first gesture, because few links need it. */
const Sections = lazy<{ readonly unfolded: Unfolded }>(
  async () => (await import('#web/features/links/sections/link-sections.tsx')).LinkSections,
  () => true,
);

export type NewLinkOptionsProps = Pick<NewLinkForm, 'options' | 'unfolded'> & {
  readonly expiry: ExpiryState;
  onExpiry(isWanted: boolean): void;
  /** Shows the fields of the UTM parameters. */
  onUtm(): void;
};

/** What is known of the typed destination, and the options of the new link. */
export function NewLinkOptions({ options, unfolded, expiry, ...on }: NewLinkOptionsProps) {
  const { isShown } = options;
  return (
    // Folded, the last row has the submit button at its end.
    <div className={classNames('grid gap-3.5', !isShown && 'sm:-mb-10')}>
      <DestinationWords />
      {!isShown && <UtmChips onAdd={on.onUtm} />}
      <SameDestination />
      <SplitTestFields />
      <QuickChoices isFolded={!isShown} expiry={expiry} onExpiry={on.onExpiry} />
      <OptionsDisclosure options={options} countSet={countSet}>
        <div className="-mx-4 -mb-4">{isShown && <Sections unfolded={unfolded} />}</div>
      </OptionsDisclosure>
    </div>
  );
}
