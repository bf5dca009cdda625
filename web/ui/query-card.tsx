import type { ReactNode } from 'react';
import { Card, CardHeader } from './card.tsx';
import { FailureCard, FailureNote } from './failure-card.tsx';
import { SkeletonRows } from './skeleton.tsx';

/** An answer that may still be on its way, or may have failed. */
export type Query<T> = {
  readonly data: T | undefined;
  readonly error: Error | null;
  refetch(): unknown;
};

type Loading = {
  /** What a failure is called. */
  readonly failure: string;
  /** How many rows stand in for the answer, and what screen readers hear meanwhile. */
  readonly rows: number;
  readonly loading: string;
};

type QueryCardProps<T> = Loading & {
  readonly query: Query<T>;
  readonly title: string;
  readonly note?: ReactNode;
  /** On the right of the title, once the answer is there. */
  readonly control?: (data: T) => ReactNode;
  readonly children: (data: T) => ReactNode;
};

/** A card that shows one answer of the server: failed, loading, or there. */
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

type QueryContentProps<T> = Loading & {
  readonly query: Query<T>;
  readonly icon: ReactNode;
  readonly children: (data: T) => ReactNode;
};

/** The same inside a card that holds more. */
export function QueryContent<T>(props: QueryContentProps<T>) {
  const { query, failure, rows, loading, icon, children } = props;
  const { data, error, refetch } = query;
  if (data !== undefined) return children(data);
  if (!error) return <SkeletonRows count={rows} label={loading} />;
  return <FailureNote icon={icon} title={failure} error={error} onRetry={() => void refetch()} />;
}

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
