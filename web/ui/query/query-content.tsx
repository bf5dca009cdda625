import type { ReactNode } from 'react';
import { FailureNote } from '#web/ui/failure-card.tsx';
import type { Loading, Query } from './query.ts';
import { SkeletonRows } from '#web/ui/skeleton.tsx';

type QueryContentProps<T> = Loading & {
  readonly query: Query<T>;
  readonly icon: ReactNode;
  readonly children: (data: T) => ReactNode;
};

/** One answer of the server inside a card: failed, loading or loaded. */
export function QueryContent<T>(props: QueryContentProps<T>) {
  const { query, failure, rows, loading, icon, children } = props;
  const { data, error, refetch } = query;
  if (data !== undefined) return children(data);
  if (!error) return <SkeletonRows count={rows} label={loading} />;
  return <FailureNote icon={icon} title={failure} error={error} onRetry={() => void refetch()} />;
}
