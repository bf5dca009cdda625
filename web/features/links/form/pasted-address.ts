import { useEffect } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import type { LinkValues } from './link-form.ts';

const typing = 'input:not([type="checkbox"]), textarea, select, [contenteditable="true"]';

type Form = Pick<UseFormReturn<LinkValues>, 'setFocus' | 'setValue' | 'getValues'>;

/** A web address that is pasted while no field has the focus fills the form of a new link. */
export function usePastedAddress({ setFocus, setValue, getValues }: Form): void {
  useEffect(() => {
    const paste = (event: ClipboardEvent): void => {
      const { target } = event;
      const isInField = target instanceof Element && target.closest(typing) !== null;
      if (isInField || document.querySelector('[role="dialog"]') !== null) return;
      const text = event.clipboardData?.getData('text/plain').trim() ?? '';
      if (!/^https?:\/\/\S+$/i.test(text)) return;
      event.preventDefault();
      if (getValues('originalUrl') === '') setValue('originalUrl', text, { shouldDirty: true });
      setFocus('originalUrl');
    };
    document.addEventListener('paste', paste);
    return () => document.removeEventListener('paste', paste);
  }, [setFocus, setValue, getValues]);
}
