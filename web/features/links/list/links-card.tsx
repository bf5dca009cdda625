import { useTableLayout } from '#web/app/state/table-layout.ts';
import { useIsPhone } from '#web/ui/browser/use-is-phone.ts';
import { useLinkList } from './use-link-list.ts';
import { Card, CardHeader } from '#web/ui/card.tsx';
import { SearchBox } from '#web/ui/fields/search-box.tsx';
import { ExportListedLinks } from './export-links-button.tsx';
import { FoundCount } from './found-count.tsx';
import { LinkCardList } from './link-card-list.tsx';
import { LinkColumnsMenu, LinksTable, useLinksTable } from './lazy-table.tsx';
import { ListRegion } from './list-region.tsx';
import { ListedLinks } from './listed-links.tsx';
import { SortSelect } from './sort-select.tsx';
import { useRowDialogs } from './use-row-dialogs.tsx';

type LinksCardProps = { readonly title: string; readonly pageSize: number };

/** The account's links, one page at a time, with search, export and dialogs. */
export function LinksCard({ title, pageSize }: LinksCardProps) {
  const list = useLinkList(pageSize);
  const isPhone = useIsPhone();
  const arranged = useTableLayout('recent-links');
  useLinksTable(!isPhone);
  const { actions, dialogs, list: listRef } = useRowDialogs(list.page?.items);
  return (
    <>
      <Card>
        <CardHeader title={title}>
          <div className="flex grow items-center justify-end gap-2">
            {list.search.wanted !== '' && (
              <FoundCount total={list.page?.total} pageSize={pageSize} />
            )}
            <SearchBox
              label="Search links"
              placeholder="Search links..."
              text={list.search.text}
              className="sm:max-w-64"
              onChange={list.search.setText}
            />
            {!isPhone && <LinkColumnsMenu of={title} {...arranged} />}
            <ExportListedLinks pageSize={pageSize} />
          </div>
          {isPhone && (
            <SortSelect sorting={list.sorting} className="grow" onSort={list.setSorting} />
          )}
        </CardHeader>
        <ListRegion ref={listRef} label="List of links">
          <ListedLinks list={list} pageSize={pageSize}>
            {(links) =>
              isPhone ? (
                <LinkCardList links={links} sort={list.sorting.sort} {...actions} />
              ) : (
                <LinksTable
                  links={links}
                  sorting={list.sorting}
                  onSort={list.sortBy}
                  {...arranged}
                  {...actions}
                />
              )
            }
          </ListedLinks>
        </ListRegion>
      </Card>
      {dialogs}
    </>
  );
}
