import { useAtomValue, useSetAtom } from 'jotai';
import { MailCheck } from 'lucide-react';
import { useId, useState } from 'react';
import { Link } from 'react-router';
import {
  type MailedReportJson as MailedReport,
  mostMailedReports,
} from '#contract/analytics/mailed-reports';
import type { User } from '#web/api.ts';
import { viewsQuery } from '#web/features/analytics/views/views.ts';
import { clockLabel } from '#web/format.ts';
import { EditableRow } from '#web/forms/editable-row.tsx';
import { paths } from '#web/paths.ts';
import { lazyDialog } from '#web/app/state/lazy.tsx';
import { Badge } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { Card, CardHeader } from '#web/ui/card.tsx';
import { QueryList } from '#web/ui/answers/query-list.tsx';
import {
  mailedReportsQuery,
  paceWords,
  removeMailedReportAtom,
  stateWords,
  timesOf,
} from './mailed-reports.ts';

const MailedReportDialog = lazyDialog(
  async () => (await import('./mailed-report-form.tsx')).MailedReportDialog,
  ({ isOpen }) => isOpen,
);

/** What the dialog is about: a new report, or one to change. */
type Edited = { readonly report: MailedReport | null };

/** The saved views that are mailed. */
export function MailedReportsCard({ user }: { readonly user: User }) {
  const noteId = useId();
  const [edited, setEdited] = useState<Edited | null>(null);
  const views = useAtomValue(viewsQuery).data;
  const count = useAtomValue(mailedReportsQuery).data?.length ?? 0;
  const blocked = !user.verified
    ? 'Confirm your email address before you mail reports.'
    : views?.length === 0
      ? 'Save a view in analytics first: a report is a saved view.'
      : count >= mostMailedReports
        ? `An account has at most ${mostMailedReports} reports.`
        : null;
  return (
    <Card>
      <CardHeader title="Email reports" note="A saved view, by email every day, week or month">
        <Button
          disabled={blocked !== null}
          aria-describedby={blocked === null ? undefined : noteId}
          onClick={() => setEdited({ report: null })}
        >
          New report
        </Button>
      </CardHeader>
      {blocked !== null && (
        <p id={noteId} className="mx-4 mb-4 text-sm text-muted">
          {blocked}{' '}
          {views?.length === 0 && user.verified && (
            <Link to={paths.analytics} className="font-semibold text-accent-text underline">
              Analytics
            </Link>
          )}
        </p>
      )}
      <Reports onEdit={(report) => setEdited({ report })} />
      <MailedReportDialog
        isOpen={edited !== null}
        report={edited?.report ?? null}
        ownEmail={user.email}
        onClose={() => setEdited(null)}
      />
    </Card>
  );
}

function Reports({ onEdit }: { onEdit(report: MailedReport): void }) {
  return (
    <QueryList
      query={useAtomValue(mailedReportsQuery)}
      icon={<MailCheck />}
      things="email reports"
      empty={{
        title: 'No email reports yet',
        text: 'Numbers, what changed most, a chart, a CSV file and a PDF, sent to you and to everybody who confirms.',
      }}
    >
      {(report) => <ReportRow key={report.id} report={report} onEdit={() => onEdit(report)} />}
    </QueryList>
  );
}

function ReportRow({ report, onEdit }: { readonly report: MailedReport; onEdit(): void }) {
  const remove = useSetAtom(removeMailedReportAtom);
  const { viewName, every, hour, timeZone, addresses, isEnabled, isBroken } = report;
  return (
    <EditableRow
      name={viewName}
      removed={`the report ${viewName}`}
      badge={<Badge tone={isEnabled ? 'good' : 'plain'}>{isEnabled ? 'On' : 'Off'}</Badge>}
      failure="Failed to remove the report"
      onEdit={onEdit}
      onRemove={() => remove(report.id)}
    >
      <p className="text-sm text-muted">
        {paceWords[every]}, at {clockLabel(hour)} ({timeZone})
      </p>
      <ul aria-label={`Addresses of ${viewName}`} className="text-sm text-muted">
        {addresses.map(({ email, state }) => (
          <li key={email} className="wrap-anywhere">
            <span className="text-text">{email}</span> {stateWords[state]}
          </li>
        ))}
      </ul>
      <p className="num text-sm text-faint">{timesOf(report)}</p>
      {isBroken && (
        <p className="text-sm text-warn">
          Not sent the last time: a link or a label of the view is gone.
        </p>
      )}
    </EditableRow>
  );
}
