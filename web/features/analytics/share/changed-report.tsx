import { useAtomValue, useSetAtom } from 'jotai';
import { TriangleAlert } from 'lucide-react';
import { Link, useNavigate } from 'react-router';
import { searchParamsAtom } from '#web/app/state/search-params.ts';
import { showToastAtom } from '#web/app/state/toast.ts';
import { useReportQuestion } from '#web/features/analytics/report/question.ts';
import { useMeasure } from '#web/features/analytics/report/read-only.ts';
import { useAction } from '#web/forms/use-action.ts';
import { paths } from '#web/paths.ts';
import { QueryView } from '#web/ui/answers/query.tsx';
import { Button, buttonClasses } from '#web/ui/button.tsx';
import { Warning } from '#web/ui/warning.tsx';
import { queryOf } from './share-form-values.ts';
import { changeSharedAtom, type SharedReport, sharedReportsQuery } from './shared-reports.ts';

/**
 * Above a report whose period and filters are chosen for a shared one, which the address names: saves
 * them there.
 */
export function ChangedReport() {
  const query = useAtomValue(sharedReportsQuery);
  const id = useAtomValue(searchParamsAtom).get('shared');
  return (
    <QueryView query={query} things="the shared report" rows={1}>
      {(reports) => {
        const report = reports.find((each) => each.id === id);
        return report ? <Bar report={report} /> : <NoReport />;
      }}
    </QueryView>
  );
}

function NoReport() {
  return (
    <Warning
      role="status"
      icon={<TriangleAlert aria-hidden className="size-5 shrink-0" />}
      text="This account has no such shared report. It may have been deleted."
    >
      <Link to={paths.sharedReports} className={buttonClasses('secondary')}>
        All shared reports
      </Link>
    </Warning>
  );
}

function Bar({ report: { id, name, query } }: { readonly report: SharedReport }) {
  const question = useReportQuestion();
  const measure = useMeasure();
  const change = useSetAtom(changeSharedAtom);
  const showToast = useSetAtom(showToastAtom);
  const navigate = useNavigate();
  const [save, isBusy] = useAction(async () => {
    const zone = new URLSearchParams(query).get('tz') ?? undefined;
    await change({ id, body: { query: queryOf(question, measure, zone) } });
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
          Change what <bdi className="wrap-anywhere">{name}</bdi> shows
        </span>
        <span className="block text-sm text-muted">
          Choose period, comparison, filters and the number that it opens with, then save. The
          report keeps its time zone, address, settings and views.
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
