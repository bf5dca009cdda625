import { useSetAtom } from 'jotai';
import { Download, Link2, Search } from 'lucide-react';
import { useState } from 'react';
import type { Link } from '#web/api.ts';
import { ApiError } from '#web/api-error.ts';
import { Button } from '#web/ui/button.tsx';
import { Card, CardHeader } from '#web/ui/card.tsx';
import { classNames } from '#web/ui/class-names.ts';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { FailureNote } from '#web/ui/failure-card.tsx';
import { Pager } from '#web/ui/pager.tsx';
import { SearchBox } from '#web/ui/fields/search-box.tsx';
import { SkeletonRows } from '#web/ui/skeleton.tsx';
import { exportLinksAtom } from './export-links.ts';
import { DeleteLinkDialog, EditLinkDialog } from './later-dialogs.ts';
import type { LinkActionsProps } from './link-actions.tsx';
import { LinkCardList } from './link-card-list.tsx';
import { LinksTable } from './links-table.tsx';
import { RecordConversionDialog } from '#web/features/conversions/later-dialogs.ts';
import { ShownQr } from '#web/features/qr/shown-qr.tsx';
import { useAction } from '#web/forms/use-action.ts';
import { useIsPhone } from '#web/app/shell/use-is-phone.ts';
import { useLinkList } from '#web/features/listing/use-link-list.ts';

type LinksCardProps = { readonly title: string; readonly pageSize: number };

/** The account's links, one page at a time, with search, export and dialogs. */
export function LinksCard({ title, pageSize }: LinksCardProps) {
  const list = useLinkList(pageSize);
  const [edited, setEdited] = useState<Link | null>(null);
  const [deleted, setDeleted] = useState<Link | null>(null);
  const [converted, setConverted] = useState<Link | null>(null);

  return (
    <>
      <Card>
        <CardHeader title={title}>
          <div className="flex grow items-center justify-end gap-2">
            <SearchBox
              label="Search links"
              placeholder="Search links..."
              text={list.search.text}
              className="sm:max-w-64"
              onChange={list.search.setText}
            />
            <ExportButton />
          </div>
        </CardHeader>
        <Content
          list={list}
          pageSize={pageSize}
          onAddConversion={setConverted}
          onEdit={setEdited}
          onDelete={setDeleted}
        />
      </Card>
      <RecordConversionDialog link={converted} onClose={() => setConverted(null)} />
      <EditLinkDialog link={edited} onClose={() => setEdited(null)} />
      <ShownQr />
      <DeleteLinkDialog link={deleted} onClose={() => setDeleted(null)} />
    </>
  );
}

type ContentProps = Omit<LinkActionsProps, 'link'> & {
  readonly list: ReturnType<typeof useLinkList>;
  readonly pageSize: number;
};

function Content({ list, pageSize, ...actions }: ContentProps) {
  const isPhone = useIsPhone();
  const { page, error, sorting, isStale } = list;
  if (isExpiredSession(error)) return <SessionExpired />;
  if (error) {
    return (
      <FailureNote
        icon={<Link2 />}
        title="Failed to load links"
        error={error}
        onRetry={list.reload}
      />
    );
  }
  if (!page) return <SkeletonRows count={6} label="Loading links" />;
  if (page.total === 0 && list.search.wanted === '') return <NoLinks />;
  if (page.total === 0) return <EmptyState icon={<Search />} title="No links match your search" />;
  return (
    <div aria-busy={isStale} className={classNames('transition-opacity', isStale && 'opacity-60')}>
      {isPhone ? (
        <LinkCardList links={page.items} {...actions} />
      ) : (
        <LinksTable links={page.items} sorting={sorting} onSort={list.sortBy} {...actions} />
      )}
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

/** Whether the session is over. */
export function isExpiredSession(error: Error | null): boolean {
  return error instanceof ApiError && error.status === 401;
}

/** Downloads all links. */
export function ExportButton() {
  const exportLinks = useSetAtom(exportLinksAtom);
  const [run, isBusy] = useAction(exportLinks, (_, tellFailure) =>
    tellFailure('Failed to export data'),
  );
  return (
    <Button isBusy={isBusy} onClick={run}>
      {!isBusy && <Download aria-hidden className="size-4" />}
      Export
    </Button>
  );
}

/** Stands for the list when the session is over. */
export function SessionExpired() {
  return (
    <p role="alert" className="px-4 pt-4 pb-10 text-center text-warn">
      Session expired. Please refresh the page to log in again.
    </p>
  );
}

/** Stands for the list of an account without links. */
export function NoLinks() {
  return (
    <EmptyState
      icon={<Link2 />}
      title="No links created yet"
      text="Create your first short link above to get started"
    />
  );
}
