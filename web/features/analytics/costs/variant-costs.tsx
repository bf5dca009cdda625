import type { QueryObserverResult } from '@tanstack/query-core';
import { useAtomValue } from 'jotai';
import type { CostNumbers } from '#contract/analytics/costs';
import type { AnswerJson } from '#contract/route';
import type { Routes } from '#contract/routes';
import { call } from '#web/api.ts';
import { atomPer } from '#web/app/state/atom-per.ts';
import { queryAtom } from '#web/app/state/query-atom.ts';
import { withoutScheme } from '#web/format.ts';
import { daysLabel, localDay } from '#web/features/address/ranges.ts';
import { reportKey } from '#web/features/analytics/report/queries.ts';
import {
  askedOf,
  type ReportQuestion,
  useReportQuestion,
} from '#web/features/analytics/report/question.ts';
import { Facts } from '#web/ui/facts.tsx';
import { usePrevious } from '#web/ui/use-previous.ts';
import { costLabel, perClickLabel, roiLabel } from './costs.ts';

type Variants = AnswerJson<Routes['GET /api/links/:id/variants']>;
type Asked = { readonly linkId: string } & Pick<ReportQuestion, 'range' | 'currency'>;

const variantsQuery = atomPer<Asked, QueryObserverResult<Variants>>(
  ({ linkId, range, currency = null }) => {
    const query = askedOf({ range, currency, comparison: 'none', filters: {} });
    return queryAtom(() => ({
      queryKey: [...reportKey, 'variants', linkId, query],
      queryFn: () => call('GET /api/links/:id/variants', { params: { id: linkId }, query }),
    }));
  },
);

const columns = [
  { name: 'Cost', cell: costLabel },
  { name: 'ROI', cell: roiLabel },
  { name: 'Per click', cell: perClickLabel },
] as const;

/** How the destinations of a link's running split test share its cost; nothing without costs. */
export function VariantCosts({ linkId }: { readonly linkId: string }) {
  const { range, currency = null } = useReportQuestion();
  const { data } = useAtomValue(variantsQuery({ linkId, range, currency }));
  const { value: shown } = usePrevious(data, null);
  if (!shown?.costs) return null;
  const { variants, costs } = shown;
  const { notAssigned } = costs;
  const isMore = notAssigned.costCents !== null && notAssigned.costCents > 0;
  return (
    <div className="border-t border-line px-4 py-3">
      <h3 className="font-medium">By destination</h3>
      <p className="text-sm text-faint">
        {daysLabel(shown, localDay(new Date()))}. They share the link’s cost by their clicks;
        filters do not apply.
      </p>
      {notAssigned.costCents === null ? (
        <p className="pt-2 text-sm text-muted">{notAssigned.reason}</p>
      ) : (
        <ul aria-label="Costs by destination" className="grid gap-3 pt-3 sm:grid-cols-2">
          {variants.map(({ variant, url }, index) => (
            <Destination
              key={variant}
              name={`Variant ${variant}`}
              detail={withoutScheme(url)}
              costs={costs.variants[index]}
            />
          ))}
          {isMore && (
            <Destination name="Not assigned" detail="Outside this test" costs={notAssigned} />
          )}
        </ul>
      )}
    </div>
  );
}

type DestinationProps = {
  readonly name: string;
  readonly detail: string;
  readonly costs: CostNumbers | undefined;
};

function Destination({ name, detail, costs }: DestinationProps) {
  return (
    <li className="grid min-w-0 content-start gap-1.5 rounded-md border border-line px-3 py-2">
      <span className="flex min-w-0 items-baseline gap-2">
        <span className="shrink-0 font-semibold">{name}</span>
        <span title={detail} className="truncate text-sm text-muted">
          {detail}
        </span>
      </span>
      {costs && <Facts columns={columns} row={costs} />}
    </li>
  );
}
