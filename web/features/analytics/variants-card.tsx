import type { LinkVariants } from '#web/api.ts';
import { wholeNumber, withoutScheme } from '#web/format.ts';
import { Card, CardHeader } from '#web/ui/card.tsx';
import { Facts } from '#web/ui/facts.tsx';
import { type Column, Table } from '#web/ui/table.tsx';
import { salesColumns } from '#web/features/conversions/sales-columns.tsx';
import { useIsPhone } from '#web/app/shell/use-is-phone.ts';

type Variant = LinkVariants['variants'][number];
type Compared = Variant & { readonly rate: number };

type VariantsCardProps = {
  readonly variants: readonly Variant[];
  /** The days that the numbers are of. */
  readonly days: string;
};

/** How the destinations of a split test do against each other. */
export function VariantsCard({ variants, days }: VariantsCardProps) {
  const isPhone = useIsPhone();
  const rows = variants.map(rated);
  return (
    <Card>
      <CardHeader
        title="Split Test"
        note={`Waypost does not judge yet which destination converts better. ${days}. The filters above do not apply here.`}
      />
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

function rated(variant: Variant): Compared {
  const { clicks, conversions } = variant;
  return { ...variant, rate: clicks === 0 ? 0 : (conversions / clicks) * 100 };
}

const columns: readonly Column<Compared>[] = [
  { name: 'Destination', width: 'w-[38%]', cell: (each) => <Destination variant={each} /> },
  { name: 'Clicks', isRight: true, cell: ({ clicks }) => wholeNumber(clicks) },
  ...salesColumns,
];

function Destination({ variant: { variant, url } }: { readonly variant: Compared }) {
  return (
    <div className="grid min-w-0 gap-0.5">
      <span className="font-semibold">Variant {variant}</span>
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
          <Facts columns={columns.slice(1)} row={each} />
        </li>
      ))}
    </ul>
  );
}
