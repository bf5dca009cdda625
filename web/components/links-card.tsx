import { Download, Link2, Search } from 'lucide-react';
import { useDeferredValue, useMemo, useState } from 'react';
import type { QueryObserverResult } from '@tanstack/query-core';
import { ApiError, type Link } from '#web/api.ts';
import { Button } from '#web/ui/button.tsx';
import { Card, CardHeader } from '#web/ui/card.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { SearchBox } from '#web/ui/search-box.tsx';
import { SkeletonRows } from '#web/ui/skeleton.tsx';
import { DeleteLinkDialog } from './delete-link-dialog.tsx';
import { EditLinkDialog } from './edit-link-dialog.tsx';
import { exportLinks } from './export-links.ts';
import type { LinkActionsProps } from './link-actions.tsx';
import { LinksTable } from './links-table.tsx';
import { RecordConversionDialog } from './record-conversion-dialog.tsx';

type LinksCardProps = {
  readonly title: string;
  readonly query: QueryObserverResult<Link[]>;
  readonly search: string;
  readonly onSearch: (text: string) => void;
};

/** Links with their search box, export, table and dialogs. */
export function LinksCard({ title, query, search, onSearch }: LinksCardProps) {
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
              text={search}
              className="sm:max-w-64"
              onChange={onSearch}
            />
            <ExportButton />
          </div>
        </CardHeader>
        <Content
          query={query}
          search={search}
          onAddConversion={setConverted}
          onEdit={setEdited}
          onDelete={setDeleted}
        />
      </Card>
      <RecordConversionDialog link={converted} onClose={() => setConverted(null)} />
      <EditLinkDialog link={edited} onClose={() => setEdited(null)} />
      <DeleteLinkDialog link={deleted} onClose={() => setDeleted(null)} />
    </>
  );
}

type ContentProps = Pick<LinksCardProps, 'query' | 'search'> & Omit<LinkActionsProps, 'link'>;

function Content({ query, search, ...actions }: ContentProps) {
  const { data, error, isPending } = query;
  const wanted = useDeferredValue(search);
  const found = useMemo(() => (data ?? []).filter(matches(wanted)), [data, wanted]);

  if (isExpiredSession(error)) return <SessionExpired />;
  if (isPending) return <SkeletonRows count={6} label="Loading links" />;
  if (!data) return <LoadFailure error={error} onRetry={() => void query.refetch()} />;
  if (data.length === 0) return <NoLinks />;
  if (found.length === 0)
    return <EmptyState icon={<Search />} title="No links match your search" />;
  return <LinksTable links={found} search={wanted} {...actions} />;
}

/** In any case, anywhere in the address, the code or the alias. */
function matches(search: string): (link: Link) => boolean {
  const wanted = search.trim().toLowerCase();
  return ({ originalUrl, shortCode, customAlias }) =>
    wanted === '' ||
    [originalUrl, shortCode, customAlias ?? ''].some((text) => text.toLowerCase().includes(wanted));
}

function isExpiredSession(error: Error | null): boolean {
  return error instanceof ApiError && error.status === 401;
}

function ExportButton() {
  const [isBusy, setIsBusy] = useState(false);
  const run = async () => {
    setIsBusy(true);
    await exportLinks();
    setIsBusy(false);
  };
  return (
    <Button isBusy={isBusy} onClick={() => void run()}>
      {!isBusy && <Download aria-hidden className="size-4" />}
      Export
    </Button>
  );
}

function SessionExpired() {
  return (
    <p role="alert" className="px-4 pt-4 pb-10 text-center text-warn">
      Session expired. Please refresh the page to log in again.
    </p>
  );
}

function LoadFailure({ error, onRetry }: { readonly error: Error | null; onRetry(): void }) {
  return (
    <div role="alert">
      <EmptyState
        icon={<Link2 />}
        title="Failed to load links"
        {...(error && { text: error.message })}
        action={<Button onClick={onRetry}>Try again</Button>}
      />
    </div>
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
