import { useEffect } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import type { LinkValues } from './link-form.ts';

/** Where keys and pastes have another meaning: fields, menus, and the link with the focus in a list. */
const taken =
  'input:not([type="checkbox"]), textarea, select, [contenteditable="true"], [role="menu"], [data-link]';

type Form = Pick<UseFormReturn<LinkValues>, 'setFocus' | 'setValue' | 'getValues'>;

/** `c` opens the form of a new link, and a pasted web address fills it, wherever no field has the focus. */
export function useCreateKeys({ setFocus, setValue, getValues }: Form): void {
  useEffect(() => {
    const press = (event: KeyboardEvent): void => {
      const isPlain = !event.ctrlKey && !event.metaKey && !event.altKey;
      if (event.key !== 'c' || !isPlain || isTaken(event)) return;
      event.preventDefault();
      setFocus('originalUrl');
    };
    const paste = (event: ClipboardEvent): void => {
      const text = event.clipboardData?.getData('text/plain').trim() ?? '';
      if (!/^https?:\/\/\S+$/i.test(text) || isTaken(event)) return;
      event.preventDefault();
      if (getValues('originalUrl') === '') setValue('originalUrl', text, { shouldDirty: true });
      setFocus('originalUrl');
    };
    document.addEventListener('keydown', press);
    document.addEventListener('paste', paste);
    return () => {
      document.removeEventListener('keydown', press);
      document.removeEventListener('paste', paste);
    };
  }, [setFocus, setValue, getValues]);
}

function isTaken({ target, defaultPrevented }: Event): boolean {
  if (defaultPrevented) return true;
  if (target instanceof Element && target.closest(taken)) return true;
  return document.querySelector('[role="dialog"]') !== null;
}
