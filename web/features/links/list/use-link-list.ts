import { atom, useAtom, useAtomValue } from 'jotai';
import { useEffect, useRef, useState } from 'react';
import { type LinksAsked, linksPageQuery } from '#web/features/links/links.ts';
import { leavingAtom, withoutLeaving } from '#web/features/links/leaving.ts';
import { searchParamsAtom } from '#web/app/state/search-params.ts';
import { usePrevious } from '#web/ui/answers/use-previous.ts';
import { firstPages, useListPage } from '#web/features/address/use-list-page.ts';

/** The sortable columns, each with the order of the first click. */
const sorts = {
  name: 'asc',
  originalUrl: 'asc',
  totalClicks: 'desc',
  totalConversions: 'desc',
  totalProfit: 'desc',
  createdAt: 'desc',
} as const;

export type LinkSort = keyof typeof sorts;
export type Sorting = { readonly sort: LinkSort; readonly order: 'asc' | 'desc' };

/** Links of one page of My Links. */
export const listedLinks = 20;

const newestFirst: Sorting = { sort: 'createdAt', order: 'desc' };

/** The query for the newest links. */
export function newestLinks(pageSize: number): LinksAsked {
  return { ...newestFirst, limit: String(pageSize) };
}

/** The sort order, stored in the address. */
const sortingAtom = atom(
  (get) => sortingOf(get(searchParamsAtom)),
  (_, set, { sort, order }: Sorting): void => {
    const isDefault = sort === newestFirst.sort && order === newestFirst.order;
    const wanted = isDefault ? { sort: null, order: null } : { sort, order };
    set(searchParamsAtom, { ...firstPages, ...wanted });
  },
);

/** The order after a click on a column's heading: the column's usual one, or the reverse of it. */
function sortedBy(before: Sorting, sort: LinkSort): Sorting {
  return { sort, order: sort === before.sort ? opposite(before.order) : sorts[sort] };
}

/** The filters of a list of links, besides its search. */
export type LinkNarrowing = Pick<
  LinksAsked,
  'status' | 'splitTest' | 'trackConversions' | 'tag' | 'folder'
>;

/** The query of the page of links in the address. */
export function useLinksAsked(pageSize: number, narrowing: LinkNarrowing): LinksAsked {
  const sorting = useAtomValue(sortingAtom);
  const search = useAtomValue(wantedAtom).trim();
  const { cursor } = useListPage('links');
  return {
    ...sorting,
    ...narrowing,
    limit: String(pageSize),
    ...(search !== '' && { search }),
    ...(cursor !== null && { cursor }),
  };
}

/** A page of links. Search, order and page are stored in the address; the server applies them. */
export function useLinkList(pageSize: number, narrowing: LinkNarrowing = {}) {
  const [sorting, setSorting] = useAtom(sortingAtom);
  const search = useSearch();
  const place = useListPage('links');
  const asked = useLinksAsked(pageSize, narrowing);
  const { data, error, refetch } = useAtomValue(linksPageQuery(asked));
  const { value, beside: pageIndex } = usePrevious(error ? undefined : data, place.pageIndex);
  const leaving = useAtomValue(leavingAtom);
  const page = value && withoutLeaving(value, leaving);
  const isBeyondEnd =
    place.cursor !== null && data !== undefined && data.items.length === 0 && data.total > 0;
  const { toFirst } = place;
  useEffect(() => {
    if (isBeyondEnd) toFirst();
  });

  return {
    search,
    sorting,
    setSorting,
    sortBy: (sort: LinkSort) => setSorting(sortedBy(sorting, sort)),
    /** The index of the page shown. */
    pageIndex,
    go: (index: number) => page && place.go(index, page),
    page,
    /** How many links the page leaves out because their deletion waits for the end of its undo. */
    leavingCount: value && page ? value.total - page.total : 0,
    /** Whether the page shown is an older one while the wanted page is loading. */
    isStale: data === undefined && page !== undefined,
    error: data === undefined ? error : null,
    reload: () => void refetch(),
  };
}

function sortingOf(searchParams: URLSearchParams): Sorting {
  const wanted = searchParams.get('sort');
  if (wanted === null || !isLinkSort(wanted)) return newestFirst;
  const usual = sorts[wanted];
  const other = opposite(usual);
  return { sort: wanted, order: searchParams.get('order') === other ? other : usual };
}

export function isLinkSort(name: string): name is LinkSort {
  return Object.hasOwn(sorts, name);
}

function opposite(order: 'asc' | 'desc'): 'asc' | 'desc' {
  return order === 'asc' ? 'desc' : 'asc';
}

const urlDelayMs = 250;

/** The search text, stored in the address. */
const wantedAtom = atom(
  (get) => get(searchParamsAtom).get('search') ?? '',
  (_, set, text: string): void =>
    set(searchParamsAtom, { ...firstPages, search: text === '' ? null : text }, { replace: true }),
);

/**
 * The text of a search box, and the text searched for. The address (`?search=summer`) follows 250
 * ms after typing pauses. Going back in the browser's history restores the text.
 */
function useSearch() {
  const [wanted, setWanted] = useAtom(wantedAtom);
  const [text, setText] = useState(wanted);
  const sent = useRef(wanted);

  useEffect(() => {
    if (wanted === sent.current) return;
    sent.current = wanted;
    setText(wanted);
  }, [wanted]);

  useEffect(() => {
    if (text === sent.current) return undefined;
    const timer = setTimeout(() => {
      sent.current = text;
      setWanted(text);
    }, urlDelayMs);
    return () => clearTimeout(timer);
  });

  return { text, setText, wanted };
}
