import { zodResolver } from '@hookform/resolvers/zod';
import { useAtomValue, useSetAtom } from 'jotai';
import { useForm } from 'react-hook-form';
import * as z from 'zod/mini';
import { usePageTitle } from '#web/features/page/use-page-title.ts';
import { filled } from '#web/forms/fields.ts';
import { PageForm } from '#web/forms/page-form.tsx';
import { atField } from '#web/forms/refusals.ts';
import { useSubmit } from '#web/forms/use-submit.ts';
import { PasswordField } from '#web/ui/fields/password-field.tsx';
import { OwnColor, ReportLogo } from './cover.tsx';
import { MadeWithWaypost } from './made-with-waypost.tsx';
import { coverQuery, unlockAtom } from './public-report.ts';

const schema = z.object({ password: filled('Please enter the password') });

/** Asks for the password of a report. It names who shares it and what, and nothing of the account. */
export function UnlockForm({ token }: { readonly token: string }) {
  const { data: cover, error } = useAtomValue(coverQuery(token));
  if (!cover && !error) return null;
  const title = cover?.name || 'This page has a password';
  const sender = cover?.sender;
  return (
    <OwnColor color={cover?.color}>
      <div className="grid min-h-dvh grid-rows-[1fr_auto]">
        <main className="mx-auto w-full max-w-md self-center px-5 py-10">
          <div className="rounded-xl border border-line bg-surface p-6 sm:p-8">
            {cover?.hasLogo && (
              <ReportLogo token={token} className="mb-5 size-12 rounded-lg object-cover" />
            )}
            <h1 dir="auto" className="text-2xl font-[650] tracking-tight wrap-anywhere">
              {title}
            </h1>
            <p className="mt-1 text-muted">
              {sender
                ? `${sender} shares this report with you. Enter the password to open it.`
                : 'Ask the person who sent you the address.'}
            </p>
            <Password token={token} title={title} />
          </div>
        </main>
        <MadeWithWaypost />
      </div>
    </OwnColor>
  );
}

type PasswordProps = { readonly token: string; readonly title: string };

function Password({ token, title }: PasswordProps) {
  usePageTitle(title);
  const unlock = useSetAtom(unlockAtom);
  const form = useForm({ resolver: zodResolver(schema), defaultValues: { password: '' } });
  const submission = useSubmit({
    form,
    send: ({ password }) => unlock({ token, password }),
    refused: atField('password', 'The page could not be opened. Please try again.'),
  });
  return (
    <PageForm submission={submission} problem={undefined} label="Open" busyLabel="Opening...">
      <PasswordField
        label="Password"
        autoComplete="off"
        autoFocus
        hint="It stays open in this browser for one hour."
        error={form.formState.errors.password?.message}
        {...form.register('password')}
      />
    </PageForm>
  );
}
