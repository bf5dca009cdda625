import { atom } from 'jotai';
import type { Cost, CostKind, NewCost } from '#contract/analytics/costs';
import { call, callAll, sendCsv } from '#web/api.ts';
import { reloadAtom } from '#web/app/state/client.ts';
import { queryAtom } from '#web/app/state/query-atom.ts';
import { refreshNumbersAtom } from '#web/app/state/refresh-numbers.ts';
import { daysLabel, localDay } from '#web/features/address/ranges.ts';
import { moneyIn } from '#web/format.ts';
import { paths } from '#web/paths.ts';

const costsKey = ['costs'];

/** What the account's clicks cost, the latest first. */
export const costsQuery = queryAtom<readonly Cost[]>(() => ({
  queryKey: costsKey,
  queryFn: () => callAll('GET /api/v1/costs'),
}));

/** After a change: the list, and the numbers that follow from it. */
const reloadCostsAtom = atom(null, async (_, set): Promise<void> => {
  await set(reloadAtom, costsKey);
  void set(refreshNumbersAtom);
});

type Saved = { readonly id: string | null; readonly cost: NewCost };

/** Adds a cost, or changes the one with the id. */
export const saveCostAtom = atom(null, async (_, set, { id, cost }: Saved): Promise<void> => {
  if (id === null) await call('POST /api/v1/costs', { body: cost });
  else await call('PUT /api/v1/costs/:id', { params: { id }, body: cost });
  await set(reloadCostsAtom);
});

export const removeCostAtom = atom(null, async (_, set, id: string): Promise<void> => {
  await call('DELETE /api/v1/costs/:id', { params: { id } });
  await set(reloadCostsAtom);
});

/** Uploads a CSV file and returns how many costs it added. */
export const uploadCostsAtom = atom(null, async (_, set, file: File): Promise<number> => {
  const answer = await sendCsv(paths.costsFile, file);
  await set(reloadCostsAtom);
  return typeof answer === 'object' && answer !== null && 'added' in answer
    ? Number(answer.added)
    : 0;
});

const kindWords: Readonly<Record<CostKind, string>> = {
  per_click: 'per click',
  per_day: 'per day',
  total: 'in total',
};

/** `$0.25 per click`. */
export function costAmount({ kind, amount, currency }: NewCost): string {
  return `${moneyIn(amount, currency)} ${kindWords[kind]}`;
}

/** `Nov 1 – Nov 30`, `since Nov 1`; with years when one of them is not the current year. */
export function costDays(
  { firstDay, lastDay }: Pick<NewCost, 'firstDay' | 'lastDay'>,
  today = localDay(new Date()),
): string {
  const days = daysLabel({ from: firstDay, to: lastDay ?? firstDay }, today);
  return lastDay === null ? `since ${days}` : days;
}
