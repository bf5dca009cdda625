import { useAtom, useAtomValue } from 'jotai';
import { Link as RouterLink } from 'react-router';
import { focusAddFilter } from '#web/features/analytics/filters/focus-add-filter.ts';
import { useKeepQuery } from '#web/features/address/keep-query.ts';
import { paths } from '#web/paths.ts';
import { filtersAtom, rangeAtom } from './report-state.ts';

/** Why a report has no clicks, and the next thing to do about it. */
export function NoClicks() {
  const [filters, setFilters] = useAtom(filtersAtom);
  const range = useAtomValue(rangeAtom);
  const keepQuery = useKeepQuery();
  const isFiltered = Object.keys(filters).length > 0;
  const isLong = range.kind === 'preset' && range.preset === '12m';
  return (
    <p className="flex flex-wrap items-center justify-center gap-x-2 border-b border-line bg-raised/50 px-4 py-2.5 text-muted">
      {isFiltered ? (
        <>
          No clicks match these filters.
          <button
            type="button"
            onClick={() => {
              focusAddFilter();
              setFilters({});
            }}
            className={action}
          >
            Clear all filters
          </button>
        </>
      ) : (
        <>
          {isLong
            ? 'No clicks in this range.'
            : 'No clicks in this range. Choose a longer range, or'}
          <RouterLink to={keepQuery(paths.links)} className={action}>
            {isLong ? 'Share a link' : 'share a link'}
          </RouterLink>
        </>
      )}
    </p>
  );
}

const action =
  'inline-flex items-center rounded-sm font-semibold text-accent-text hover:underline touch';
