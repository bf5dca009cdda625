import { atom } from 'jotai';
import { ApiError } from '#web/api-error.ts';
import { withoutValue } from '#web/features/analytics/filters/filters.ts';
import { linkQuery } from '#web/features/links/links.ts';
import { filtersAtom } from './report-state.ts';

/** The ids of the filter's links that do not exist (any more). It requests each of these links. */
export const deletedLinksAtom = atom((get): readonly string[] =>
  (get(filtersAtom).link ?? []).filter((id) => {
    const { error } = get(linkQuery(id));
    return error instanceof ApiError && error.status === 404;
  }),
);

/** Removes links from the filter, and keeps the rest of the question. */
export const leaveLinksOutAtom = atom(null, (get, set, ids: readonly string[]): void => {
  const without = ids.reduce((left, id) => withoutValue(left, 'link', id), get(filtersAtom));
  set(filtersAtom, without);
});
