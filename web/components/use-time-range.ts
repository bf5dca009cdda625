import { useSearchParams } from 'react-router';
import type { TimeRange } from '#web/api.ts';
import { timeRangeOf } from './time-range-select.tsx';

/** The page's time range, kept in its address (`?range=30d`). */
export function useTimeRange(): readonly [TimeRange, (range: TimeRange) => void] {
  const [search, setSearch] = useSearchParams();
  const choose = (range: TimeRange) => {
    setSearch(
      (current) => {
        current.set('range', range);
        return current;
      },
      { replace: true, preventScrollReset: true },
    );
  };
  return [timeRangeOf(search.get('range')), choose];
}
