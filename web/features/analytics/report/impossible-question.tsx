import { useAtomValue, useSetAtom } from 'jotai';
import { TriangleAlert } from 'lucide-react';
import { ApiError } from '#web/api-error.ts';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { filterLabels, filterNames } from '#web/features/address/filter-names.ts';
import { focusAddFilter } from '#web/features/analytics/filters/focus-add-filter.ts';
import { deletedLinksAtom, leaveLinksOutAtom } from './deleted-links.ts';
import { startOverAtom } from './report-state.ts';

/** Whether the server refuses the question itself, so that asking it again does not help. */
export function isImpossible(error: Error | null): error is ApiError {
  return error instanceof ApiError && [400, 404, 422].includes(error.status);
}

/** Says what is wrong with the question of the address, and leads to one with an answer. */
export function ImpossibleQuestion({ error }: { readonly error: ApiError }) {
  const startOver = useSetAtom(startOverAtom);
  const deleted = useAtomValue(deletedLinksAtom);
  const leaveOut = useSetAtom(leaveLinksOutAtom);
  /** The pressed button goes. */
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

/** What the server says, at the filter that it is about. */
function reasonOf({ status, message, issues }: ApiError): string {
  if (status === 404) return 'A link in its filter has been deleted.';
  const filter = filterNames.find((name) => name === issues[0]?.path);
  return filter ? `${filterLabels[filter]}: ${message}.` : `${message}.`;
}
