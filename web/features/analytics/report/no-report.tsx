import { useAtom, useAtomValue, useSetAtom } from 'jotai';
import { TriangleAlert } from 'lucide-react';
import { ApiError } from '#web/api-error.ts';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { EmptyState } from '#web/ui/answers/empty-state.tsx';
import { filterNames } from '#contract/analytics/report-filters';
import { isAllTime } from '#web/features/address/ranges.ts';
import { filterLabels } from '#web/features/address/filter-names.ts';
import { focusAddFilter } from '#web/features/analytics/filters/filters.ts';
import { deletedLinksAtom, leaveLinksOutAtom } from './deleted-links.ts';
import { filtersAtom, rangeAtom, startOverAtom } from './report-state.ts';
import { Link as RouterLink } from 'react-router';
import { useKeepQuery } from '#web/features/address/keep-query.ts';
import { paths } from '#web/paths.ts';
import { useClickWord } from './read-only.ts';

/** Whether the server refuses the question itself, so that asking it again does not help. */
export function isImpossible(error: Error | null): error is ApiError {
  return error instanceof ApiError && [400, 404, 422].includes(error.status);
}

/** Says what is wrong with the address's question, and offers a question that can be answered. */
export function ImpossibleQuestion({ error }: { readonly error: ApiError }) {
  const startOver = useSetAtom(startOverAtom);
  const deleted = useAtomValue(deletedLinksAtom);
  const leaveOut = useSetAtom(leaveLinksOutAtom);
  /** Moves the focus first, because the pressed button disappears. */
  const afterFocus = (go: () => void) => () => {
    focusAddFilter();
    go();
  };
  return (
    <Card>
      <div role="alert">
        <EmptyState
          icon={<TriangleAlert />}
          title="This report cannot be shown"
          text={reasonOf(error)}
          action={
            <span className="flex flex-wrap justify-center gap-2">
              {deleted.length > 0 && (
                <Button look="primary" onClick={afterFocus(() => leaveOut(deleted))}>
                  Remove deleted links from the filter
                </Button>
              )}
              <Button onClick={afterFocus(startOver)}>Show the last 7 days</Button>
            </span>
          }
        />
      </div>
    </Card>
  );
}

/** The server's message, with the filter that it concerns. */
function reasonOf({ status, message, issues }: ApiError): string {
  if (status === 404) return 'A link in its filter has been deleted.';
  const filter = filterNames.find((name) => name === issues[0]?.path);
  return filter ? `${filterLabels[filter]}: ${message}.` : `${message}.`;
}

/** Why a report has no clicks, and the next thing to do about it. */
export function NoClicks() {
  const [filters, setFilters] = useAtom(filtersAtom);
  const range = useAtomValue(rangeAtom);
  const keepQuery = useKeepQuery();
  const word = useClickWord();
  const isFiltered = Object.keys(filters).length > 0;
  const isAll = isAllTime(range);
  const isLongest = isAll || (range.kind === 'preset' && range.preset === '12m');
  return (
    <p className="flex flex-wrap items-center justify-center gap-x-2 border-b border-line bg-raised/50 px-4 py-2.5 text-muted">
      {isFiltered ? (
        <>
          No {word}s match these filters.
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
          {isAll ? 'No clicks yet.' : 'No clicks in this range.'}
          {!isLongest && ' Choose a longer range, or'}
          <RouterLink to={keepQuery(paths.links)} className={action}>
            {isLongest ? 'Share a link' : 'share a link'}
          </RouterLink>
        </>
      )}
    </p>
  );
}

const action =
  'inline-flex items-center rounded-sm font-semibold text-accent-text hover:underline touch';
