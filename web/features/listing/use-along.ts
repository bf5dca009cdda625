import { useAtomValue } from 'jotai';
import { addressAtom } from '#web/app/state/address.ts';
import { pathAlong } from '#web/paths.ts';

/** The way to another screen with the time range of this one, and with its link where that applies. */
export function useAlong(): (path: string, linkId?: string) => string {
  const address = useAtomValue(addressAtom);
  return (path, linkId) => pathAlong(path, address, linkId);
}
