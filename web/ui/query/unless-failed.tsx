import type { ReactNode } from 'react';
import { FailureCard } from '#web/ui/failure-card.tsx';
import type { Query } from './query.ts';

type UnlessFailedProps = {
  readonly query: Query<unknown>;
  readonly failure: string;
  /** Content that shows its own skeletons while the data is loading. */
  readonly children: ReactNode;
};

/** Shows the children, or a failure card when the query has failed and there is no data. */
export function UnlessFailed({ query, failure, children }: UnlessFailedProps) {
  const { data, error, refetch } = query;
  if (data !== undefined || !error) return children;
  return <FailureCard title={failure} error={error} onRetry={() => void refetch()} />;
}
