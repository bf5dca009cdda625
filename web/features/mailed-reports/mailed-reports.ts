import { atom } from 'jotai';
import type {
  AddressState,
  MailedReportChanges,
  MailedReportJson as MailedReport,
  NewMailedReport,
  ReportPace,
} from '#contract/analytics/mailed-reports';
import { call, callAll } from '#web/api.ts';
import { reloadAtom } from '#web/app/state/client.ts';
import { dependentKeys } from '#web/app/state/dependent-keys.ts';
import { queryAtom } from '#web/app/state/query-atom.ts';
import { momentLabel } from '#web/format.ts';

const reportsKey = dependentKeys.mailedReports;

/** The account's mailed reports, the oldest first. */
export const mailedReportsQuery = queryAtom<readonly MailedReport[]>(() => ({
  queryKey: reportsKey,
  queryFn: () => callAll('GET /api/v1/mailed-reports'),
  staleTime: 0,
}));

export const addMailedReportAtom = atom(null, async (_, set, body: NewMailedReport) => {
  await call('POST /api/v1/mailed-reports', { body });
  await set(reloadAtom, reportsKey);
});

type Changed = { readonly id: string; readonly body: MailedReportChanges };

export const changeMailedReportAtom = atom(null, async (_, set, { id, body }: Changed) => {
  await call('PATCH /api/v1/mailed-reports/:id', { params: { id }, body });
  await set(reloadAtom, reportsKey);
});

export const removeMailedReportAtom = atom(null, async (_, set, id: string): Promise<void> => {
  await call('DELETE /api/v1/mailed-reports/:id', { params: { id } });
  await set(reloadAtom, reportsKey);
});

export const paceWords: Readonly<Record<ReportPace, string>> = {
  day: 'Every day, about the day before',
  week: 'Every Monday, about the week before',
  month: 'On the first of each month, about the month before',
};

export const stateWords: Readonly<Record<AddressState, string>> = {
  waiting: 'has not confirmed yet',
  confirmed: 'gets it',
  stopped: 'unsubscribed',
};

/** When a report is sent next, and when it was sent last: `Next Dec 1, 8:00 AM · Last sent Nov 1, 8:00 AM`. */
export function timesOf({
  isEnabled,
  nextAt,
  sentAt,
}: Pick<MailedReport, 'isEnabled' | 'nextAt' | 'sentAt'>): string {
  const next = isEnabled && `Next ${momentLabel(nextAt)}`;
  const last = sentAt !== null && `Last sent ${momentLabel(sentAt)}`;
  return [next, last].filter(Boolean).join(' · ');
}
