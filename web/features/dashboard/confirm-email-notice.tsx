import { MailWarning } from 'lucide-react';
import type { User } from '#web/api.ts';
import { ResendButton } from '#web/features/account/resend-button.tsx';

/** Asks the person to confirm their email address. Renders nothing once it is confirmed. */
export function ConfirmEmailNotice({ user }: { readonly user: User }) {
  if (user.verified) return null;
  return (
    <aside
      aria-label="Confirm your email"
      className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2.5 rounded-lg border border-line bg-surface px-4 py-3"
    >
      <p className="flex min-w-0 flex-1 basis-64 items-start gap-2.5">
        <MailWarning aria-hidden className="mt-px size-5 shrink-0 text-warn" />
        <span className="min-w-0">
          <span className="font-medium">Confirm your email.</span>{' '}
          <span className="text-muted">
            Open the link that we sent to <span className="wrap-anywhere">{user.email}</span>.
          </span>
        </span>
      </p>
      <ResendButton email={user.email} />
    </aside>
  );
}
