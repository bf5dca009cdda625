import { ChevronDown, SlidersHorizontal } from 'lucide-react';
import { type ReactNode, useId, useState } from 'react';
import { type FieldErrors, useFormContext } from 'react-hook-form';
import { classNames } from '#web/ui/class-names.ts';
import type { LinkValues } from '#web/features/links/form/link-form.ts';
import { flushSync } from 'react-dom';
import { ApiError } from '#web/api-error.ts';
import { linkIssues } from '#web/features/links/form/link-issues.ts';

/**
 * Whether the fields of these names are shown. They are shown as soon as one of them has an error,
 * before the form gives it the focus.
 */
export function useShownOptions(names: readonly (keyof LinkValues)[], isShownFirst: boolean) {
  const [isShown, setShown] = useState(isShownFirst);
  const showFor = (paths: readonly string[]) => {
    const isWrong = paths.some((path) => names.some((name) => name === path.split('.')[0]));
    if (isWrong) flushSync(() => setShown(true));
  };
  return {
    isShown,
    setShown,
    showErrors: (errors: FieldErrors<LinkValues>) => showFor(Object.keys(errors)),
    showRefused: (error: unknown) => {
      if (error instanceof ApiError) showFor(linkIssues(error).map(({ path }) => path));
    },
  };
}

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
