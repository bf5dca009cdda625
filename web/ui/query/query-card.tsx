import type { ReactNode } from 'react';
import { Card, CardHeader } from '#web/ui/card.tsx';
import { FailureCard } from '#web/ui/failure-card.tsx';
import type { Loading, Query } from './query.ts';
import { SkeletonRows } from '#web/ui/skeleton.tsx';

type QueryCardProps<T> = Loading & {
  readonly query: Query<T>;
  readonly title: string;
  readonly note?: ReactNode;
  /** Shown on the right of the title once the data is loaded. */
  readonly control?: (data: T) => ReactNode;
  readonly children: (data: T) => ReactNode;
};

/** A card with one answer of the server: failed, loading or loaded. */
export function QueryCard<T>(props: QueryCardProps<T>) {
  const { query, title, note, control, failure, rows, loading, children } = props;
  const { data, error, refetch } = query;
  if (data === undefined && error) {
    return <FailureCard title={failure} error={error} onRetry={() => void refetch()} />;
  }
  return (
    <Card>
      <CardHeader title={title} note={note}>
        {data !== undefined && control?.(data)}
      </CardHeader>
      {data === undefined ? <SkeletonRows count={rows} label={loading} /> : children(data)}
    </Card>
  );
}
