import { useAtomValue, useSetAtom } from 'jotai';
import { Keyboard } from 'lucide-react';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import type { Link } from '#web/api.ts';
import { useIsPhone } from '#web/ui/browser/use-is-phone.ts';
import { copyWithToastAtom } from '#web/app/state/clipboard.ts';
import { LinkColumnsMenu, useLinksTable } from '#web/features/links/list/lazy-table.tsx';
import { FoundCount } from '#web/features/links/list/found-count.tsx';
import { ListRegion } from '#web/features/links/list/list-region.tsx';
import { ListedLinks } from '#web/features/links/list/listed-links.tsx';
import { SortSelect } from '#web/features/links/list/sort-select.tsx';
import { useRowDialogs } from '#web/features/links/list/use-row-dialogs.tsx';
import { qrLinkAtom } from '#web/features/qr/shown-qr.tsx';
import { useKeepQuery } from '#web/features/address/keep-query.ts';
import { keysHelpAtom } from '#web/app/state/palette.ts';
import { useTableLayout } from '#web/app/state/table-layout.ts';
import { listedLinks, useLinkList } from '#web/features/links/list/use-link-list.ts';
import { paths } from '#web/paths.ts';
import { IconButton } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { SearchBox } from '#web/ui/fields/search-box.tsx';
import type { Arranged } from '#web/ui/table/layout.ts';
import { BulkBar } from './bulk-bar.tsx';
import { takeUpBulkAtom } from '#web/features/links/bulk.ts';
import { leavingAtom } from '#web/features/links/leaving.ts';
import { areLabelsShown, MyLinksCards, MyLinksTable } from './my-links-list.tsx';
import { FilterBar } from './filter-bar.tsx';
import { isNarrowed, matchingOf, narrowedAtom, narrowingOf } from './narrowing.ts';
import {
  nothingSelected,
  selectedCount,
  type Selection,
  withLinks,
  withoutLinks,
} from './selection.ts';
import { useListKeys } from './use-list-keys.ts';

/**
 * The account's links: search, filters, columns, keyboard shortcuts, and actions on several links.
 */
export function MyLinksCard() {
  const narrowed = useAtomValue(narrowedAtom);
  const list = useLinkList(listedLinks, narrowingOf(narrowed));
  const { actions, dialogs, list: listRef } = useRowDialogs(list.page?.items);
  const isPhone = useIsPhone();
  useLinksTable(!isPhone);
  const arranged = useTableLayout('links');
  const matching = matchingOf(narrowed, list.search.wanted.trim());
  const [kept, setSelection] = useSelection(JSON.stringify(matching));
  const selection = withoutLinks(kept, useAtomValue(leavingAtom));
  const total = list.page?.total ?? 0;
  const page = (list.page?.items ?? []).map(({ id }) => id);
  const select = (ids: readonly string[], isOn: boolean) =>
    setSelection(withLinks(kept, { page, ids, isOn }));
  const isBarShown = selectedCount(selection, total) > 0;
  const { bar, focusBar } = useBarFocus(isBarShown, listRef);
  const takeUpBulk = useSetAtom(takeUpBulkAtom);
  useEffect(() => void takeUpBulk(), [takeUpBulk]);
  const rows = { selection, onSelect: select, ...actions };
  useKeys(list.page?.items ?? [], {
    edit: actions.onEdit,
    select: ({ id }) => setSelection(toggled(kept, page, id)),
    bulk: focusBar,
  });

  return (
    <>
      <Card>
        <Toolbar list={list} arranged={isPhone ? null : arranged} />
        <ListRegion ref={listRef} label="List of links">
          <ListedLinks list={list} pageSize={listedLinks} hasFilters={isNarrowed(narrowed)}>
            {(links) =>
              isPhone ? (
                <MyLinksCards
                  links={links}
                  sort={list.sorting.sort}
                  areLabelsShown={areLabelsShown(arranged.layout)}
                  {...rows}
                />
              ) : (
                <MyLinksTable
                  links={links}
                  sorting={list.sorting}
                  onSort={list.sortBy}
                  {...arranged}
                  {...rows}
                />
              )
            }
          </ListedLinks>
        </ListRegion>
      </Card>
      {isBarShown && (
        <BulkBar
          ref={bar}
          selection={selection}
          total={total}
          leavingCount={list.leavingCount}
          matching={matching}
          page={page}
          onSelect={setSelection}
        />
      )}
      {dialogs}
    </>
  );
}

type ToolbarProps = {
  readonly list: ReturnType<typeof useLinkList>;
  /** The columns of the list. Null on phones, which have neither columns nor keys. */
  readonly arranged: Arranged | null;
};

/** The search, the filters, how many links they leave, and the columns. */
function Toolbar({ list, arranged }: ToolbarProps) {
  const showKeys = useSetAtom(keysHelpAtom);
  return (
    <div className="flex flex-wrap items-center gap-2 px-4 py-3">
      <h2 className="sr-only">Your Links</h2>
      <div className="min-w-40 grow basis-44 md:max-w-64">
        <SearchBox
          label="Search links"
          placeholder="Search links..."
          text={list.search.text}
          onChange={list.search.setText}
        />
      </div>
      <FilterBar hasFolders={arranged === null} />
      {arranged === null && (
        <SortSelect sorting={list.sorting} className="grow" onSort={list.setSorting} />
      )}
      <span className="ml-auto flex items-center gap-1">
        <FoundCount total={list.page?.total} pageSize={listedLinks} />
        {arranged && (
          <>
            <LinkColumnsMenu hasLabels {...arranged} />
            <IconButton label="Keyboard help" onClick={() => showKeys(true)}>
              <Keyboard aria-hidden className="size-[18px]" />
            </IconButton>
          </>
        )}
      </span>
    </div>
  );
}

/** The selection of a list; another search or filter has its own. */
function useSelection(listKey: string) {
  const [kept, setKept] = useState({ listKey, selection: nothingSelected });
  const selection = kept.listKey === listKey ? kept.selection : nothingSelected;
  return [selection, (wanted: Selection) => setKept({ listKey, selection: wanted })] as const;
}

function toggled(selection: Selection, page: readonly string[], id: string): Selection {
  const isOn = selection.kind === 'some' && !selection.ids.has(id);
  return withLinks(selection, { page, ids: [id], isOn });
}

type KeyActions = {
  edit(link: Link): void;
  select(link: Link): void;
  bulk(): boolean;
};

function useKeys(links: readonly Link[], { edit, select, ...others }: KeyActions): void {
  const copy = useSetAtom(copyWithToastAtom);
  const showQr = useSetAtom(qrLinkAtom);
  const navigate = useNavigate();
  const keepQuery = useKeepQuery();
  const on = (act: (link: Link) => void) => (id: string) => {
    const link = links.find((each) => each.id === id);
    if (link) act(link);
  };
  useListKeys({
    links: links.map(({ id }) => id),
    open: (id) => void navigate(keepQuery(paths.linkOf(id))),
    edit: on(edit),
    showQr: on((link) => showQr(link)),
    copy: on(({ shortUrl }) => void copy(shortUrl)),
    select: on(select),
    ...others,
  });
}

/**
 * Moves the focus to the bar of the selected links, and to the list when the focused bar
 * disappears.
 */
function useBarFocus(isBarShown: boolean, list: RefObject<HTMLElement | null>) {
  const bar = useRef<HTMLDivElement>(null);
  const wasBarShown = useRef(isBarShown);
  useEffect(() => {
    const hasGone = wasBarShown.current && !isBarShown;
    wasBarShown.current = isBarShown;
    if (hasGone && document.activeElement === document.body) {
      list.current?.focus({ preventScroll: true });
    }
  }, [isBarShown, list]);
  const focusBar = (): boolean => {
    bar.current?.querySelector('button')?.focus();
    return isBarShown;
  };
  return { bar, focusBar };
}
