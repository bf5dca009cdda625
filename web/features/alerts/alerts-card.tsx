import { useAtomValue, useSetAtom } from 'jotai';
import { BellRing } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router';
import { type AlertJson as Alert, mostAlerts } from '#contract/analytics/alerts';
import type { User } from '#web/api.ts';
import { exactMoment } from '#web/format.ts';
import { EditableRow } from '#web/forms/editable-row.tsx';
import { paths } from '#web/paths.ts';
import { lazyDialog } from '#web/app/state/lazy.tsx';
import { Badge } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { Card, CardHeader } from '#web/ui/card.tsx';
import { QueryList } from '#web/ui/answers/query-list.tsx';
import { alertsQuery, removeAlertAtom, troubleWords } from './alerts.ts';

const AlertDialog = lazyDialog(
  async () => (await import('./alert-form.tsx')).AlertDialog,
  ({ isOpen }) => isOpen,
);

/** What the dialog is about: a new alert, or one to change. */
type Edited = { readonly alert: Alert | null };

/** The account's alerts, and what people are told of without one. */
export function AlertsCard({ user }: { readonly user: User }) {
  const [edited, setEdited] = useState<Edited | null>(null);
  const close = () => setEdited(null);
  const count = useAtomValue(alertsQuery).data?.length ?? 0;
  const isFull = count >= mostAlerts;
  return (
    <Card>
      <CardHeader
        title="Alerts"
        note={
          isFull
            ? `An account has at most ${mostAlerts} alerts`
            : 'A notice and an email when numbers are not as they should be'
        }
      >
        <Button disabled={isFull} onClick={() => setEdited({ alert: null })}>
          New alert
        </Button>
      </CardHeader>
      {!user.verified && (
        <p className="mx-4 mb-4 text-sm text-muted">
          Emails start after you confirm your email address. Notices come anyway.
        </p>
      )}
      <Alerts onEdit={(alert) => setEdited({ alert })} />
      <p className="border-t border-line px-4 py-3 text-sm text-muted">
        Without an alert you are also told of{' '}
        <More to={paths.brokenLinks}>broken destinations</More>, of{' '}
        <More to={paths.splitTests}>decided split tests</More> and, as you set it, of{' '}
        <More to={paths.notifications}>conversions</More>. Slack, Discord and your own server get
        alerts through <More to={paths.webhooks}>webhooks</More>.
      </p>
      <AlertDialog isOpen={edited !== null} alert={edited?.alert ?? null} onClose={close} />
    </Card>
  );
}

function More({ to, children }: { readonly to: string; readonly children: string }) {
  return (
    <Link to={to} className="font-semibold text-accent-text underline">
      {children}
    </Link>
  );
}

function Alerts({ onEdit }: { onEdit(alert: Alert): void }) {
  return (
    <QueryList
      query={useAtomValue(alertsQuery)}
      icon={<BellRing />}
      things="alerts"
      empty={{
        title: 'No alerts yet',
        text: 'Be told when a link goes silent, when conversions stop while clicks go on, when a day has more or fewer clicks than you expect, or when a limit is near.',
      }}
    >
      {(alert) => <AlertRow key={alert.id} alert={alert} onEdit={() => onEdit(alert)} />}
    </QueryList>
  );
}

function AlertRow({ alert, onEdit }: { readonly alert: Alert; onEdit(): void }) {
  const removeAlert = useSetAtom(removeAlertAtom);
  const { sentence, last, trouble } = alert;
  const { label, tone } = stateOf(alert);
  const endedAt = last && endOf(last);
  return (
    <EditableRow
      name={sentence}
      badge={<Badge tone={tone}>{label}</Badge>}
      failure="Failed to remove the alert"
      onEdit={onEdit}
      onRemove={() => removeAlert(alert.id)}
    >
      <p className="text-sm wrap-anywhere text-muted">
        {last === null ? 'Not raised yet' : last.sentence}
      </p>
      {last && (
        <p className="num text-sm text-faint">
          Raised {exactMoment(last.raisedAt)}
          {endedAt && ` · ended ${exactMoment(endedAt)}`}
        </p>
      )}
      {trouble && alert.isEnabled && <p className="text-sm text-warn">{troubleWords[trouble]}</p>}
    </EditableRow>
  );
}

/** A click limit that is near has no end: the server says that it ended at once. */
function endOf({ raisedAt, endedAt }: NonNullable<Alert['last']>): string | null {
  return endedAt === raisedAt ? null : endedAt;
}

function stateOf({ isEnabled, last }: Alert) {
  if (!isEnabled) return { label: 'Off', tone: 'plain' } as const;
  if (last !== null && last.endedAt === null) return { label: 'Raised', tone: 'bad' } as const;
  return { label: 'On', tone: 'good' } as const;
}
