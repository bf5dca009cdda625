import type { ReactNode } from 'react';
import { FailureCard } from '#web/ui/failure-card.tsx';
import type { Query } from './query.ts';

type UnlessFailedProps = {
  readonly query: Query<unknown>;
  readonly failure: string;
  /** Shows its own skeletons while there is no answer. */
  readonly children: ReactNode;
};

/** What shows an answer, unless there is none because it failed. */
export function UnlessFailed({ query, failure, children }: UnlessFailedProps) {
  const { data, error, refetch } = query;
  if (data !== undefined || !error) return children;
  return <FailureCard title={failure} error={error} onRetry={() => void refetch()} />;
}
