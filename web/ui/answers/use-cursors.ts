import { useState } from 'react';
import { usePrevious } from './use-previous.ts';
import type { Query } from './query.tsx';

/** A page of a list whose length is not counted. The cursor of the next page is null at the end. */
type CursorPage = { readonly nextCursor: string | null };

/** Steps through the pages of a list by their cursors, from the first page. */
export function useCursors() {
  /** The cursors of the pages up to the shown one; the first page has none. */
  const [cursors, setCursors] = useState<readonly string[]>([]);
  return {
    /** Of the shown page; null: the first. */
    cursor: cursors.at(-1) ?? null,
    /** What the buttons do beside this page. */
    stepsFrom: ({ nextCursor }: CursorPage) => ({
      isFirst: cursors.length === 0,
      isLast: nextCursor === null,
      onBack: () => setCursors(cursors.slice(0, -1)),
      onNext: () => nextCursor !== null && setCursors([...cursors, nextCursor]),
    }),
  };
}

/** The page that is shown: while the next one is loading, the one before. Undefined after an error. */
export function useShownPage<Page>({ data, error }: Query<Page>): Page | undefined {
  const { value: kept } = usePrevious(error ? undefined : data, null);
  return data ?? (error ? undefined : kept);
}
