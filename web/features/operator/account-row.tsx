import { useSetAtom } from 'jotai';
import { type ReactNode, useId, useState } from 'react';
import type { OperatedAccountJson } from '#contract/operators';
import { showToastAtom } from '#web/app/state/toast.ts';
import { copyTextAtom } from '#web/app/state/clipboard.ts';
import { counted, dateLabel, displayName } from '#web/format.ts';
import { useAction } from '#web/forms/use-action.ts';
import { Badge } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { CopyIcon } from '#web/ui/texts/copy-button.tsx';
import { inputClasses } from '#web/ui/fields/field-frame.tsx';
import { changeAccountAtom, makeResetLinkAtom, resendMails } from './operator.ts';

type AccountProps = { readonly account: OperatedAccountJson };

/** An account with the operator's actions, on phones. */
export function AccountCard({ account }: AccountProps) {
  const { trialEndsAt, createdAt } = account;
  return (
    <li className="grid gap-3 border-b border-line px-4 py-3 last:border-0">
      <AccountName account={account}>
        <span className="text-sm text-muted">
          {displayName(account)} · since {dateLabel(createdAt)} · trial until{' '}
          {dateLabel(trialEndsAt)} · {counted(account.links, 'link')} ·{' '}
          {counted(account.sessions, 'session')} · {counted(account.waitingMails, 'waiting mail')}
        </span>
      </AccountName>
      <AccountActs account={account} />
    </li>
  );
}

/** `children` are shown between the address and the id. */
export function AccountName({
  account,
  children,
}: AccountProps & { readonly children: ReactNode }) {
  const { id, email, verified, subscriptionStatus, disabledAt } = account;
  return (
    <div className="grid min-w-0 gap-0.5">
      <span className="flex flex-wrap items-center gap-1.5">
        <span className="font-semibold wrap-anywhere">{email}</span>
        <Badge>{subscriptionStatus.replace('_', ' ')}</Badge>
        {!verified && <Badge tone="warn">Not confirmed</Badge>}
        {disabledAt !== null && <Badge tone="warn">Disabled</Badge>}
      </span>
      {children}
      <span className="font-mono text-xs wrap-anywhere text-faint">{id}</span>
    </div>
  );
}

/** The operator's actions on an account. */
export function AccountActs({ account: { id, email, disabledAt } }: AccountProps) {
  const change = useSetAtom(changeAccountAtom);
  const showToast = useSetAtom(showToastAtom);
  const makeResetLink = useSetAtom(makeResetLinkAtom);
  const [link, setLink] = useState<string | null>(null);
  const isDisabled = disabledAt !== null;
  const [toggle, isToggling] = useAction(async () => {
    await change({ id, change: { isDisabled: !isDisabled } });
    showToast(isDisabled ? 'Account enabled' : 'Account disabled');
  }, 'Failed to change the account');
  const [mail, isMailing] = useAction(async () => {
    showToast('Mails are sent again', counted(await resendMails(id), 'waiting mail'));
  }, 'Failed to send the mails');
  const [reset, isResetting] = useAction(
    async () => setLink(await makeResetLink(id)),
    'Failed to make the link',
  );

  return (
    <div className="grid gap-3">
      <div className="flex flex-wrap items-end gap-2">
        <Button size="sm" disabled={isToggling} onClick={toggle}>
          {isDisabled ? 'Enable' : 'Disable'}
          <span className="sr-only"> {email}</span>
        </Button>
        <Button size="sm" disabled={isMailing} onClick={mail}>
          Resend mails<span className="sr-only"> of {email}</span>
        </Button>
        <Button size="sm" disabled={isResetting} onClick={reset}>
          Make reset link<span className="sr-only"> for {email}</span>
        </Button>
        <AccessForm id={id} email={email} />
      </div>
      {link !== null && <ResetLink url={link} />}
    </div>
  );
}

type AccessFormProps = { readonly id: string; readonly email: string };

/** Moves the end of the trial to the end of a day in UTC. */
function AccessForm({ id, email }: AccessFormProps) {
  const change = useSetAtom(changeAccountAtom);
  const showToast = useSetAtom(showToastAtom);
  const fieldId = useId();
  const [day, setDay] = useState('');
  const [extend, isBusy] = useAction(async () => {
    await change({ id, change: { trialEndsAt: `${day}T23:59:59Z` } });
    showToast('Access changed');
  }, 'Failed to change the access');

  return (
    <form
      className="flex items-center gap-2"
      onSubmit={(event) => {
        event.preventDefault();
        if (day !== '') extend();
      }}
    >
      <label htmlFor={fieldId} className="text-sm whitespace-nowrap text-muted">
        Access until<span className="sr-only"> for {email}</span>
      </label>
      <input
        id={fieldId}
        type="date"
        value={day}
        onChange={(event) => setDay(event.target.value)}
        className={`${inputClasses} h-9 w-40 touch`}
      />
      <Button size="sm" type="submit" disabled={isBusy || day === ''}>
        Set<span className="sr-only"> the access of {email}</span>
      </Button>
    </form>
  );
}

/** The link is shown once: only its digest is stored. */
function ResetLink({ url }: { readonly url: string }) {
  const copyText = useSetAtom(copyTextAtom);
  return (
    <div
      role="status"
      className="grid gap-1 rounded-md border border-line-strong bg-field px-3 py-2"
    >
      <p className="text-sm text-muted">
        Hand this link over in person. It sets a new password, once, within 24 hours.
      </p>
      <span className="flex items-center justify-between gap-2">
        <span className="min-w-0 font-mono text-sm wrap-anywhere">{url}</span>
        <CopyIcon label="Copy the reset link" onCopy={() => copyText(url)} />
      </span>
    </div>
  );
}
