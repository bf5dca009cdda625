import { Plus, Target } from 'lucide-react';
import { Link as RouterLink } from 'react-router';
import type { ReactNode } from 'react';
import type { ConversionsJson } from '#contract/conversions/conversions';
import { linkName, withoutScheme } from '#web/format.ts';
import { paths } from '#web/paths.ts';
import { conversionsPageSize } from './conversions.ts';
import { Button } from '#web/ui/button.tsx';
import { Card, CardHeader } from '#web/ui/card.tsx';
import { EmptyState } from '#web/ui/answers/empty-state.tsx';
import { Facts } from '#web/ui/texts/facts.tsx';
import { MiddleCut } from '#web/ui/texts/middle-cut.tsx';
import { Pager } from '#web/ui/answers/pager.tsx';
import { SkeletonRows } from '#web/ui/answers/skeleton.tsx';
import { actionsColumn, type Column } from '#web/ui/table/column.ts';
import { ColumnsMenu } from '#web/ui/table/columns-menu.tsx';
import type { Arranged } from '#web/ui/table/layout.ts';
import { Table } from '#web/ui/table/table.tsx';
import { useTableLayout } from '#web/app/state/table-layout.ts';
import { LinkBadges } from '#web/features/links/list/link-badges.tsx';
import { salesColumns } from './sales-columns.tsx';
import { useKeepQuery } from '#web/features/address/keep-query.ts';
import { useIsPhone } from '#web/ui/browser/use-is-phone.ts';
import { useListPage } from '#web/features/address/use-list-page.ts';

type Performance = ConversionsJson['links'][number];

type LinkPerformanceProps = {
  /** Undefined while loading. */
  readonly answer: ConversionsJson | undefined;
  /** The index of the page in the answer. */
  readonly pageIndex: number;
  /** Another page is being loaded. */
  readonly isStale: boolean;
  /** The text and the button when there are no conversions. */
  readonly emptyText: string;
  readonly emptyAction: ReactNode;
  onAdd(linkId: string): void;
};

/** The links with conversions or refunds and their totals, one page at a time. */
export function LinkPerformance(props: LinkPerformanceProps) {
  const isPhone = useIsPhone();
  const arranged = useTableLayout('performance');
  const hasTable = !isPhone && props.answer !== undefined && props.answer.linkCount > 0;
  return (
    <Card>
      <CardHeader title="Link Performance">
        {hasTable && <ColumnsMenu of="Link Performance" columns={columns} {...arranged} />}
      </CardHeader>
      <Content {...props} arranged={isPhone ? null : arranged} />
    </Card>
  );
}

type ContentProps = LinkPerformanceProps & {
  /** Null on phones, which have cards. */
  readonly arranged: Arranged | null;
};

function Content(props: ContentProps) {
  const { answer, pageIndex, isStale, emptyText, emptyAction, arranged, onAdd } = props;
  const place = useListPage('performance');
  if (!answer) return <SkeletonRows count={12} label="Loading link performance" />;

  if (answer.linkCount === 0) {
    return (
      <EmptyState
        icon={<Target />}
        title="No conversions recorded yet"
        text={emptyText}
        action={emptyAction}
      />
    );
  }
  const neighbours = { next: answer.nextLinksCursor, previous: answer.previousLinksCursor };
  return (
    <>
      {arranged ? (
        <Table
          label="Link Performance"
          columns={[...columns, addColumn(onAdd)]}
          rows={answer.links}
          keyOf={({ linkId }) => linkId}
          isWhole={answer.links.length === answer.linkCount}
          {...arranged}
        />
      ) : (
        <PerformanceCards performances={answer.links} onAdd={onAdd} />
      )}
      <Pager
        label="Pages of links"
        pageIndex={pageIndex}
        isStale={isStale}
        pageSize={conversionsPageSize}
        total={answer.linkCount}
        onGo={(index) => place.go(index, neighbours)}
      />
    </>
  );
}

const columns: readonly Column<Performance>[] = [
  {
    name: 'Link',
    share: 33,
    isFixed: true,
    sortBy: linkName,
    cell: (performance) => <PerformingLink performance={performance} />,
  },
  ...salesColumns,
];

function addColumn(onAdd: OnAdd): Column<Performance> {
  return actionsColumn((performance) => <AddButton performance={performance} onAdd={onAdd} />, {
    name: 'Add',
    widthPx: 112,
  });
}

type OnAdd = LinkPerformanceProps['onAdd'];
type AddButtonProps = { readonly performance: Performance; readonly onAdd: OnAdd };

function AddButton({ performance: { linkId, shortUrl }, onAdd }: AddButtonProps) {
  return (
    <Button
      size="sm"
      aria-label={`Add a conversion of ${withoutScheme(shortUrl)}`}
      onClick={() => onAdd(linkId)}
    >
      <Plus aria-hidden className="size-4" />
      Add
    </Button>
  );
}

/** The link's name. It opens the link's own page. */
function PerformingLink({ performance }: { readonly performance: Performance }) {
  const keepQuery = useKeepQuery();
  const { linkId, title, shortUrl } = performance;
  const short = withoutScheme(shortUrl);
  return (
    <div className="grid min-w-0 grid-cols-1 gap-0.5">
      <span className="flex min-w-0 flex-wrap items-center gap-x-1.5 gap-y-0.5">
        <RouterLink
          to={keepQuery(paths.linkOf(linkId))}
          title={title ?? undefined}
          dir="auto"
          className="max-w-full truncate rounded-sm font-semibold hover:text-accent-text hover:underline"
        >
          {title ?? <MiddleCut text={short} />}
        </RouterLink>
        <LinkBadges link={performance} />
      </span>
      {title && (
        <span className="text-sm text-muted">
          <MiddleCut text={short} />
        </span>
      )}
    </div>
  );
}

type PerformanceCardsProps = {
  readonly performances: readonly Performance[];
  readonly onAdd: OnAdd;
};

/** The links on phones: one card each. */
function PerformanceCards({ performances, onAdd }: PerformanceCardsProps) {
  return (
    <ul aria-label="Link Performance" className="border-t border-line">
      {performances.map((each) => (
        <li key={each.linkId} className="grid gap-2.5 border-b border-line px-4 py-3 last:border-0">
          <div className="flex items-start justify-between gap-3">
            <PerformingLink performance={each} />
            <AddButton performance={each} onAdd={onAdd} />
          </div>
          <Facts columns={salesColumns} row={each} />
        </li>
      ))}
    </ul>
  );
}
