import { useAtomValue, useSetAtom } from 'jotai';
import { useNavigate } from 'react-router';
import { searchParamsAtom } from '#web/app/state/search-params.ts';
import { showToastAtom } from '#web/app/state/toast.ts';
import { useReportQuestion } from '#web/features/analytics/report/question.ts';
import { useMeasure } from '#web/features/analytics/report/read-only.ts';
import { useAction } from '#web/forms/use-action.ts';
import { paths } from '#web/paths.ts';
import { Button } from '#web/ui/button.tsx';
import { queryOf } from './share-form-values.ts';
import { changeSharedAtom, type SharedReport, sharedReportsQuery } from './shared-reports.ts';

/**
 * Above a report whose period and filters are chosen for a shared one, which the address names: saves
 * them there. Nothing when the account has no such report.
 */
export function ChangedReport() {
  const { data: reports = [] } = useAtomValue(sharedReportsQuery);
  const id = useAtomValue(searchParamsAtom).get('shared');
  const report = reports.find((each) => each.id === id);
  return report ? <Bar report={report} /> : null;
}

function Bar({ report: { id, name } }: { readonly report: SharedReport }) {
  const question = useReportQuestion();
  const measure = useMeasure();
  const change = useSetAtom(changeSharedAtom);
  const showToast = useSetAtom(showToastAtom);
  const navigate = useNavigate();
  const [save, isBusy] = useAction(async () => {
    await change({ id, body: { query: queryOf(question, measure) } });
    showToast('Shared report updated');
    await navigate(paths.sharedReports);
  }, 'Failed to change the shared report');
  return (
    <section
      aria-label="Shared report"
      className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2.5 rounded-lg border border-info/40 bg-info-soft px-4 py-3"
    >
      <p className="min-w-0 grow basis-80">
        <span className="font-medium text-info">
          What <bdi className="wrap-anywhere">{name}</bdi> shows
        </span>
        <span className="block text-sm text-muted">
          Choose period, comparison and filters, then save. Its address, settings and views stay.
        </span>
      </p>
      <span className="flex gap-2">
        <Button onClick={() => void navigate(paths.sharedReports)}>Cancel</Button>
        <Button look="primary" isBusy={isBusy} onClick={save}>
          Save
        </Button>
      </span>
    </section>
  );
}
