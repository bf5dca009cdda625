import { useEffect } from 'react';
import { lazyPart } from '#web/app/state/lazy.tsx';
import { SkeletonRows } from '#web/ui/answers/skeleton.tsx';
import type { LinkColumnsMenuProps, LinksTableProps } from './links-table.tsx';

// Phones show cards instead and do not load it.
const load = () => import('./links-table.tsx');

const table = lazyPart<LinksTableProps>(
  async () => (await load()).LinksTable,
  () => <SkeletonRows count={6} label="Loading links" />,
);
const menu = lazyPart<LinkColumnsMenuProps>(
  async () => (await load()).LinkColumnsMenu,
  ({ of }) => <span className={of === undefined ? 'h-9 w-[106px]' : 'size-9'} />,
);

/** One page of links as a table, in the server's order. */
export const LinksTable = table.Part;
/** Which of its columns are shown, in which order and how wide. */
export const LinkColumnsMenu = menu.Part;

/** Loads the table together with the links. */
export function useLinksTable(isWanted: boolean): void {
  useEffect(() => {
    if (isWanted) table.ahead();
  }, [isWanted]);
}
