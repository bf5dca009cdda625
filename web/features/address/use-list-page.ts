import { useAtom } from 'jotai';
import { type SearchParamsChange, searchParamsAtom } from '#web/app/state/search-params.ts';

type List = 'links' | 'conversions' | 'performance';

const names = {
  links: { page: 'page', cursor: 'cursor' },
  conversions: { page: 'page', cursor: 'cursor' },
  performance: { page: 'linksPage', cursor: 'linksCursor' },
} as const;

/** Resets every list of a screen to its first page. */
export const firstPages: SearchParamsChange = {
  page: null,
  cursor: null,
  linksPage: null,
  linksCursor: null,
};

/** The cursors of the next and previous pages. */
type Neighbours = { readonly next: string | null; readonly previous: string | null };

/** The page of a list: its number and its cursor, stored in the address. */
export function useListPage(list: List) {
  const [searchParams, change] = useAtom(searchParamsAtom);
  const { page, cursor: name } = names[list];
  const cursor = searchParams.get(name);
  const number = Number(searchParams.get(page));
  const pageIndex = cursor !== null && Number.isInteger(number) && number > 1 ? number - 1 : 0;

  const goTo = (index: number, to: string | null): void =>
    change(
      index > 0 && to !== null
        ? { [page]: String(index + 1), [name]: to }
        : { [page]: null, [name]: null },
    );
  const go = (index: number, { next, previous }: Neighbours): void =>
    goTo(index, index > pageIndex ? next : previous);
  const toFirst = (): void => change({ [page]: null, [name]: null }, { replace: true });
  return { pageIndex, cursor, go, toFirst };
}
