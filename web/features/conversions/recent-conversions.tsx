import { type MouseEvent, useEffect, useState } from 'react';
import { flushSync } from 'react-dom';
import type { ConversionJson, ConversionsJson } from '#contract/conversions/conversions';
import { conversionsPageSize } from './conversions.ts';
import { Card, CardHeader } from '#web/ui/card.tsx';
import { Pager } from '#web/ui/answers/pager.tsx';
import { actionsColumn, type Column } from '#web/ui/table/column.ts';
import { ColumnsMenu } from '#web/ui/table/columns-menu.tsx';
import { Table } from '#web/ui/table/table.tsx';
import type { Arranged } from '#web/ui/table/layout.ts';
import { useTableLayout } from '#web/app/state/table-layout.ts';
import { Amount, ClickFacts, ConvertedLink, Event, hasAmount, When } from './conversion-facts.tsx';
import {
  conversionsAndRefunds,
  eventName,
  sourceName,
} from '#web/features/events/conversion-words.ts';
import { lazyDialog } from '#web/app/state/lazy.tsx';
import { TrustBadge, TrustLegend } from './trust-badge.tsx';
import { useIsPhone } from '#web/ui/browser/use-is-phone.ts';
import { useListPage } from '#web/features/address/use-list-page.ts';
import { Ellipsis, Pencil, Trash2 } from 'lucide-react';
import { momentLabel, wholeNumber } from '#web/format.ts';
import { ListRegion } from '#web/features/links/list/list-region.tsx';
import { useFocusAfterRemoval } from '#web/ui/browser/use-focus-after-removal.ts';
import { Menu, MenuAction } from '#web/ui/floating/menu.tsx';

const EditConversionDialog = lazyDialog(
  async () => (await import('./edit-conversion-dialog.tsx')).EditConversionDialog,
  ({ conversion }) => conversion !== null,
);

const RemoveConversionDialog = lazyDialog(
  async () => (await import('./remove-conversion-dialog.tsx')).RemoveConversionDialog,
  ({ conversion }) => conversion !== null,
);

type Page = {
  /** The index of the page in the answer. */
  readonly pageIndex: number;
  /** Another page is being loaded. */
  readonly isStale: boolean;
};

type RecentConversionsProps = Page & {
  readonly answer: ConversionsJson;
  /** All are of the page's link, which then is not named. */
  readonly isOfOneLink?: boolean;
};

/** The conversions of the time range, one page at a time. */
export function RecentConversions(props: RecentConversionsProps) {
  const { answer, isOfOneLink = false, ...page } = props;
  const [edited, setEdited] = useState<ConversionJson | null>(null);
  const [removed, setRemoved] = useState<ConversionJson | null>(null);
  const { list, expectRemoval } = useFocusAfterRemoval(answer.conversions);
  const isPhone = useIsPhone();
  const arranged = useTableLayout('conversions');
  const columns = isOfOneLink ? linkColumns : allColumns;

  return (
    <>
      <Card>
        <CardHeader
          title="Recent Conversions"
          note={`${conversionsAndRefunds(answer)}${isOfOneLink ? ' in all' : ''}, newest first`}
        >
          {!isPhone && <ColumnsMenu of="Recent Conversions" columns={columns} {...arranged} />}
        </CardHeader>
        <ListRegion ref={list} label="List of conversions">
          <List
            answer={answer}
            isOfOneLink={isOfOneLink}
            columns={columns}
            {...page}
            arranged={isPhone ? null : arranged}
            onEdit={setEdited}
            onRemove={setRemoved}
          />
        </ListRegion>
      </Card>
      <EditConversionDialog conversion={edited} onClose={() => setEdited(null)} />
      <RemoveConversionDialog
        conversion={removed}
        onRemoved={expectRemoval}
        onClose={() => setRemoved(null)}
      />
    </>
  );
}

/** How many conversions of a link phones show before 'View all'. */
const phoneRows = 5;

type ListProps = Page &
  Omit<ConversionActionsProps, 'conversion'> & {
    readonly answer: ConversionsJson;
    readonly isOfOneLink: boolean;
    readonly columns: readonly Column<ConversionJson>[];
    /** Null on phones, which have cards. */
    readonly arranged: Arranged | null;
  };

function List(props: ListProps) {
  const { answer, isOfOneLink, columns, pageIndex, isStale, arranged, onEdit, onRemove } = props;
  const { conversions, conversionCount, nextCursor, previousCursor } = answer;
  const { go, toFirst } = useListPage('conversions');
  const isBeyondEnd = conversions.length === 0 && conversionCount > 0 && pageIndex > 0;
  useEffect(() => {
    if (isBeyondEnd) toFirst();
  });
  const [isWhole, setIsWhole] = useState(pageIndex > 0);
  const isShort = !arranged && isOfOneLink && !isWhole && conversions.length > phoneRows;
  /** The pressed button goes, so the keyboard continues at the first card that it has shown. */
  const showAll = ({ currentTarget }: MouseEvent<HTMLButtonElement>) => {
    const cards = currentTarget.previousElementSibling?.children;
    flushSync(() => setIsWhole(true));
    const next = cards?.[phoneRows];
    if (next instanceof HTMLElement) next.focus();
  };
  return (
    <>
      {arranged ? (
        <Table
          label="Recent Conversions"
          columns={[...columns, actionsOf({ onEdit, onRemove })]}
          rows={conversions}
          keyOf={({ id }) => id}
          {...arranged}
        />
      ) : (
        <ConversionCards
          conversions={isShort ? conversions.slice(0, phoneRows) : conversions}
          isOfOneLink={isOfOneLink}
          onEdit={onEdit}
          onRemove={onRemove}
        />
      )}
      {isShort ? (
        <button
          type="button"
          onClick={showAll}
          className="w-full rounded-b-lg border-t border-line px-4 py-2.5 text-sm font-semibold text-accent-text -outline-offset-2 touch"
        >
          View all {wholeNumber(conversionCount)}
        </button>
      ) : (
        <>
          <Pager
            label="Pages of conversions"
            pageIndex={pageIndex}
            isStale={isStale}
            pageSize={conversionsPageSize}
            total={conversionCount}
            onGo={(index) => go(index, { next: nextCursor, previous: previousCursor })}
          />
          <TrustLegend />
        </>
      )}
    </>
  );
}

const allColumns: readonly Column<ConversionJson>[] = [
  { name: 'Date', share: 15, isFixed: true, cell: (each) => <When conversion={each} /> },
  {
    name: 'Link',
    share: 26,
    cell: (each) => (
      <div className="grid gap-0.5">
        <ConvertedLink conversion={each} />
        <ClickFacts conversion={each} />
      </div>
    ),
  },
  { name: 'Event', share: 17, cell: (each) => <Event conversion={each} /> },
  {
    name: 'Value',
    share: 9,
    isRight: true,
    cell: (each) => <Amount conversion={each} of="value" />,
  },
  {
    name: 'Profit',
    share: 9,
    isRight: true,
    cell: (each) => <Amount conversion={each} of="profit" />,
  },
  {
    name: 'Source',
    share: 9,
    cell: ({ source }) => <span className="text-muted">{sourceName(source)}</span>,
  },
  { name: 'Trust', share: 9, cell: ({ trust }) => <TrustBadge trust={trust} /> },
];

function actionsOf(actions: Omit<ConversionActionsProps, 'conversion'>): Column<ConversionJson> {
  return actionsColumn((each) => <ConversionActions conversion={each} {...actions} />);
}

type ConversionCardsProps = Omit<ConversionActionsProps, 'conversion'> & {
  readonly conversions: readonly ConversionJson[];
  readonly isOfOneLink: boolean;
};

const linkColumns: readonly Column<ConversionJson>[] = allColumns.map((column) =>
  column.name === 'Link'
    ? { ...column, name: 'Click', cell: (each) => <ClickFacts conversion={each} /> }
    : column,
);

/** The list of conversions on phones: one card each. */
function ConversionCards({ conversions, isOfOneLink, onEdit, onRemove }: ConversionCardsProps) {
  return (
    <ul aria-label="Recent Conversions" className="border-t border-line">
      {conversions.map((each) => (
        <li
          key={each.id}
          tabIndex={-1}
          className="grid gap-1.5 border-b border-line px-4 py-3 -outline-offset-2 last:border-0"
        >
          <div className="flex items-center justify-between gap-3">
            <div className="grid min-w-0 gap-0.5">
              {!isOfOneLink && <ConvertedLink conversion={each} />}
              <Event conversion={each} />
            </div>
            <div className="-my-2 -mr-2 flex shrink-0 items-center gap-1">
              <span className="font-semibold">
                <Amount conversion={each} of="value" />
              </span>
              <ConversionActions conversion={each} onEdit={onEdit} onRemove={onRemove} />
            </div>
          </div>
          <div className="flex min-w-0 items-center gap-1.5">
            <span className="shrink-0">
              <TrustBadge trust={each.trust} />
            </span>
            <ClickFacts conversion={each} />
          </div>
          <div className="flex flex-wrap items-center gap-x-2 gap-y-1 text-sm text-muted">
            <When conversion={each} />
            {hasAmount({ conversion: each, of: 'profit' }) && (
              <span>
                <Amount conversion={each} of="profit" /> profit
              </span>
            )}
            <span>{sourceName(each.source)}</span>
          </div>
        </li>
      ))}
    </ul>
  );
}

/** The callbacks of a conversion's menu. */
type ConversionActionsProps = {
  readonly conversion: ConversionJson;
  onEdit(conversion: ConversionJson): void;
  onRemove(conversion: ConversionJson): void;
};

function ConversionActions({ conversion, onEdit, onRemove }: ConversionActionsProps) {
  const { eventType, convertedAt } = conversion;
  return (
    <Menu
      label={`Actions for ${eventName(eventType)}, ${momentLabel(convertedAt)}`}
      buttonClassName="inline-grid size-8 shrink-0 place-items-center touch-square rounded-md text-muted hover:bg-line hover:text-text"
      button={<Ellipsis aria-hidden className="size-[18px]" />}
    >
      <MenuAction icon={<Pencil aria-hidden />} onChoose={() => onEdit(conversion)}>
        Edit
      </MenuAction>
      <MenuAction icon={<Trash2 aria-hidden />} isDanger onChoose={() => onRemove(conversion)}>
        Delete
      </MenuAction>
    </Menu>
  );
}
