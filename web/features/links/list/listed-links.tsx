import { Link2, Search, Trash2 } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Link } from '#web/api.ts';
import { ApiError } from '#web/api-error.ts';
import type { useLinkList } from './use-link-list.ts';
import { classNames } from '#web/ui/class-names.ts';
import { EmptyState } from '#web/ui/answers/empty-state.tsx';
import { Failure } from '#web/ui/answers/query.tsx';
import { Pager } from '#web/ui/answers/pager.tsx';
import { SkeletonRows } from '#web/ui/answers/skeleton.tsx';

type ListedLinksProps = {
  readonly list: ReturnType<typeof useLinkList>;
  readonly pageSize: number;
  /** Whether filters beside the search leave links out. */
  readonly hasFilters?: boolean;
  /** Shows the links of one page, of which there is at least one. */
  children(links: readonly Link[]): ReactNode;
};

/** One page of a list of links and its pager; or why there is none to show. */
export function ListedLinks({ list, pageSize, hasFilters = false, children }: ListedLinksProps) {
  const { page, error, isStale } = list;
  if (error instanceof ApiError && error.status === 401) return <SessionExpired />;
  if (error) {
    return (
      <Failure icon={<Link2 />} title="Failed to load links" error={error} onRetry={list.reload} />
    );
  }
  if (!page) return <SkeletonRows count={6} label="Loading links" />;
  if (page.total === 0 && hasFilters) {
    return <EmptyState icon={<Search />} title="No links match your search and filters" />;
  }
  if (page.total === 0 && list.search.wanted !== '') {
    return <EmptyState icon={<Search />} title="No links match your search" />;
  }
  if (page.total === 0) return <NoLinks />;
  if (page.items.length === 0) {
    return <EmptyState icon={<Trash2 />} title="These links are being deleted" />;
  }
  return (
    <div aria-busy={isStale} className={classNames('transition-opacity', isStale && 'opacity-60')}>
      {children(page.items)}
      <Pager
        pageIndex={list.pageIndex}
        pageSize={pageSize}
        total={page.total}
        isStale={isStale}
        onGo={(index) => list.go(index)}
      />
    </div>
  );
}

function SessionExpired() {
  return (
    <p role="alert" className="px-4 pt-4 pb-10 text-center text-warn">
      Session expired. Please refresh the page to log in again.
    </p>
  );
}

function NoLinks() {
  return (
    <EmptyState
      icon={<Link2 />}
      title="No links created yet"
      text="Create your first short link above to get started"
    />
  );
}
