import { useAtom } from 'jotai';
import { useEffect } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import type { Link } from '#web/api.ts';
import { duplicatedLinkAtom } from './duplicated-link.ts';
import { type LinkValues, valuesOf } from './link-form.ts';

/** A closing menu gives the focus back to its button in the next frames. */
const focusDelayMs = 100;

/** Begins the form with a link that is to be duplicated, and brings the person there. */
export function useDuplicated(
  form: UseFormReturn<LinkValues>,
  onBegin: (values: LinkValues) => void,
) {
  const [link, setLink] = useAtom(duplicatedLinkAtom);
  useEffect(() => {
    if (link === null) return;
    const values = copyOf(link, Date.now());
    form.reset(values, { keepDefaultValues: true });
    onBegin(values);
    setLink(null);
    setTimeout(() => form.setFocus('originalUrl', { shouldSelect: true }), focusDelayMs);
  }, [link, form, onBegin, setLink]);
}

/** Everything but what belongs to one link alone: its alias, and an expiry that has passed. */
function copyOf(link: Link, nowMs: number): LinkValues {
  const values = valuesOf(link);
  const hasExpired = values.expiresAt !== '' && Date.parse(values.expiresAt) <= nowMs;
  return {
    ...values,
    customAlias: '',
    isActive: true,
    expiresAt: hasExpired ? '' : values.expiresAt,
  };
}
