import { useState } from 'react';
import { Receipt } from 'lucide-react';
import type { Conversion, Conversions, Link } from '#web/api.ts';
import { wholeNumber, withoutScheme } from '#web/format.ts';
import { Card, CardHeader } from '#web/ui/card.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { Pager } from '#web/ui/pager.tsx';
import { SkeletonRows } from '#web/ui/skeleton.tsx';
import { type Column, Table } from '#web/ui/table.tsx';
import { ConversionActions, type ConversionActionsProps } from './conversion-actions.tsx';
import { ConversionCards, type NamedConversion } from './conversion-cards.tsx';
import { Amount, ClickFacts, Event, When } from './conversion-facts.tsx';
import { sourceName } from './conversion-words.ts';
import { EditConversionDialog } from './edit-conversion-dialog.tsx';
import { RemoveConversionDialog } from './remove-conversion-dialog.tsx';
import { TrustBadge, TrustLegend } from './trust-badge.tsx';
import { useIsPhone } from './use-is-phone.ts';

const pageSize = 20;

type RecentConversionsProps = {
  readonly answer: Conversions | undefined;
  readonly links: readonly Link[] | undefined;
};

/** The newest conversions of the range, one by one: where from, how sure, how much. */
export function RecentConversions({ answer, links }: RecentConversionsProps) {
  const [edited, setEdited] = useState<Conversion | null>(null);
  const [removed, setRemoved] = useState<Conversion | null>(null);
  const conversions = answer && links && named(answer.conversions, links);

  return (
    <>
      <Card>
        <CardHeader title="Recent Conversions" {...(answer && { note: note(answer) })} />
        {conversions ? (
          <List conversions={conversions} onEdit={setEdited} onRemove={setRemoved} />
        ) : (
          <SkeletonRows count={6} label="Loading conversions" />
        )}
      </Card>
      <EditConversionDialog conversion={edited} onClose={() => setEdited(null)} />
      <RemoveConversionDialog conversion={removed} onClose={() => setRemoved(null)} />
    </>
  );
}

function named(
  conversions: readonly Conversion[],
  links: readonly Link[],
): readonly NamedConversion[] {
  const names = new Map(links.map((link) => [link.id, withoutScheme(link.shortUrl)]));
  return conversions.map((each) => ({ ...each, linkName: names.get(each.linkId) ?? 'Some link' }));
}

function note({ conversions, totals }: Conversions): string {
  const shown = conversions.filter(({ isRefund }) => !isRefund).length;
  return shown < totals.conversions
    ? `The newest ${wholeNumber(conversions.length)}`
    : 'Newest first';
}

type ListProps = Omit<ConversionActionsProps, 'conversion'> & {
  readonly conversions: readonly NamedConversion[];
};

function List({ conversions, onEdit, onRemove }: ListProps) {
  const [wantedIndex, setIndex] = useState(0);
  const isPhone = useIsPhone();
  const pageIndex = Math.min(
    wantedIndex,
    Math.max(0, Math.ceil(conversions.length / pageSize) - 1),
  );
  const shown = conversions.slice(pageIndex * pageSize, (pageIndex + 1) * pageSize);
  if (conversions.length === 0) {
    return (
      <EmptyState
        icon={<Receipt />}
        title="Nothing to list"
        text="Each sale, signup and download of this range appears here, with where it came from."
      />
    );
  }
  return (
    <>
      {isPhone ? (
        <ConversionCards conversions={shown} onEdit={onEdit} onRemove={onRemove} />
      ) : (
        <Table
          label="Recent Conversions"
          columns={[...columns, actionsColumn({ onEdit, onRemove })]}
          rows={shown}
          keyOf={({ id }) => id}
        />
      )}
      <Pager pageIndex={pageIndex} pageSize={pageSize} total={conversions.length} onGo={setIndex} />
      <TrustLegend />
    </>
  );
}

const columns: readonly Column<NamedConversion>[] = [
  { name: 'Date', width: 'w-[15%]', cell: (each) => <When conversion={each} /> },
  {
    name: 'Link',
    width: 'w-[26%]',
    cell: (each) => (
      <div className="grid gap-0.5">
        <span className="truncate font-semibold">{each.linkName}</span>
        <ClickFacts conversion={each} />
      </div>
    ),
  },
  { name: 'Event', width: 'w-[17%]', cell: (each) => <Event conversion={each} /> },
  {
    name: 'Value',
    isRight: true,
    cell: (each) => <Amount cents={each.value} currency={each.currency} />,
  },
  {
    name: 'Profit',
    isRight: true,
    cell: (each) => <Amount cents={each.profit} currency={each.currency} />,
  },
  {
    name: 'Source',
    cell: ({ source }) => <span className="text-muted">{sourceName(source)}</span>,
  },
  { name: 'Trust', cell: ({ trust }) => <TrustBadge trust={trust} /> },
];

function actionsColumn(
  actions: Omit<ConversionActionsProps, 'conversion'>,
): Column<NamedConversion> {
  return {
    name: 'Actions',
    isNameHidden: true,
    isRight: true,
    width: 'w-14',
    cell: (each) => <ConversionActions conversion={each} {...actions} />,
  };
}
