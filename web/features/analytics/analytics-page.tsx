import { useAtomValue } from 'jotai';
import { lazy } from '#web/app/state/lazy.tsx';
import { searchParamsAtom } from '#web/app/state/search-params.ts';
import { LiveNow } from '#web/features/live/live-now.tsx';
import { PageHeader } from '#web/features/page/page-header.tsx';
import { ExportButton } from '#web/features/analytics/export/export-button.tsx';
import { CostsCard } from '#web/features/analytics/costs/costs-card.tsx';
import { FilterBar } from '#web/features/analytics/filters/filter-bar.tsx';
import {
  ComparisonSelect,
  RangePicker,
  UnitSelect,
} from '#web/features/analytics/range/range-picker.tsx';
import { CurrencyChoice } from '#web/features/analytics/measures/currency-choice.tsx';
import { ReportView } from '#web/features/analytics/report/report-view.tsx';
import { ShareButton } from '#web/features/analytics/share/share-button.tsx';
import { ViewsMenu } from '#web/features/analytics/views/views-menu.tsx';

const ChangedReport = lazy(
  async () => (await import('#web/features/analytics/share/changed-report.tsx')).ChangedReport,
  () => true,
);

/**
 * The analytics page: who clicks, when, from where and with which device. Range and filters are in
 * the address.
 */
export function Component() {
  const isForShared = useAtomValue(searchParamsAtom).has('shared');
  return (
    <>
      <PageHeader text="Who clicks your links, when, and from where." isStacked>
        <div className="flex items-center gap-2 strip md:flex-wrap max-md:grow">
          <LiveNow />
          <RangePicker />
          <ComparisonSelect />
        </div>
      </PageHeader>
      {isForShared && <ChangedReport />}
      <FilterBar
        actions={
          <>
            {!isForShared && <ViewsMenu />}
            <ExportButton />
            {!isForShared && <ShareButton />}
          </>
        }
      >
        <span className="flex items-center gap-2 md:ml-auto">
          <UnitSelect />
          <CurrencyChoice />
        </span>
      </FilterBar>
      <ReportView />
      <CostsCard linkId={null} />
    </>
  );
}
