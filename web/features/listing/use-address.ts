import { useSearchParams } from 'react-router';
import { pathAlong } from '#web/paths.ts';

/** What a screen's address is to say from now on; null takes a parameter out. */
export type AddressChange = Readonly<Record<string, string | null>>;

/**
 * The parameters of the screen's address, and a way to change some of them: as a step of the
 * browser's history, or in place of the present one.
 */
export function useAddress() {
  const [address, setAddress] = useSearchParams();
  const change = (wanted: AddressChange, { replace = false } = {}): void => {
    setAddress(
      (current) => {
        for (const [name, value] of Object.entries(wanted)) {
          if (value === null) current.delete(name);
          else current.set(name, value);
        }
        return current;
      },
      { replace, preventScrollReset: true },
    );
  };
  return [address, change] as const;
}

/** The way to another screen with the time range of this one, and with its link where that applies. */
export function useAlong(): (path: string, linkId?: string) => string {
  const [address] = useSearchParams();
  return (path, linkId) => pathAlong(path, address, linkId);
}
