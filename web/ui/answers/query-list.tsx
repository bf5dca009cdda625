import type { ReactNode } from 'react';
import { EmptyState } from './empty-state.tsx';
import { type Query, QueryView } from './query.tsx';

type QueryListProps<Item> = {
  readonly query: Query<readonly Item[]>;
  readonly icon: ReactNode;
  /** What they are, as in a sentence: `alerts`. */
  readonly things: string;
  /** Shown when there is none. */
  readonly empty: { readonly title: string; readonly text: string };
  /** Returns the list item of one, with its key. */
  children(item: Item): ReactNode;
};

/** An account's things of one kind inside a card: failed, loading, none, or a list. */
export function QueryList<Item>({ query, icon, things, empty, children }: QueryListProps<Item>) {
  return (
    <QueryView query={query} icon={icon} things={things} rows={2}>
      {(items) =>
        items.length === 0 ? (
          <EmptyState icon={icon} {...empty} />
        ) : (
          <ul
            aria-label={things.charAt(0).toUpperCase() + things.slice(1)}
            className="border-t border-line"
          >
            {items.map(children)}
          </ul>
        )
      }
    </QueryView>
  );
}
