import { atom, type Atom } from 'jotai';
import type { TimeRange } from '#web/api.ts';
import { searchParamsAtom } from '#web/app/state/search-params.ts';
import { firstPages } from './use-list-page.ts';
import { timeRangeOf } from './ranges.ts';
import { type Option, Select } from '#web/ui/fields/select.tsx';
import type { QueryObserverResult } from '@tanstack/query-core';
import { atomPer } from '#web/app/state/atom-per.ts';
import { queryAtom } from '#web/app/state/query-atom.ts';
import { lazily } from '#web/lazily.ts';

const zone = lazily(() => Intl.DateTimeFormat().resolvedOptions().timeZone);

/** A question about a range of days; without a link it is about the whole account. */
export type Question = { readonly timeRange: TimeRange; readonly linkId: string | null };

type Asked = { timeRange: TimeRange; tz: string; linkId?: string };

/** The parameters of the API for a question, in days of the person's zone. */
export function rangeAsked({ timeRange, linkId }: Question): Asked {
  return { timeRange, tz: zone(), ...(linkId !== null && { linkId }) };
}

/** The answers to questions: one atom per question. `name` is the first part of their keys. */
export function perQuestion<T>(
  name: string,
  answer: (query: Asked) => Promise<T>,
): (question: Question) => Atom<QueryObserverResult<T>> {
  return atomPer(({ timeRange, linkId }) => {
    const query = rangeAsked({ timeRange, linkId });
    return queryAtom<T>(() => ({
      queryKey: [name, query],
      queryFn: () => answer(query),
    }));
  });
}

/** The page's time range, kept in its address (`?range=30d`). */
export const timeRangeAtom = atom(
  (get) => timeRangeOf(get(searchParamsAtom)),
  (_, set, range: TimeRange): void =>
    set(searchParamsAtom, { ...firstPages, range, from: null, to: null }, { replace: true }),
);

/** The words of a range: `Last 30 days`. */
export function timeRangeLabel(timeRange: TimeRange): string {
  return ranges.find(({ value }) => value === timeRange)?.label ?? '';
}

const ranges: readonly Option<TimeRange>[] = [
  { value: '7d', label: 'Last 7 days' },
  { value: '30d', label: 'Last 30 days' },
  { value: '90d', label: 'Last 90 days' },
  { value: 'all', label: 'All time' },
];

type TimeRangeSelectProps = { readonly value: TimeRange; onChange(range: TimeRange): void };

export function TimeRangeSelect(props: TimeRangeSelectProps) {
  return <Select label="Time range" options={ranges} {...props} />;
}
