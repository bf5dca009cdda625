import { useAtomValue, useSetAtom } from 'jotai';
import { Webhook as WebhookIcon } from 'lucide-react';
import { useId, useState } from 'react';
import type { WebhookJson as Webhook } from '#contract/webhooks/webhooks';
import type { User } from '#web/api.ts';
import { showToastAtom } from '#web/app/state/toast.ts';
import { ResendButton } from '#web/features/account/resend-button.tsx';
import { dateLabel, exactMoment } from '#web/format.ts';
import { paths } from '#web/paths.ts';
import { useAction } from '#web/forms/use-action.ts';
import { lazyDialog } from '#web/app/state/lazy.tsx';
import { Badge } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { Card, CardHeader } from '#web/ui/card.tsx';
import { Dialog, DialogQuestion } from '#web/ui/floating/dialog.tsx';
import { QueryList } from '#web/ui/answers/query-list.tsx';
import { eventWord, removeWebhookAtom, sendTestAtom, webhooksQuery } from './webhooks.ts';

const loadDialogs = () => import('./webhook-dialogs.tsx');

const WebhookDialog = lazyDialog(
  async () => (await loadDialogs()).WebhookDialog,
  ({ isOpen }) => isOpen,
);
const RotateSecretDialog = lazyDialog(
  async () => (await loadDialogs()).RotateSecretDialog,
  ({ webhook }) => webhook !== null,
);
const DeliveriesDialog = lazyDialog(
  async () => (await import('./deliveries-dialog.tsx')).DeliveriesDialog,
  ({ webhook }) => webhook !== null,
);

/** What a dialog is about. */
type Opened = {
  readonly dialog: 'add' | 'edit' | 'deliveries' | 'rotate' | 'remove';
  readonly webhook: Webhook | null;
};

/** The account's webhooks. */
export function WebhooksCard({ user }: { readonly user: User }) {
  const reasonId = useId();
  const [opened, setOpened] = useState<Opened | null>(null);
  const close = () => setOpened(null);
  const about = (...dialogs: Opened['dialog'][]) =>
    opened !== null && dialogs.includes(opened.dialog) ? opened.webhook : null;
  return (
    <Card>
      <CardHeader title="Webhooks" note="Send what happens in your account to your own server">
        <Button
          disabled={!user.verified}
          aria-describedby={user.verified ? undefined : reasonId}
          onClick={() => setOpened({ dialog: 'add', webhook: null })}
        >
          New webhook
        </Button>
      </CardHeader>
      <p className="mx-4 mb-4 text-sm text-muted">
        How your server receives and checks them:{' '}
        <a href={paths.webhooksGuide} className="font-semibold text-accent-text underline">
          Guide to webhooks
        </a>
      </p>
      {!user.verified && <UnconfirmedNote id={reasonId} email={user.email} />}
      <Webhooks onOpen={(dialog, webhook) => setOpened({ dialog, webhook })} />
      <WebhookDialog
        isOpen={opened?.dialog === 'add' || opened?.dialog === 'edit'}
        webhook={about('edit')}
        onClose={close}
      />
      <DeliveriesDialog webhook={about('deliveries')} onClose={close} />
      <RotateSecretDialog webhook={about('rotate')} onClose={close} />
      <RemoveWebhookDialog webhook={about('remove')} onClose={close} />
    </Card>
  );
}

/** Says that a webhook requires a confirmed email address. */
function UnconfirmedNote({ id, email }: { readonly id: string; readonly email: string }) {
  return (
    <div className="mx-4 mb-4 flex flex-wrap items-center justify-between gap-3 rounded-md border border-line bg-warn-soft px-3 py-2.5 text-sm">
      <p id={id} className="min-w-0 flex-1 basis-64 text-muted">
        Confirm your email address before you add webhooks. We emailed the link to{' '}
        <span className="font-semibold text-text wrap-anywhere">{email}</span>.
      </p>
      <ResendButton email={email} />
    </div>
  );
}

type Open = (dialog: Opened['dialog'], webhook: Webhook) => void;

function Webhooks({ onOpen }: { readonly onOpen: Open }) {
  return (
    <QueryList
      query={useAtomValue(webhooksQuery)}
      icon={<WebhookIcon />}
      things="webhooks"
      empty={{
        title: 'No webhooks yet',
        text: 'Add the address of a server of yours. It gets a signed request when a link is created, changed or deleted, or expires.',
      }}
    >
      {(webhook) => <WebhookRow key={webhook.id} webhook={webhook} onOpen={onOpen} />}
    </QueryList>
  );
}

function WebhookRow({ webhook, onOpen }: { readonly webhook: Webhook; readonly onOpen: Open }) {
  const showToast = useSetAtom(showToastAtom);
  const sendTest = useSetAtom(sendTestAtom);
  const [test, isBusy] = useAction(async () => {
    await sendTest(webhook.id);
    showToast('Test event sent');
    onOpen('deliveries', webhook);
  }, 'Failed to send a test event');
  const { url, description } = webhook;
  const { label, tone, text } = stateOf(webhook);
  const button = (dialog: Opened['dialog'], word: string) => (
    <Button
      size="sm"
      {...(dialog === 'remove' && { look: 'danger' })}
      aria-label={`${word}: ${url}`}
      onClick={() => onOpen(dialog, webhook)}
    >
      {word}
    </Button>
  );
  return (
    <li className="grid min-w-0 grid-cols-1 gap-2.5 border-b border-line px-4 py-3 last:border-0">
      <div className="grid min-w-0 gap-1">
        <span className="flex flex-wrap items-center gap-1.5">
          <span className="font-semibold wrap-anywhere">{url}</span>
          <Badge tone={tone}>{label}</Badge>
          {webhook.isBehind && <Badge tone="warn">Is behind</Badge>}
        </span>
        {description && <p className="text-sm wrap-anywhere text-muted">{description}</p>}
        <p className="text-sm text-faint">{wantedText(webhook)}</p>
        {text && (
          <p role="status" className="text-sm text-warn">
            {text}
          </p>
        )}
      </div>
      <div className="flex flex-wrap gap-1.5">
        {button('deliveries', 'Deliveries')}
        <Button size="sm" isBusy={isBusy} aria-label={`Send test: ${url}`} onClick={test}>
          Send test
        </Button>
        {button('edit', 'Edit')}
        {button('rotate', 'Replace secret')}
        {button('remove', 'Remove')}
      </div>
    </li>
  );
}

/** Whether events are sent, and why not. */
function stateOf(webhook: Webhook) {
  const { isEnabled, disabledReason, disabledAt, failingSince, isBehind } = webhook;
  if (!isEnabled) {
    const since = disabledAt === null ? '' : ` on ${dateLabel(disabledAt)}`;
    if (disabledReason === 'gone') {
      const text = `Switched off${since}: your server answered 410 (gone).`;
      return { label: 'Disabled', tone: 'warn', text } as const;
    }
    if (disabledReason === 'failing') {
      const text = `Switched off${since}: every attempt of five days failed.`;
      return { label: 'Disabled', tone: 'warn', text } as const;
    }
    return { label: 'Off', tone: 'plain', text: null } as const;
  }
  if (failingSince !== null) {
    const text = `Every attempt has failed since ${exactMoment(failingSince)}.`;
    return { label: 'Failing', tone: 'warn', text } as const;
  }
  const text = isBehind ? 'Too many clicks wait, so new ones are left out.' : null;
  return { label: 'On', tone: 'good', text } as const;
}

function wantedText({ events, links, createdAt }: Webhook): string {
  const types = events === null ? 'All events' : events.map(eventWord).join(', ');
  const chosen = links && (links.ids ?? links.tags ?? links.folders ?? []);
  const kind = links?.ids ? 'link' : links?.tags ? 'tag' : 'folder';
  const count = chosen && `${chosen.length} ${kind}${chosen.length === 1 ? '' : 's'}`;
  return `${types} · ${count === null ? 'all links' : `links of ${count}`} · added ${dateLabel(createdAt)}`;
}

type RemoveWebhookDialogProps = { readonly webhook: Webhook | null; onClose(): void };

/** Asks for confirmation before a webhook is removed. */
function RemoveWebhookDialog({ webhook, onClose }: RemoveWebhookDialogProps) {
  const showToast = useSetAtom(showToastAtom);
  const removeWebhook = useSetAtom(removeWebhookAtom);
  const [remove, isBusy] = useAction(async (id: string) => {
    await removeWebhook(id);
    onClose();
    showToast('Webhook removed');
  }, 'Failed to remove the webhook');
  return (
    <Dialog title="Remove Webhook" isOpen={webhook !== null} onClose={onClose}>
      {webhook && (
        <>
          <DialogQuestion
            label="Remove"
            busyLabel="Removing..."
            isBusy={isBusy}
            onYes={() => remove(webhook.id)}
            onCancel={onClose}
          >
            <strong className="font-semibold wrap-anywhere text-text">{webhook.url}</strong> gets no
            more events, and the list of its deliveries is deleted. This cannot be undone.
          </DialogQuestion>
        </>
      )}
    </Dialog>
  );
}
