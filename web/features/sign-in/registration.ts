import { zodResolver } from '@hookform/resolvers/zod';
import { useAtom } from 'jotai';
import { useEffect } from 'react';
import { useForm } from 'react-hook-form';
import * as z from 'zod/mini';
import { storedAtom, storedJson } from '#web/app/state/stored-atom.ts';
import { accountSchema, type AccountValues, noAccount } from './account-fields.tsx';

/** What is stored of a new account's fields. Passwords are not stored. */
const registration = z.object({ firstName: z.string(), lastName: z.string(), email: z.string() });

type Registration = z.infer<typeof registration>;

/** The part of a new account's fields that may be stored; null when there is none. */
export function registrationIn(values: unknown): Registration | null {
  return registration.safeParse(values).data ?? null;
}

/** What was typed in this tab for a new account that is not open yet; null for nothing. */
export const registrationAtom = storedAtom<Registration | null>({
  key: 'waypost.registration',
  place: 'tab',
  read: (text) => registrationIn(storedJson(text)),
  write: (typed) => typed && JSON.stringify(typed),
});

/**
 * The form of a new account. It begins with `typed`, or with what was typed before in this tab, also
 * on the other screen with this form, and keeps what is typed.
 */
export function useAccountForm(typed: Partial<AccountValues> | null = null) {
  const [kept, keep] = useAtom(registrationAtom);
  const form = useForm<AccountValues>({
    resolver: zodResolver(accountSchema),
    defaultValues: { ...noAccount, ...(typed ?? kept) },
  });
  useEffect(() => {
    const keepTyped = () => keep(registrationIn(form.getValues()));
    keepTyped();
    const { unsubscribe } = form.watch(keepTyped);
    return unsubscribe;
  }, [form, keep]);
  return form;
}
