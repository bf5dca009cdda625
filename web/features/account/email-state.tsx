import { useAtomValue, useSetAtom } from 'jotai';
import { BadgeCheck, MailWarning } from 'lucide-react';
import type { ReactNode } from 'react';
import type { User } from '#web/api.ts';
import { cancelEmailChangeAtom, pendingEmailQuery } from './email.ts';
import { showToastAtom } from '#web/app/state/toast.ts';
import { Button } from '#web/ui/button.tsx';
import { useAction } from '#web/forms/use-action.ts';
import { ResendButton } from './resend-button.tsx';

/** Whether the email address is confirmed, and a new address that waits for confirmation. */
export function EmailState({ user }: { readonly user: User }) {
  const { data: pending } = useAtomValue(pendingEmailQuery);
  return (
    <div className="grid gap-2" aria-live="polite">
      {user.verified ? (
        <p className="flex items-center gap-1.5 text-sm text-good">
          <BadgeCheck aria-hidden className="size-4 shrink-0" />
          Email confirmed
        </p>
      ) : (
        <Waiting text="Your email is not confirmed yet. Open the link in the email that we sent you.">
          <ResendButton email={user.email} />
        </Waiting>
      )}
      {pending && <PendingChange email={pending} current={user.email} />}
    </div>
  );
}

function PendingChange({ email, current }: { readonly email: string; readonly current: string }) {
  const showToast = useSetAtom(showToastAtom);
  const cancelEmailChange = useSetAtom(cancelEmailChangeAtom);
  const [cancel, isBusy] = useAction(async () => {
    await cancelEmailChange();
    showToast('Email Change Canceled', `Your email stays ${current}.`);
  }, 'Failed to cancel the change');

  return (
    <Waiting
      text={
        <>
          Waiting for <strong className="font-semibold text-text wrap-anywhere">{email}</strong> to
          be confirmed with the link that we emailed. Until then, sign in with{' '}
          <strong className="font-semibold text-text wrap-anywhere">{current}</strong>.
        </>
      }
    >
      <Button size="sm" isBusy={isBusy} onClick={cancel}>
        Cancel change
      </Button>
    </Waiting>
  );
}

function Waiting({ text, children }: { readonly text: ReactNode; readonly children: ReactNode }) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-3 rounded-md border border-line bg-warn-soft px-3 py-2.5 text-sm">
      <p className="flex min-w-0 flex-1 basis-64 items-start gap-2 text-muted">
        <MailWarning aria-hidden className="mt-0.5 size-4 shrink-0 text-warn" />
        <span>{text}</span>
      </p>
      {children}
    </div>
  );
}
