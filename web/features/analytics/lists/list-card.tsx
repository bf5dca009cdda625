import { useState } from 'react';
import type { ReactNode } from 'react';
import type { Report } from '#web/api.ts';
import { type Dimension, filterOfDimension } from '#contract/analytics/report-filters';
import type { FilterName } from '#contract/analytics/report-filters';
import { dimensionWords } from '#web/features/analytics/filters/dimensions.ts';
import { useIsReadOnly } from '#web/features/analytics/report/read-only.ts';
import { Card, CardHeader } from '#web/ui/card.tsx';
import { SkeletonRows } from '#web/ui/skeleton.tsx';
import { Tabs } from '#web/ui/tabs.tsx';
import { lazyDialog } from '#web/app/state/lazy.tsx';
import { ShareTable } from './share-table.tsx';

const AllValuesDialog = lazyDialog(
  async () => (await import('./all-values-dialog.tsx')).AllValuesDialog,
  ({ isOpen }) => isOpen,
);

export type ListTab<T extends string> = {
  readonly value: T;
  readonly label: string;
  /** The list of the tab; its whole list opens in a dialog. */
  readonly dimension: Dimension;
  /** The text when there are no clicks. */
  readonly emptyText: string;
  /** Shown above the list, or instead of it. */
  readonly above?: ReactNode;
  readonly instead?: ReactNode;
};

type ListCardProps<T extends string> = {
  readonly title: string;
  readonly tabs: readonly ListTab<T>[];
  readonly tab: T;
  /** Undefined while it is loading. */
  readonly report: Report | undefined;
  readonly fixed?: FilterName;
  /** Below the tabs. */
  readonly footer?: ReactNode;
  onTab(tab: T): void;
};

/** The distribution of clicks over some properties, one tab for each. */
export function ListCard<T extends string>(props: ListCardProps<T>) {
  const { title, tabs, tab, report, fixed, footer, onTab } = props;
  const [isOpen, setIsOpen] = useState(false);
  const isReadOnly = useIsReadOnly();
  const open = tabs.find(({ value }) => value === tab);
  const isEmpty = open && report?.lists[open.dimension]?.count === 0;
  return (
    <Card className="flex flex-col">
      <CardHeader title={title}>
        {report && open && !isReadOnly && !isEmpty && (
          <button
            type="button"
            aria-label={`View all ${dimensionWords[open.dimension].plural}`}
            onClick={() => setIsOpen(true)}
            className="rounded-sm text-sm font-semibold text-accent-text hover:underline touch"
          >
            View all
          </button>
        )}
      </CardHeader>
      <Tabs
        label={title}
        value={tab}
        onChange={onTab}
        tabs={tabs.map((each) => ({
          value: each.value,
          label: each.label,
          panel: (
            <>
              {each.above}
              {each.instead ?? <ShortList tab={each} report={report} fixed={fixed} />}
            </>
          ),
        }))}
      />
      {footer}
      {open && !isReadOnly && (
        <AllValuesDialog
          dimension={open.dimension}
          isOpen={isOpen}
          onClose={() => setIsOpen(false)}
        />
      )}
    </Card>
  );
}

type ShortListProps = {
  readonly tab: Pick<ListTab<string>, 'dimension' | 'emptyText'>;
  readonly report: Report | undefined;
  readonly fixed: FilterName | undefined;
};

/** The ten largest values, and the rest. */
function ShortList({ tab: { dimension, emptyText }, report, fixed }: ShortListProps) {
  const { title, plural } = dimensionWords[dimension];
  const filter = filterOfDimension[dimension];
  const isReadOnly = useIsReadOnly();
  const list = report?.lists[dimension];
  if (!report || !list) return <SkeletonRows count={6} label={`Loading ${plural}`} />;
  const { rows, count } = list;
  if (rows.length === 0) return <p className="px-2 py-6 text-center text-muted">{emptyText}</p>;
  const named = rows.filter(({ value }) => value !== '').length;
  return (
    <ShareTable
      dimension={dimension}
      heading={title}
      rows={rows}
      restCount={count - named}
      isCompared={report.compared !== null}
      isFixed={isReadOnly || filter === fixed}
    />
  );
}
