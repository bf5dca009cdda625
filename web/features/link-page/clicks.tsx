import { useAtomValue } from 'jotai';
import { MousePointerClick } from 'lucide-react';
import { call, type LinkClicks } from '#web/api.ts';
import { useIsPhone } from '#web/ui/browser/use-is-phone.ts';
import { exactMoment, momentLabel, destinationWord } from '#web/format.ts';
import { Country } from '#web/features/events/country.tsx';
import { retentionMonths } from '#web/instance.ts';
import { valueLabel } from '#web/features/events/value-label.ts';
import { useCursors, useShownPage } from '#web/ui/answers/use-cursors.ts';
import { Badge } from '#web/ui/badge.tsx';
import { EmptyState } from '#web/ui/answers/empty-state.tsx';
import { Steps } from '#web/ui/answers/steps.tsx';
import { QueryView } from '#web/ui/answers/query.tsx';
import type { Column } from '#web/ui/table/column.ts';
import { ColumnsMenu } from '#web/ui/table/columns-menu.tsx';
import type { Arranged } from '#web/ui/table/layout.ts';
import { Table } from '#web/ui/table/table.tsx';
import { useTableLayout } from '#web/app/state/table-layout.ts';
import type { QueryObserverResult } from '@tanstack/query-core';
import { atomPer } from '#web/app/state/atom-per.ts';
import { queryAtom } from '#web/app/state/query-atom.ts';
import { LinkFrame } from './link-frame.tsx';

/** The number of clicks on a page. */
const pageSize = 20;

/** A page of a link's clicks; a null cursor begins with the newest. */
type ClicksAsked = { readonly linkId: string; readonly cursor: string | null };

const recentClicksQuery = atomPer<ClicksAsked, QueryObserverResult<LinkClicks>>(
  ({ linkId, cursor }) =>
    queryAtom(() => ({
      queryKey: ['analytics', 'clicks', linkId, cursor],
      queryFn: () =>
        call('GET /api/v1/links/:id/clicks', {
          params: { id: linkId },
          query: { class: 'human', limit: String(pageSize), ...(cursor !== null && { cursor }) },
        }),
    })),
);

type Click = LinkClicks['data'][number];

/** A link's clicks one by one. */
export function Component() {
  return <LinkFrame part="linkClicks">{(id) => <RecentClicksCard linkId={id} />}</LinkFrame>;
}

/** The clicks without addresses, a page at a time. */
function RecentClicksCard({ linkId }: { readonly linkId: string }) {
  const { cursor, stepsFrom } = useCursors();
  const query = useAtomValue(recentClicksQuery({ linkId, cursor }));
  const page = useShownPage(query);
  const isPhone = useIsPhone();
  const arranged = useTableLayout('clicks');
  return (
    <QueryView
      query={{ ...query, data: page }}
      title="Recent Clicks"
      note={`By people, newest first, kept for ${retentionMonths} months. IP addresses are not shown.`}
      things="recent clicks"
      rows={5}
      control={({ data: clicks }) =>
        !isPhone &&
        clicks.length > 0 && <ColumnsMenu of="Recent Clicks" columns={columns} {...arranged} />
      }
    >
      {({ data: clicks, nextCursor }) =>
        clicks.length === 0 ? (
          <EmptyState
            icon={<MousePointerClick />}
            title="No clicks yet"
            text="Share the link. Its clicks then appear here."
          />
        ) : (
          <>
            <Clicks clicks={clicks} arranged={isPhone ? null : arranged} />
            <Steps
              things="clicks"
              isBusy={query.data === undefined}
              {...stepsFrom({ nextCursor })}
            />
          </>
        )
      }
    </QueryView>
  );
}

type ClicksProps = {
  readonly clicks: readonly Click[];
  /** Null on phones, which have cards. */
  readonly arranged: Arranged | null;
};

function Clicks({ clicks, arranged }: ClicksProps) {
  if (arranged) {
    return (
      <Table
        label="Recent Clicks"
        columns={columns}
        rows={clicks}
        keyOf={({ id }) => id}
        {...arranged}
      />
    );
  }
  return (
    <ul aria-label="Recent Clicks" className="border-t border-line">
      {clicks.map((click) => (
        <li
          key={click.id}
          className="grid grid-cols-1 gap-1 border-b border-line px-4 py-3 last:border-0"
        >
          <span className="flex items-center justify-between gap-3">
            <Place click={click} />
            <When click={click} />
          </span>
          <span className="text-sm text-muted">
            {[deviceOf(click), referrerOf(click)].join(' · ')}
          </span>
        </li>
      ))}
    </ul>
  );
}

const columns: readonly Column<Click>[] = [
  { name: 'Date', share: 17, isFixed: true, cell: (click) => <When click={click} /> },
  { name: 'Place', share: 27, cell: (click) => <Place click={click} /> },
  {
    name: 'Device',
    share: 32,
    cell: (click) => <span className="text-muted">{deviceOf(click)}</span>,
  },
  {
    name: 'Referrer',
    share: 24,
    cell: (click) => (
      <span className="flex min-w-0 items-center gap-1.5">
        <span className="truncate">{referrerOf(click)}</span>
        {click.variant && <Badge tone="violet">{destinationWord(click.variant)}</Badge>}
      </span>
    ),
  },
];

function When({ click: { at } }: { readonly click: Click }) {
  return (
    <time dateTime={at} title={exactMoment(at)} className="num whitespace-nowrap text-muted">
      {momentLabel(at)}
    </time>
  );
}

function Place({ click: { country, city } }: { readonly click: Click }) {
  const code = country ?? 'Unknown';
  return city === null ? <Country code={code} /> : <Country code={code} name={city} />;
}

function deviceOf({ device, browser, os }: Click): string {
  const known = [device && valueLabel('device', device), browser, os].filter(Boolean);
  return known.length === 0 ? 'Unknown' : known.join(' · ');
}

function referrerOf({ referrer }: Click): string {
  return referrer ?? 'Direct';
}
