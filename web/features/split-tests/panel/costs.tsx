import { useState } from 'react';
import type { CostNumbers } from '#contract/analytics/costs';
import { costLabel, perClickLabel, roiLabel } from '#web/features/events/cost-words.ts';
import type { SplitTest } from '#web/features/split-tests/split-tests.ts';
import { withoutScheme } from '#web/format.ts';
import { Select } from '#web/ui/fields/select.tsx';
import { Letter } from './letter.tsx';

const numbers = [
  { name: 'Cost', cell: costLabel },
  { name: 'ROI', cell: roiLabel },
  { name: 'Earnings per click', cell: perClickLabel },
] as const;

/** What the visits of each destination cost and earn, in one currency; nothing without costs. */
export function Costs({ test: { costs, currency, destinations } }: { readonly test: SplitTest }) {
  const [chosen, choose] = useState<string>(currency);
  const shown = costs.find((each) => each.currency === chosen) ?? costs[0];
  if (shown === undefined) return null;
  const { notAssigned } = shown;
  return (
    <section aria-label="Costs" className="grid gap-2 border-t border-line px-4 py-4 md:px-6">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <h3 className="font-semibold">
          Costs{' '}
          <span className="text-xs font-normal text-faint">
            {`in ${shown.currency}, of whole days in UTC, shared by visits`}
          </span>
        </h3>
        {costs.length > 1 && (
          <Select
            label="Currency of the test’s costs"
            value={shown.currency}
            options={costs.map(({ currency: value }) => ({ value, label: value }))}
            onChange={choose}
          />
        )}
      </div>
      {notAssigned.cost === null ? (
        <p className="text-sm text-muted">{notAssigned.reason}</p>
      ) : (
        <table
          aria-label="Costs of destinations"
          className="w-full max-w-3xl border-collapse text-sm"
        >
          <thead>
            <tr className="text-xs text-faint">
              <th scope="col" className="pb-1.5 text-left align-bottom font-medium">
                Destination
              </th>
              {numbers.map(({ name }) => (
                <th
                  key={name}
                  scope="col"
                  className="pb-1.5 pl-3 text-right align-bottom font-medium"
                >
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {destinations.map(({ letter, name, url, state }, place) => (
              <Row key={letter} of={shown.destinations[place]}>
                <Letter letter={letter} isWinner={state === 'wins'} />
                <span className="min-w-0 truncate">{name ?? withoutScheme(url)}</span>
              </Row>
            ))}
            {notAssigned.cost > 0 && (
              <Row of={notAssigned}>
                <Letter /> <span className="truncate text-muted">Not assigned</span>
              </Row>
            )}
          </tbody>
        </table>
      )}
    </section>
  );
}

type RowProps = { readonly of: CostNumbers | undefined; readonly children: React.ReactNode };

function Row({ of, children }: RowProps) {
  return (
    <tr className="border-t border-line">
      <th scope="row" className="w-2/5 max-w-0 py-2 text-left font-normal">
        <span className="flex min-w-0 items-center gap-3">{children}</span>
      </th>
      {numbers.map(({ name, cell }) => (
        <td key={name} className="num py-2 pl-3 text-right whitespace-nowrap">
          {of && cell(of)}
        </td>
      ))}
    </tr>
  );
}
