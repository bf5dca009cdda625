import type { TimeRange } from '#web/api.ts';
import { timeRangeOf } from './time-range-select.tsx';
import { useAddress } from '#web/features/listing/use-address.ts';
import { firstPages } from '#web/features/listing/use-place.ts';

/** The page's time range, kept in its address (`?range=30d`). */
export function useTimeRange(): readonly [TimeRange, (range: TimeRange) => void] {
  const [address, change] = useAddress();
  const choose = (range: TimeRange) => change({ ...firstPages, range }, { replace: true });
  return [timeRangeOf(address.get('range')), choose];
}
