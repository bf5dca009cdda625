import { useAtomValue } from 'jotai';
import { useLocation } from 'react-router';
import { searchParamsAtom } from '#web/app/state/search-params.ts';
import { pathAlong } from './keep-query.ts';

/**
 * Returns a function that adds to a screen's path what goes along with a person: the time range, the
 * filters, the links where the screen supports them, and on a link's page the list's place.
 */
export function useAlong(): (path: string, linkId?: string) => string {
  const searchParams = useAtomValue(searchParamsAtom);
  const { pathname } = useLocation();
  return (path, linkId) => pathAlong(path, { pathname, searchParams }, linkId);
}
