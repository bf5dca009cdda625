import { useAtom } from 'jotai';
import { useEffect } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import type { Link } from '#web/api.ts';
import { duplicatedLinkAtom } from './duplicated-link.ts';
import { valuesOf } from './link-form.ts';
import type { LinkValues } from './link-schema.ts';

/**
 * A closing menu returns the focus to its button within the next frames. The form must focus after
 * that.
 */
const focusDelayMs = 100;

type Duplication = {
  readonly form: UseFormReturn<LinkValues>;
  /** Whether the default settings are still loading: they would replace some of the values. */
  readonly isLoading: boolean;
  onBegin(values: LinkValues): void;
};

/** Fills the form with a link to duplicate, and focuses the form. */
export function useDuplicated({ form, isLoading, onBegin }: Duplication) {
  const [link, setLink] = useAtom(duplicatedLinkAtom);
  useEffect(() => {
    if (link === null || isLoading) return;
    const values = copyOf(link, Date.now());
    form.reset(values, { keepDefaultValues: true });
    onBegin(values);
    setLink(null);
    setTimeout(() => form.setFocus('originalUrl', { shouldSelect: true }), focusDelayMs);
  }, [link, form, isLoading, onBegin, setLink]);
}

/**
 * Copies a link's values as an active link, without its alias and without an expiry in the past.
 */
function copyOf(link: Link, nowMs: number): LinkValues {
  const values = valuesOf(link);
  const hasExpired = values.expiresAt !== '' && Date.parse(values.expiresAt) <= nowMs;
  return {
    ...values,
    customAlias: '',
    isActive: true,
    // New rules get ids of their own, and a password cannot be copied.
    options: {
      ...values.options,
      rules: values.options.rules.map((rule) => ({ ...rule, id: '' })),
    },
    expiresAt: hasExpired ? '' : values.expiresAt,
  };
}
