import { useAtomValue } from 'jotai';
import { addressAtom } from '#web/app/state/address.ts';
import { pathAlong } from '#web/paths.ts';

/**
 * Returns a function that adds the current time range to a screen's path, and the current link
 * where the screen supports one.
 */
export function useAlong(): (path: string, linkId?: string) => string {
  const address = useAtomValue(addressAtom);
  return (path, linkId) => pathAlong(path, address, linkId);
}
