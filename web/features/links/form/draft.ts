import { useAtom } from 'jotai';
import { useEffect, useEffectEvent, useRef } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import { storedJson } from '#web/app/state/stored-atom.ts';
import { draftIn } from './draft-values.ts';
import { holdsTyped, type LinkValues } from './link-form.ts';
import { draftTextAtom } from './wanted.ts';

function withoutPassword(values: LinkValues): LinkValues {
  return { ...values, options: { ...values.options, password: '' } };
}

type Drafted = Pick<UseFormReturn<LinkValues>, 'watch' | 'reset' | 'getValues'>;

/**
 * Keeps what is typed into the form of a new link, for the account and in this browser, until the
 * link is created or the person logs out. A password is not kept. `onRestored` gets what is filled in
 * again.
 */
export function useDraft(form: Drafted, onRestored: (draft: LinkValues) => void): void {
  const [text, keep] = useAtom(draftTextAtom);
  const first = useRef(text);
  const { watch, reset, getValues } = form;
  const tell = useEffectEvent(onRestored);
  useEffect(() => {
    const draft = draftIn(storedJson(first.current));
    if (draft && !holdsTyped(getValues())) {
      reset(draft, { keepDefaultValues: true });
      tell(draft);
    }
    first.current = null;
    const { unsubscribe } = watch(() => {
      const values = getValues();
      keep(holdsTyped(values) ? JSON.stringify(withoutPassword(values)) : null);
    });
    return unsubscribe;
  }, [watch, reset, getValues, keep]);
}
