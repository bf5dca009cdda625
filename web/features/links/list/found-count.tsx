import { useAtomValue } from 'jotai';
import { leavingAtom, withoutLeaving } from '#web/features/links/leaving.ts';
import { linksPageQuery } from '#web/features/links/links.ts';
import { counted, wholeNumber } from '#web/format.ts';
import { newestLinks } from './use-link-list.ts';

type FoundCountProps = {
  /** How many links the list has; undefined while that is unknown. */
  readonly total: number | undefined;
  readonly pageSize: number;
};

/** How many links the search and the filters leave: `4 of 41`; without them, how many there are. */
export function FoundCount({ total, pageSize }: FoundCountProps) {
  const { data: newest } = useAtomValue(linksPageQuery(newestLinks(pageSize)));
  const leaving = useAtomValue(leavingAtom);
  if (total === undefined || newest === undefined) return null;
  const all = withoutLeaving(newest, leaving).total;
  return (
    <span role="status" className="num px-1 text-sm whitespace-nowrap text-muted">
      {total < all ? `${wholeNumber(total)} of ${wholeNumber(all)}` : counted(all, 'link')}
    </span>
  );
}
