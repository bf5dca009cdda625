import { zodResolver } from '@hookform/resolvers/zod';
import { useSetAtom } from 'jotai';
import { useForm } from 'react-hook-form';
import * as z from 'zod/mini';
import { AuthLayout } from '#web/features/sign-in/auth-layout.tsx';
import { filled } from '#web/forms/fields.ts';
import { PageForm } from '#web/forms/page-form.tsx';
import { atField } from '#web/forms/refusals.ts';
import { useSubmit } from '#web/forms/use-submit.ts';
import { PasswordField } from '#web/ui/fields/password-field.tsx';
import { unlockAtom } from './public-report.ts';

const schema = z.object({ password: filled('Please enter the password') });

/** Asks for the password of a public page. */
export function UnlockForm({ token }: { readonly token: string }) {
  const unlock = useSetAtom(unlockAtom);
  const form = useForm({ resolver: zodResolver(schema), defaultValues: { password: '' } });
  const submission = useSubmit({
    form,
    send: ({ password }) => unlock({ token, password }),
    refused: atField('password', 'The page could not be opened. Please try again.'),
  });
  return (
    <AuthLayout
      title="This page has a password"
      text="Ask the person who sent you the address."
      footer={null}
    >
      <PageForm submission={submission} problem={undefined} label="Open" busyLabel="Opening...">
        <PasswordField
          label="Password"
          autoComplete="off"
          autoFocus
          error={form.formState.errors.password?.message}
          {...form.register('password')}
        />
      </PageForm>
    </AuthLayout>
  );
}
