import { useAtomValue } from 'jotai';
import { createContext, use } from 'react';
import { isMoney, type Measure, measures } from '#web/features/analytics/measures/measures.ts';
import { measureAtom } from './steer.ts';

/** What visitors may see of a report that they cannot change; null on the pages of the owner. */
export const ReadOnlyReport = createContext<{ readonly showsMoney: boolean } | null>(null);

/** Whether the report's numbers can only be read: no filters, no whole lists, no notes. */
export function useIsReadOnly(): boolean {
  return use(ReadOnlyReport) !== null;
}

/** The measures that may be seen. */
export function useMeasures(): readonly Measure[] {
  const visitor = use(ReadOnlyReport);
  return visitor === null || visitor.showsMoney
    ? measures
    : measures.filter((measure) => !isMoney(measure));
}

/** The measure that the address asks for, or the first one where that may not be seen. */
export function useMeasure(): Measure {
  const wanted = useAtomValue(measureAtom);
  return useMeasures().includes(wanted) ? wanted : 'clicks';
}
