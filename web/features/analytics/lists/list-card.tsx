import { TriangleAlert } from 'lucide-react';
import { useState } from 'react';
import type { ReactNode } from 'react';
import type { Report } from '#web/api.ts';
import {
  type Dimension,
  type FilterName,
  filterOfDimension,
  unmatchedName,
} from '#contract/analytics/report-filters';
import { dimensionWords } from '#web/features/analytics/filters/dimensions.ts';
import { useReportQuestion } from '#web/features/analytics/report/question.ts';
import type { ListCardName } from '#web/features/analytics/report/report-state.ts';
import { useCurrency, useIsReadOnly } from '#web/features/analytics/report/read-only.ts';
import { Card, CardHeader, usePhoneFold } from '#web/ui/card.tsx';
import { classNames } from '#web/ui/class-names.ts';
import { Failure } from '#web/ui/answers/query.tsx';
import { SkeletonRows } from '#web/ui/answers/skeleton.tsx';
import { Tabs } from '#web/ui/tabs.tsx';
import { useIsPhone } from '#web/ui/browser/use-is-phone.ts';
import { lazyDialog } from '#web/app/state/lazy.tsx';
import { sharesOf, shortList } from './list-rows.ts';
import { ListNotes } from './list-notes.tsx';
import { ListTable } from './list-table.tsx';
import { widerWindow } from './hidden-columns.tsx';
import { type ShownList, useList } from './use-list.ts';

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
  readonly card: ListCardName;
  readonly title: string;
  readonly tabs: readonly ListTab<T>[];
  readonly tab: T;
  /** Undefined while it is loading. */
  readonly report: Report | undefined;
  /** Whether the card takes the whole width of the page. */
  readonly isWide?: boolean;
  /** Whether the card is folded on phones until somebody opens it. */
  readonly isSecondary?: boolean;
  readonly fixed?: FilterName;
  /** Below the tabs. */
  readonly footer?: ReactNode;
  onTab(tab: T): void;
};

/** The numbers by some properties of clicks, one tab for each. */
export function ListCard<T extends string>(props: ListCardProps<T>) {
  const { card, title, tabs, tab, report, isWide = false, fixed, footer, onTab } = props;
  const phoneFold = usePhoneFold();
  const fold = props.isSecondary ? phoneFold : undefined;
  const isFolded = fold?.isOpen === false;
  const [isOpen, setIsOpen] = useState(false);
  const isReadOnly = useIsReadOnly();
  const question = useReportQuestion();
  const currency = useCurrency(report);
  const open = tabs.find(({ value }) => value === tab) ?? tabs[0];
  if (open === undefined) throw new Error('A card has at least one list');
  const { dimension } = open;
  const shown = useList({ card, dimension, report, isWide });
  return (
    <Card className="flex flex-col">
      <CardHeader title={title} fold={fold}>
        {!isReadOnly && !isFolded && (shown.list?.rows.length ?? 0) > 0 && (
          <button
            type="button"
            aria-label={`View all ${dimensionWords[dimension].plural}`}
            onClick={() => setIsOpen(true)}
            className="rounded-sm text-sm font-semibold text-accent-text hover:underline touch"
          >
            View all
          </button>
        )}
      </CardHeader>
      {!isFolded && (
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
                {each.instead ?? (
                  <ShortList
                    dimension={dimension}
                    emptyText={each.emptyText}
                    report={report}
                    shown={shown}
                    isFixed={isReadOnly || filterOfDimension[dimension] === fixed}
                    isWide={isWide}
                  />
                )}
              </>
            ),
          }))}
        />
      )}
      {!isFolded && footer}
      {!isReadOnly && report && (
        <AllValuesDialog
          dimension={dimension}
          question={question}
          measure={shown.measure}
          firstSort={shown.sort}
          currency={currency}
          hasCosts={Boolean(report.costs)}
          isOpen={isOpen}
          onClose={() => setIsOpen(false)}
        />
      )}
    </Card>
  );
}

type ShortListProps = {
  readonly dimension: Dimension;
  readonly emptyText: string;
  readonly report: Report | undefined;
  readonly shown: ShownList;
  readonly isFixed: boolean;
  readonly isWide: boolean;
};

/** How many values phones show by name; 'View all' shows the others. */
const phoneRows = 5;

/**
 * The first values by the measure, the rest, and the total. Phones show five values, as the whole list
 * is one tap away; a public page has no such list and shows ten.
 */
function ShortList({ dimension, emptyText, report, shown, isFixed, isWide }: ShortListProps) {
  const isPhone = useIsPhone();
  const isReadOnly = useIsReadOnly();
  const { title, plural } = dimensionWords[dimension];
  const { list, isStale, error, measure, onRetry, ...sorting } = shown;
  if (error && !list) {
    return (
      <Failure
        icon={<TriangleAlert />}
        title={`Failed to load ${plural}`}
        error={error}
        onRetry={onRetry}
      />
    );
  }
  if (!report || !list) {
    return (
      <SkeletonRows count={isPhone ? phoneRows : isWide ? 10 : 6} label={`Loading ${plural}`} />
    );
  }
  if (list.rows.length === 0)
    return <p className="px-2 py-6 text-center text-muted">{emptyText}</p>;
  const short = isPhone && !isReadOnly ? shortList(list, null, phoneRows) : list;
  return (
    <div aria-busy={isStale} className={classNames('transition-opacity', isStale && 'opacity-60')}>
      <ListTable
        {...sorting}
        dimension={dimension}
        heading={title}
        list={short}
        measure={measure}
        hasCosts={Boolean(report.costs)}
        shares={sharesOf(short, measure)}
        totalName={`All ${plural}`}
        isFixed={isFixed}
        {...(isWide && { moreRoom: isReadOnly ? widerWindow : viewAll })}
      />
      <ListNotes
        texts={[
          ...(isWide && short.rows.some(({ kind }) => kind === 'unmatched') ? [unmatchedNote] : []),
          ...list.warnings,
        ]}
      />
    </div>
  );
}

const viewAll = "'View all' has more room.";
const unmatchedNote = `'${unmatchedName}': conversions that came without a click and could not be given to one.`;
