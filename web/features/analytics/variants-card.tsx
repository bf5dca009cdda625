import { call, type LinkVariants } from '#web/api.ts';
import { wholeNumber, withoutScheme } from '#web/format.ts';
import { Card, CardHeader } from '#web/ui/card.tsx';
import { Facts } from '#web/ui/facts.tsx';
import type { Column } from '#web/ui/table/column.ts';
import { Table } from '#web/ui/table/table.tsx';
import { type Sales, salesColumns } from '#web/features/conversions/sales-columns.tsx';
import { useIsPhone } from '#web/ui/use-is-phone.ts';
import { useAtomValue } from 'jotai';
import { linkQuery } from '#web/features/links/links.ts';
import { usePrevious } from '#web/ui/use-previous.ts';
import { daysLabel, localDay } from '#web/features/address/ranges.ts';
import {
  askedOf,
  type ReportQuestion,
  useReportQuestion,
} from '#web/features/analytics/report/question.ts';
import type { QueryObserverResult } from '@tanstack/query-core';
import { atomPer } from '#web/app/state/atom-per.ts';
import { queryAtom } from '#web/app/state/query-atom.ts';
import { reportKey } from '#web/features/analytics/report/queries.ts';

type Test = Pick<LinkVariants, 'variants' | 'notAssigned'>;

/** A destination, or the conversions without a destination. */
type Row = Sales & {
  readonly name: string;
  /** Below the name. */
  readonly detail: string;
  readonly clicks: number | null;
};

type VariantsCardProps = {
  readonly test: Test;
  /** The days of the numbers. */
  readonly days: string;
};

/** Compares the destinations of a split test. */
function VariantsCard({ test, days }: VariantsCardProps) {
  const isPhone = useIsPhone();
  const rows = rowsOf(test);
  return (
    <Card>
      <CardHeader
        title="Split Test"
        note={`Waypost does not judge yet which destination converts better. ${days}. The filters above do not apply here.`}
      />
      {isPhone ? (
        <Cards rows={rows} />
      ) : (
        <Table label="Split Test" columns={columns} rows={rows} keyOf={({ name }) => name} />
      )}
    </Card>
  );
}

/** The destinations, and at the end the conversions of the link without a destination. */
function rowsOf({ variants, notAssigned }: Test): readonly Row[] {
  const rows = variants.map(({ variant, url, ...numbers }): Row => {
    const { clicks, conversions } = numbers;
    const rate = clicks === 0 ? 0 : (conversions / clicks) * 100;
    return { ...numbers, name: `Variant ${variant}`, detail: withoutScheme(url), rate };
  });
  if (notAssigned === null || isNothing(notAssigned)) return rows;
  const detail = 'No click, or one outside this test';
  return [...rows, { ...notAssigned, name: 'Not assigned', detail, clicks: null, rate: null }];
}

/** Neither conversions nor refunds. */
function isNothing(money: NonNullable<Test['notAssigned']>): boolean {
  const { conversions, revenueCents, profitCents, otherCurrencies } = money;
  return (
    conversions === 0 && revenueCents === 0 && profitCents === 0 && otherCurrencies.length === 0
  );
}

const columns: readonly Column<Row>[] = [
  { name: 'Destination', share: 40, cell: (each) => <Destination row={each} /> },
  {
    name: 'Clicks',
    share: 13,
    isRight: true,
    cell: ({ clicks }) => (clicks === null ? '—' : wholeNumber(clicks)),
  },
  ...salesColumns,
];

function Destination({ row: { name, detail } }: { readonly row: Row }) {
  return (
    <div className="grid min-w-0 gap-0.5">
      <span className="font-semibold">{name}</span>
      <span title={detail} className="truncate text-sm text-muted">
        {detail}
      </span>
    </div>
  );
}

/** The destinations on phones: one card each. */
function Cards({ rows }: { readonly rows: readonly Row[] }) {
  return (
    <ul aria-label="Split Test" className="border-t border-line">
      {rows.map((each) => (
        <li key={each.name} className="grid gap-2.5 border-b border-line px-4 py-3 last:border-0">
          <Destination row={each} />
          <Facts columns={columns.slice(1)} row={each} />
        </li>
      ))}
    </ul>
  );
}

type VariantsAsked = { readonly linkId: string; readonly range: ReportQuestion['range'] };

/** The variants of a link's running split test, in a time range. */
const linkVariantsQuery = atomPer<VariantsAsked, QueryObserverResult<LinkVariants>>(
  ({ linkId, range }) => {
    const query = askedOf({ range, comparison: 'none', filters: {} });
    return queryAtom(() => ({
      queryKey: [...reportKey, 'variants', linkId, query],
      queryFn: () => call('GET /api/links/:id/variants', { params: { id: linkId }, query }),
    }));
  },
);

/** Compares the destinations of a link's split test; nothing for a link without one. */
export function LinkVariants({ linkId }: { readonly linkId: string }) {
  const { data: link } = useAtomValue(linkQuery(linkId));
  return link?.splitTestEnabled ? <Counted linkId={linkId} /> : null;
}

/** In the page's time range. The report's other filters do not apply, and the card says so. */
function Counted({ linkId }: { readonly linkId: string }) {
  const { range } = useReportQuestion();
  const { data } = useAtomValue(linkVariantsQuery({ linkId, range }));
  const { value: shown } = usePrevious(data, null);
  if (!shown || shown.variants.length === 0) return null;
  const days = daysLabel(shown, localDay(new Date()));
  return <VariantsCard test={shown} days={days} />;
}
