import { atom, useAtom } from 'jotai';
import { useEffect, useRef } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import { userIdAtom } from '#web/app/state/account.ts';
import { atomPer } from '#web/app/state/atom-per.ts';
import { personalKeys, storedAtom, storedJson } from '#web/app/state/stored-atom.ts';
import { draftIn } from './draft-values.ts';
import { holdsTyped, type LinkValues } from './link-form.ts';

/** What a person typed into the form of a new link; null: nothing. */
const draftOf = atomPer((userId: string) =>
  storedAtom<LinkValues | null>({
    key: personalKeys.draft + userId,
    read: (text) => draftIn(storedJson(text)),
    write: (values) => (values === null ? null : JSON.stringify(values)),
  }),
);

const draftAtom = atom(
  (get) => {
    const userId = get(userIdAtom);
    return userId === null ? null : get(draftOf(userId));
  },
  (get, set, values: LinkValues | null): void => {
    const userId = get(userIdAtom);
    if (userId !== null) set(draftOf(userId), values && withoutPassword(values));
  },
);

function withoutPassword(values: LinkValues): LinkValues {
  return { ...values, options: { ...values.options, password: '' } };
}

type Drafted = Pick<UseFormReturn<LinkValues>, 'watch' | 'reset' | 'getValues'>;

/**
 * Keeps what is typed into the form of a new link, for the account and in this browser, until the
 * link is created or the person logs out. A password is not kept.
 */
export function useDraft(form: Drafted): void {
  const [draft, keep] = useAtom(draftAtom);
  const first = useRef(draft);
  const { watch, reset, getValues } = form;
  useEffect(() => {
    if (first.current && !holdsTyped(getValues())) {
      reset(first.current, { keepDefaultValues: true });
    }
    first.current = null;
    const { unsubscribe } = watch(() => {
      const values = getValues();
      keep(holdsTyped(values) ? values : null);
    });
    return unsubscribe;
  }, [watch, reset, getValues, keep]);
}
