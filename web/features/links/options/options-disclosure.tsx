import { ChevronDown, SlidersHorizontal } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import { useFormContext } from 'react-hook-form';
import { classNames } from '#web/ui/class-names.ts';
import type { LinkValues } from '#web/features/links/form/link-schema.ts';
import type { useShownOptions } from './use-shown-options.ts';

type OptionsDisclosureProps = {
  readonly options: Pick<ReturnType<typeof useShownOptions>, 'isShown' | 'setShown'>;
  /** The options; the form keeps their values while they are not shown. */
  readonly children: ReactNode;
  /** Returns how many of the options are set. */
  countSet(values: LinkValues): number;
};

/** A button that shows and hides the options that few links need. */
export function OptionsDisclosure({ options, children, countSet }: OptionsDisclosureProps) {
  const { isShown, setShown } = options;
  const { getValues } = useFormContext<LinkValues>();
  const id = useId();
  const count = isShown ? 0 : countSet(getValues());
  return (
    <>
      <button
        type="button"
        aria-expanded={isShown}
        aria-controls={id}
        onClick={() => setShown(!isShown)}
        className="inline-flex items-center gap-1.5 justify-self-start rounded-sm text-sm leading-5 text-muted hover:text-text touch"
      >
        <SlidersHorizontal aria-hidden className="size-4" />
        More options{count > 0 && ` · ${count} set`}
        <ChevronDown aria-hidden className={classNames('size-4', isShown && 'rotate-180')} />
      </button>
      <div id={id} hidden={!isShown}>
        {children}
      </div>
    </>
  );
}
