import { useAtom } from 'jotai';
import { useEffect } from 'react';
import { useForm, useFormContext } from 'react-hook-form';
import { storedAtom, storedJson } from '#web/app/state/stored-atom.ts';
import { EmailField, NameFields, passwordHint } from '#web/forms/person-fields.tsx';
import { lazyResolver } from '#web/forms/lazy-resolver.ts';
import { PasswordField } from '#web/ui/fields/password-field.tsx';
import type { AccountValues } from './sign-in-resolvers.ts';
import { Link } from 'react-router';
import { AuthLayout } from './auth-layout.tsx';
import { paths } from '#web/paths.ts';
import { buttonClasses } from '#web/ui/button.tsx';
import { classNames } from '#web/ui/class-names.ts';

/** The fields of a new account that are stored. Passwords are not stored. */
const stored = ['firstName', 'lastName', 'email'] as const;

type Registration = Readonly<Record<(typeof stored)[number], string>>;

/** The part of a new account's fields that may be stored; null when there is none. */
export function registrationIn(values: unknown): Registration | null {
  const known = new Map<string, unknown>(Object.entries(values ?? {}));
  const [firstName, lastName, email] = stored.map((name) => known.get(name));
  const isWhole =
    typeof firstName === 'string' && typeof lastName === 'string' && typeof email === 'string';
  return isWhole ? { firstName, lastName, email } : null;
}

/** The stored fields of a new account that is not open yet, in this tab; null for none. */
export const registrationAtom = storedAtom<Registration | null>({
  key: 'waypost.registration',
  place: 'tab',
  read: (text) => registrationIn(storedJson(text)),
  write: (typed) => typed && JSON.stringify(typed),
});

const accountResolver = lazyResolver(
  async () => (await import('./sign-in-resolvers.ts')).accountResolver,
);

/**
 * The form of a new account. It begins with `typed`, or with what was typed before in this tab, also
 * on the other screen with this form, and keeps what is typed.
 */
export function useAccountForm(typed: Partial<AccountValues> | null = null) {
  const [kept, keep] = useAtom(registrationAtom);
  const form = useForm<AccountValues>({
    resolver: accountResolver,
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

const noAccount: AccountValues = { firstName: '', lastName: '', email: '', password: '' };

/** The four fields of a new account. */
export function AccountFields() {
  const { register, formState } = useFormContext<AccountValues>();
  const { errors } = formState;
  return (
    <>
      <div className="grid grid-cols-2 gap-3">
        <NameFields
          firstName={register('firstName')}
          lastName={register('lastName')}
          errors={errors}
        />
      </div>
      <EmailField
        placeholder="you@company.com"
        error={errors.email?.message}
        {...register('email')}
      />
      <PasswordField
        label="Password"
        autoComplete="new-password"
        hint={passwordHint}
        error={errors.password?.message}
        {...register('password')}
      />
    </>
  );
}

/** Shown instead of a registration form where the registration is closed. */
export function NoNewAccounts() {
  return (
    <AuthLayout
      title="Registration is closed"
      text="This Waypost takes no new accounts."
      footer={null}
    >
      <Link to={paths.login} className={classNames(buttonClasses('primary'), 'mt-6')}>
        Sign In
      </Link>
    </AuthLayout>
  );
}
