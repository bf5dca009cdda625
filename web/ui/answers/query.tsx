import { TriangleAlert } from 'lucide-react';
import type { MouseEvent, ReactNode } from 'react';
import { Button } from '#web/ui/button.tsx';
import { Card, CardHeader } from '#web/ui/card.tsx';
import { EmptyState } from './empty-state.tsx';
import { SkeletonRows } from './skeleton.tsx';

/** The state of a query: loading, loaded or failed. */
export type Query<T> = {
  readonly data: T | undefined;
  readonly error: Error | null;
  refetch(): unknown;
};

type QueryViewProps<T> = {
  readonly query: Query<T>;
  /** What is asked for, as in a sentence: `the costs`. */
  readonly things: string;
  /** The title when it fails; absent: `Failed to load` them. */
  readonly failure?: string;
  /** The icon of a failure inside a card. Without it, the failure is a card of its own. */
  readonly icon?: ReactNode;
  /** The title of a card around the answer. Without it, there is no card. */
  readonly title?: string;
  readonly note?: ReactNode;
  /** Shown on the right of the title once the data is loaded. */
  readonly control?: (data: T) => ReactNode;
} & Content<T>;

type Content<T> =
  | {
      /** The number of skeleton rows. */
      readonly rows: number;
      readonly children: (data: T) => ReactNode;
    }
  /** Content that shows its own skeletons while the data is loading. */
  | { readonly rows?: undefined; readonly children: ReactNode };

/** One answer of the server: failed, loading or loaded. */
export function QueryView<T>(props: QueryViewProps<T>) {
  const { query, things, icon, title, note, control } = props;
  const { failure = `Failed to load ${things}` } = props;
  const { data, error, refetch } = query;
  if (data === undefined && error) {
    return <Failure icon={icon} title={failure} error={error} onRetry={() => void refetch()} />;
  }
  const content = contentOf(data, props);
  if (title === undefined) return content;
  return (
    <Card>
      <CardHeader title={title} note={note}>
        {data !== undefined && control?.(data)}
      </CardHeader>
      {content}
    </Card>
  );
}

function contentOf<T>(data: T | undefined, { things, ...content }: QueryViewProps<T>): ReactNode {
  if (content.rows === undefined) return content.children;
  if (data !== undefined) return content.children(data);
  return <SkeletonRows count={content.rows} label={`Loading ${things}`} />;
}

type FailureProps = {
  /** For use inside a card. Without it, the failure is a card of its own. */
  readonly icon?: ReactNode;
  readonly title: string;
  readonly error: Error;
  onRetry(): void;
};

/** Says which data could not be loaded and why, with a retry button. */
export function Failure({ icon, title, error, onRetry }: FailureProps) {
  /** The pressed button disappears, so the focus moves to its container. */
  const retry = ({ currentTarget }: MouseEvent<HTMLButtonElement>) => {
    const around = currentTarget.closest<HTMLElement>('[role="dialog"], main');
    around?.focus({ preventScroll: true });
    onRetry();
  };
  const message = (
    <div role="alert">
      <EmptyState
        icon={icon ?? <TriangleAlert />}
        title={title}
        text={error.message}
        action={<Button onClick={retry}>Try again</Button>}
      />
    </div>
  );
  return icon === undefined ? <Card>{message}</Card> : message;
}
