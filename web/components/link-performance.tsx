import { Plus, Target } from 'lucide-react';
import { Link as RouterLink } from 'react-router';
import type { ReactNode } from 'react';
import type { Conversions, Link } from '#web/api.ts';
import { withoutScheme } from '#web/format.ts';
import { Button } from '#web/ui/button.tsx';
import { Card, CardHeader } from '#web/ui/card.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { Facts } from '#web/ui/facts.tsx';
import { SkeletonRows } from '#web/ui/skeleton.tsx';
import { type Column, Table } from '#web/ui/table.tsx';
import { LinkBadges } from './link-badges.tsx';
import { salesColumns } from './sales-columns.tsx';
import { useIsPhone } from './use-is-phone.ts';

type Performance = Conversions['links'][number] & { readonly link: Link };

type LinkPerformanceProps = {
  /** Undefined while it is loading. */
  readonly performances: readonly Performance[] | undefined;
  /** Why there is nothing, and what to do about it. */
  readonly emptyText: string;
  readonly emptyAction: ReactNode;
  /** Where one link's conversions alone are shown. */
  pathOf(linkId: string): string;
  onAdd(link: Link): void;
};

/** The links that have converted, and what they have earned. */
export function LinkPerformance(props: LinkPerformanceProps) {
  return (
    <Card>
      <CardHeader title="Link Performance" />
      <Content {...props} />
    </Card>
  );
}

function Content({ performances, emptyText, emptyAction, ...rest }: LinkPerformanceProps) {
  const isPhone = useIsPhone();
  if (!performances) return <SkeletonRows count={3} label="Loading link performance" />;
  if (performances.length === 0) {
    return (
      <EmptyState
        icon={<Target />}
        title="No conversions recorded yet"
        text={emptyText}
        action={emptyAction}
      />
    );
  }
  return isPhone ? (
    <PerformanceCards performances={performances} {...rest} />
  ) : (
    <Table
      label="Link Performance"
      columns={columnsOf(rest)}
      rows={performances}
      keyOf={({ linkId }) => linkId}
    />
  );
}

function columnsOf({
  pathOf,
  onAdd,
}: Pick<LinkPerformanceProps, 'pathOf' | 'onAdd'>): readonly Column<Performance>[] {
  return [linkColumn(pathOf), ...salesColumns, addColumn(onAdd)];
}

function linkColumn(pathOf: PathOf): Column<Performance> {
  return {
    name: 'Link',
    width: 'w-[34%]',
    cell: ({ link }) => <PerformingLink link={link} pathOf={pathOf} />,
  };
}

function addColumn(onAdd: (link: Link) => void): Column<Performance> {
  return {
    name: 'Add',
    isNameHidden: true,
    isRight: true,
    width: 'w-28',
    cell: ({ link }) => <AddButton link={link} onAdd={onAdd} />,
  };
}

function AddButton({ link, onAdd }: { readonly link: Link; onAdd(link: Link): void }) {
  return (
    <Button
      size="sm"
      aria-label={`Add a conversion of ${withoutScheme(link.shortUrl)}`}
      onClick={() => onAdd(link)}
    >
      <Plus aria-hidden className="size-4" />
      Add
    </Button>
  );
}

type PathOf = LinkPerformanceProps['pathOf'];

function PerformingLink({ link, pathOf }: { readonly link: Link; readonly pathOf: PathOf }) {
  return (
    <div className="grid gap-0.5">
      <span className="flex min-w-0 flex-wrap items-center gap-x-1.5 gap-y-0.5">
        <RouterLink
          to={pathOf(link.id)}
          className="max-w-full truncate rounded-sm font-semibold hover:text-accent-text hover:underline"
        >
          {withoutScheme(link.shortUrl)}
        </RouterLink>
        <LinkBadges link={link} />
      </span>
      {link.title && <span className="truncate text-sm text-faint">{link.title}</span>}
    </div>
  );
}

type PerformanceCardsProps = Pick<LinkPerformanceProps, 'pathOf' | 'onAdd'> & {
  readonly performances: readonly Performance[];
};

/** The same for phones: a card each. */
function PerformanceCards({ performances, pathOf, onAdd }: PerformanceCardsProps) {
  return (
    <ul aria-label="Link Performance" className="border-t border-line">
      {performances.map((each) => (
        <li key={each.linkId} className="grid gap-2.5 border-b border-line px-4 py-3 last:border-0">
          <div className="flex items-start justify-between gap-3">
            <PerformingLink link={each.link} pathOf={pathOf} />
            <AddButton link={each.link} onAdd={onAdd} />
          </div>
          <Facts columns={salesColumns} row={each} />
        </li>
      ))}
    </ul>
  );
}
