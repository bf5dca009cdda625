import { useEffect, useState } from 'react';
import type { Conversion, Conversions } from '#web/api.ts';
import { conversionsPageSize } from './conversions.ts';
import { Card, CardHeader } from '#web/ui/card.tsx';
import { Pager } from '#web/ui/pager.tsx';
import { type Column, Table } from '#web/ui/table.tsx';
import { ConversionActions, type ConversionActionsProps } from './conversion-actions.tsx';
import { ConversionCards } from './conversion-cards.tsx';
import { Amount, ClickFacts, ConvertedLink, Event, When } from './conversion-facts.tsx';
import { conversionsAndRefunds, sourceName } from '#web/features/events/conversion-words.ts';
import { lazyDialog } from '#web/app/state/lazy.tsx';
import { TrustBadge, TrustLegend } from './trust-badge.tsx';
import { useIsPhone } from '#web/ui/use-is-phone.ts';
import { useListPage } from '#web/features/address/use-list-page.ts';

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
  readonly answer: Conversions;
  /** The days that they are of, where the page does not say it: `in the last 90 days`. */
  readonly days?: string;
};

/** The conversions of the time range, one page at a time. */
export function RecentConversions({ answer, days, ...page }: RecentConversionsProps) {
  const [edited, setEdited] = useState<Conversion | null>(null);
  const [removed, setRemoved] = useState<Conversion | null>(null);

  return (
    <>
      <Card>
        <CardHeader
          title="Recent Conversions"
          note={`${conversionsAndRefunds(answer)}${days ? ` ${days}` : ''}, newest first`}
        />
        <List answer={answer} {...page} onEdit={setEdited} onRemove={setRemoved} />
      </Card>
      <EditConversionDialog conversion={edited} onClose={() => setEdited(null)} />
      <RemoveConversionDialog conversion={removed} onClose={() => setRemoved(null)} />
    </>
  );
}

type ListProps = Page &
  Omit<ConversionActionsProps, 'conversion'> & { readonly answer: Conversions };

function List({ answer, pageIndex, isStale, onEdit, onRemove }: ListProps) {
  const { conversions, conversionCount, nextCursor, previousCursor } = answer;
  const { go, toFirst } = useListPage('conversions');
  const isPhone = useIsPhone();
  const isBeyondEnd = conversions.length === 0 && conversionCount > 0 && pageIndex > 0;
  useEffect(() => {
    if (isBeyondEnd) toFirst();
  });
  return (
    <>
      {isPhone ? (
        <ConversionCards conversions={conversions} onEdit={onEdit} onRemove={onRemove} />
      ) : (
        <Table
          label="Recent Conversions"
          columns={[...columns, actionsColumn({ onEdit, onRemove })]}
          rows={conversions}
          keyOf={({ id }) => id}
        />
      )}
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
  );
}

const columns: readonly Column<Conversion>[] = [
  { name: 'Date', width: 'w-[15%]', cell: (each) => <When conversion={each} /> },
  {
    name: 'Link',
    width: 'w-[26%]',
    cell: (each) => (
      <div className="grid gap-0.5">
        <ConvertedLink conversion={each} />
        <ClickFacts conversion={each} />
      </div>
    ),
  },
  { name: 'Event', width: 'w-[17%]', cell: (each) => <Event conversion={each} /> },
  {
    name: 'Value',
    isRight: true,
    cell: (each) => <Amount conversion={each} of="value" />,
  },
  {
    name: 'Profit',
    isRight: true,
    cell: (each) => <Amount conversion={each} of="profit" />,
  },
  {
    name: 'Source',
    cell: ({ source }) => <span className="text-muted">{sourceName(source)}</span>,
  },
  { name: 'Trust', cell: ({ trust }) => <TrustBadge trust={trust} /> },
];

function actionsColumn(actions: Omit<ConversionActionsProps, 'conversion'>): Column<Conversion> {
  return {
    name: 'Actions',
    isNameHidden: true,
    isRight: true,
    width: 'w-14',
    cell: (each) => <ConversionActions conversion={each} {...actions} />,
  };
}
