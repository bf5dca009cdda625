import type { Analytics } from '#web/api.ts';
import { money, oneDecimal, wholeNumber, withoutScheme } from '#web/format.ts';
import { Badge } from '#web/ui/badge.tsx';
import { Card, CardHeader } from '#web/ui/card.tsx';
import { type Column, Table } from '#web/ui/table.tsx';
import { OtherCurrencies } from './other-currencies.tsx';
import { useIsPhone } from './use-is-phone.ts';

type Variant = Analytics['variants'][number];
type Compared = Variant & { readonly rate: number; readonly isBest: boolean };

/** How the destinations of a split test do against each other. */
export function VariantsCard({ variants }: { readonly variants: readonly Variant[] }) {
  const isPhone = useIsPhone();
  const rows = compared(variants);
  return (
    <Card>
      <CardHeader title="Split Test" note="Clicks and conversions per destination" />
      {isPhone ? (
        <VariantCards variants={rows} />
      ) : (
        <Table
          label="Split Test"
          columns={columns}
          rows={rows}
          keyOf={({ variant }) => String(variant)}
        />
      )}
    </Card>
  );
}

/** With the rate of each; the best is marked where there is one that beats the others. */
function compared(variants: readonly Variant[]): readonly Compared[] {
  const rated = variants.map((each) => ({
    ...each,
    rate: each.clicks === 0 ? 0 : (each.conversions / each.clicks) * 100,
  }));
  const best = Math.max(0, ...rated.map(({ rate }) => rate));
  const isAlone = rated.filter(({ rate }) => rate === best).length === 1;
  return rated.map((each) => ({ ...each, isBest: isAlone && each.rate === best }));
}

const columns: readonly Column<Compared>[] = [
  { name: 'Destination', width: 'w-[38%]', cell: (each) => <Destination variant={each} /> },
  { name: 'Clicks', isRight: true, cell: ({ clicks }) => wholeNumber(clicks) },
  { name: 'Conversions', isRight: true, cell: ({ conversions }) => wholeNumber(conversions) },
  { name: 'Rate', isRight: true, cell: ({ rate }) => `${oneDecimal(rate)}%` },
  {
    name: 'Revenue',
    isRight: true,
    cell: ({ revenueCents, otherCurrencies }) => (
      <>
        {money(revenueCents)}
        <OtherCurrencies totals={otherCurrencies} amount="revenue" />
      </>
    ),
  },
  {
    name: 'Profit',
    isRight: true,
    cell: ({ profitCents, otherCurrencies }) => (
      <>
        {money(profitCents)}
        <OtherCurrencies totals={otherCurrencies} amount="profit" />
      </>
    ),
  },
];

function Destination({ variant: { variant, url, isBest } }: { readonly variant: Compared }) {
  return (
    <div className="grid min-w-0 gap-0.5">
      <span className="flex items-center gap-1.5 font-semibold">
        Variant {variant}
        {isBest && <Badge tone="good">Best rate</Badge>}
      </span>
      <span title={url} className="truncate text-sm text-muted">
        {withoutScheme(url)}
      </span>
    </div>
  );
}

/** The same for phones: a card each. */
function VariantCards({ variants }: { readonly variants: readonly Compared[] }) {
  return (
    <ul aria-label="Split Test" className="border-t border-line">
      {variants.map((each) => (
        <li
          key={each.variant}
          className="grid gap-2.5 border-b border-line px-4 py-3 last:border-0"
        >
          <Destination variant={each} />
          <dl className="num grid grid-cols-[repeat(5,auto)] justify-between gap-2 text-sm">
            {columns.slice(1).map(({ name, cell }) => (
              <div key={name} className="grid content-start gap-0.5">
                <dt className="text-xs text-faint">{name}</dt>
                <dd className="font-semibold">{cell(each)}</dd>
              </div>
            ))}
          </dl>
        </li>
      ))}
    </ul>
  );
}
