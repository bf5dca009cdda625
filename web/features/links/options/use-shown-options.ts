import { useState } from 'react';
import { flushSync } from 'react-dom';
import type { FieldErrors } from 'react-hook-form';
import { ApiError } from '#web/api-error.ts';
import { linkIssues } from '#web/features/links/form/link-issues.ts';
import type { LinkValues } from '#web/features/links/form/link-schema.ts';

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
