import { useAtomValue } from 'jotai';
import { TriangleAlert } from 'lucide-react';
import type { Annotation } from '#contract/analytics/saved';
import type { Report } from '#web/api.ts';
import { searchParamsAtom } from '#web/app/state/search-params.ts';
import type { FilterName } from '#contract/analytics/report-filters';
import { CostTiles } from '#web/features/analytics/costs/cost-tiles.tsx';
import { HeatMap } from '#web/features/analytics/heat/heat-map.tsx';
import { DevicesCard, PlacesCard, SourcesCard } from '#web/features/analytics/lists/list-cards.tsx';
import { MeasureTiles } from '#web/features/analytics/measures/measure-tiles.tsx';
import { ReportChart } from '#web/features/analytics/measures/report-chart.tsx';
import { annotationsQuery } from '#web/features/analytics/notes/annotations.ts';
import { NoteBar } from '#web/features/analytics/notes/note-bar.tsx';
import { usePrevious } from '#web/ui/answers/use-previous.ts';
import { Card } from '#web/ui/card.tsx';
import { classNames } from '#web/ui/class-names.ts';
import { QueryView } from '#web/ui/answers/query.tsx';
import { Warning } from '#web/ui/warning.tsx';
import { Skeleton } from '#web/ui/answers/skeleton.tsx';
import { ignoredParts } from './ignored-parts.ts';
import { ImpossibleQuestion, isImpossible, NoClicks } from './no-report.tsx';
import { useIsReadOnly } from './read-only.ts';
import { reportQuery } from './queries.ts';
import { type ReportQuestion, useReportQuestion } from './question.ts';

type ReportViewProps = {
  /** The filter that the page has set; the values of its list cannot be chosen. */
  readonly fixed?: FilterName;
  /** Only the numbers with their chart, or only the lists; absent: both. */
  readonly part?: 'numbers' | 'lists';
};

const noNotes: readonly Annotation[] = [];

/**
 * The numbers of one question: totals and their chart, lists, and a map of the week. While the
 * answer to another question is loading, the former numbers stay visible, marked as stale. The
 * lists ask for themselves, after the report.
 */
export function ReportView({ fixed, part }: ReportViewProps) {
  const question = useReportQuestion();
  const query = useAtomValue(reportQuery(question));
  const { value: kept, beside } = usePrevious(query.error ? undefined : query.data, question);
  if (isImpossible(query.error)) return <ImpossibleQuestion error={query.error} />;
  return (
    <QueryView query={query} things="analytics data">
      <IgnoredParts />
      <ReportCards
        report={query.data ?? kept}
        isStale={query.data === undefined && kept !== undefined && isOther(question, beside)}
        {...(fixed && { fixed })}
        {...(part && { part })}
      />
    </QueryView>
  );
}

function isOther(question: ReportQuestion, kept: ReportQuestion): boolean {
  return JSON.stringify(question) !== JSON.stringify(kept);
}

/** Names the parts of the address that the report does not follow. */
function IgnoredParts() {
  const parts = ignoredParts(useAtomValue(searchParamsAtom));
  if (parts.length === 0) return null;
  return (
    <Note text={`Parts of this address are not valid and were ignored: ${parts.join(', ')}.`} />
  );
}

/** What the shown numbers do not follow, or leave out. */
function Note({ text }: { readonly text: string }) {
  return (
    <Warning
      role="status"
      icon={<TriangleAlert aria-hidden className="size-4 shrink-0" />}
      text={text}
    />
  );
}

type ReportCardsProps = ReportViewProps & {
  /** Undefined while it is loading. */
  readonly report: Report | undefined;
  /** The answer to another question is loading. */
  readonly isStale: boolean;
};

/** A report in its cards. */
export function ReportCards({ report, isStale, fixed, part }: ReportCardsProps) {
  const isReadOnly = useIsReadOnly();
  return (
    <div
      aria-busy={report === undefined || isStale}
      className={classNames('grid grid-cols-1 gap-3 transition-opacity', isStale && 'opacity-60')}
    >
      {report?.warnings.map((warning) => (
        <Note key={warning} text={warning} />
      ))}
      {part !== 'lists' && (
        <Card>
          <h2 className="sr-only">Click Analytics</h2>
          <MeasureTiles report={report} />
          {report?.costs && (
            <CostTiles
              costs={report.costs}
              clicks={report.totals.clicks}
              comparedClicks={report.comparedTotals?.clicks ?? 0}
            />
          )}
          {isReadOnly ? (
            <ChartOf report={report} notes={noNotes} />
          ) : (
            <NotedChart report={report} />
          )}
        </Card>
      )}
      {part !== 'numbers' && (
        <>
          {part === 'lists' && (
            <Card>
              <MeasureTiles report={report} />
            </Card>
          )}
          <SourcesCard report={report} {...(fixed && { fixed })} />
          <div className="grid gap-3 lg:grid-cols-2">
            <PlacesCard report={report} />
            <div className="grid min-w-0 grid-rows-[auto_1fr] gap-3">
              <DevicesCard report={report} />
              <HeatMap report={report} />
            </div>
          </div>
        </>
      )}
    </div>
  );
}

/** The chart with the account's notes. When it is empty, it says what to do. */
function NotedChart({ report }: { readonly report: Report | undefined }) {
  const { data: notes = noNotes } = useAtomValue(annotationsQuery);
  return (
    <>
      {report?.totals.clicks === 0 && <NoClicks />}
      <ChartOf report={report} notes={notes} />
      {report ? <NoteBar range={report.range} notes={notes} /> : <div className="h-11" />}
    </>
  );
}

type ChartOfProps = {
  readonly report: Report | undefined;
  readonly notes: readonly Annotation[];
};

function ChartOf({ report, notes }: ChartOfProps) {
  return report ? (
    <div className="pt-4">
      <ReportChart report={report} notes={notes} />
    </div>
  ) : (
    <div className="px-4 pt-4 pb-2">
      <Skeleton className="h-64" />
    </div>
  );
}
