import { useAtomValue } from 'jotai';
import { ArrowLeft } from 'lucide-react';
import { useState } from 'react';
import { Link as RouterLink, useNavigate, useParams } from 'react-router';
import type { Link } from '#web/api.ts';
import { PageHeader } from '#web/features/page/page-header.tsx';
import { usePageTitle } from '#web/features/page/use-page-title.ts';
import { LinkPastTests, LinkSplitTest } from '#web/features/split-tests/link-split-tests.tsx';
import { linkName } from '#web/format.ts';
import { CostsCard } from '#web/features/analytics/costs/costs-card.tsx';
import { ExportButton } from '#web/features/analytics/export/export-dialog.tsx';
import { FilterBar } from '#web/features/analytics/filters/filter-bar.tsx';
import { ComparisonSelect, RangePicker } from '#web/features/analytics/range/range-picker.tsx';
import { ReportView } from '#web/features/analytics/report/report-view.tsx';
import { ReportLink } from '#web/features/analytics/report/question.ts';
import { EditLinkDialog } from '#web/features/links/lazy-dialogs.ts';
import { isMissing, linkQuery } from '#web/features/links/links.ts';
import { NoLink } from '#web/features/links/back-to-links.tsx';
import { useKeepQuery } from '#web/features/address/keep-query.ts';
import { paths } from '#web/paths.ts';
import { screens } from '#web/screens.ts';
import { QueryView } from '#web/ui/query.tsx';
import { PublicPageCard } from './public-page-card.tsx';
import { RecentClicksCard } from './recent-clicks-card.tsx';
import { LinkSummary } from './link-summary.tsx';
import { conversionsQuery } from '#web/features/conversions/conversions.ts';
import { RecentConversions } from '#web/features/conversions/recent-conversions.tsx';
import { usePrevious } from '#web/ui/use-previous.ts';
import { useListPage } from '#web/features/address/use-list-page.ts';

/** The page of the address's link. It keeps no state of a link that was shown before. */
export function Component() {
  const { id = '' } = useParams();
  return <LinkPage key={id} id={id} />;
}

/** One link, and the dialog that edits it. The open dialog stays when the link is deleted. */
function LinkPage({ id }: { readonly id: string }) {
  const [edited, setEdited] = useState<Link | null>(null);
  const { error } = useAtomValue(linkQuery(id));
  const navigate = useNavigate();
  const keepQuery = useKeepQuery();
  return (
    <>
      {isMissing(error) ? <NoLink /> : <AboutLink id={id} onEdit={setEdited} />}
      <EditLinkDialog
        link={edited}
        onClose={() => setEdited(null)}
        onDuplicate={() => void navigate(keepQuery(paths.links), { replace: true })}
      />
    </>
  );
}

type AboutLinkProps = { readonly id: string; onEdit(link: Link): void };

/**
 * Everything about one link: its settings, its split test, its numbers, its conversions. The numbers
 * are fetched at once, but take their place when it is known whether a split test stands above them.
 */
function AboutLink({ id, onEdit }: AboutLinkProps) {
  const keepQuery = useKeepQuery();
  const query = useAtomValue(linkQuery(id));
  const { data: link } = query;
  const name = link ? linkName(link) : screens.link.title;
  usePageTitle(name);
  return (
    <ReportLink value={id}>
      <RouterLink
        to={keepQuery(paths.links)}
        className="-mb-3 inline-flex items-center gap-1.5 justify-self-start rounded-sm text-sm font-medium text-muted hover:text-text touch"
      >
        <ArrowLeft aria-hidden className="size-4" />
        My Links
      </RouterLink>
      <PageHeader heading={name} />
      <QueryView query={query} failure="Failed to load the link">
        <LinkSummary link={link} onEdit={onEdit} />
        {link && <LinkSplitTest link={link} />}
        <div className={link ? 'contents' : 'hidden'}>
          <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
            <h2 className="text-xl font-semibold tracking-tight">Numbers</h2>
            <div className="flex flex-wrap items-center gap-2">
              <RangePicker />
              <ComparisonSelect />
            </div>
          </div>
          <FilterBar fixed="link">
            <span className="sm:ml-auto">
              <ExportButton />
            </span>
          </FilterBar>
          <ReportView fixed="link" />
          {link && <LinkPastTests link={link} />}
          <CostsCard linkId={id} />
          <PublicPageCard linkId={id} />
          <RecentClicksCard linkId={id} />
          <LinkConversions linkId={id} />
        </div>
      </QueryView>
    </ReportLink>
  );
}

/** The link's conversions of the last 90 days, one by one; nothing while there are none. */
function LinkConversions({ linkId }: { readonly linkId: string }) {
  const place = useListPage('conversions');
  const query = useAtomValue(
    conversionsQuery({ timeRange: '90d', linkId, cursor: place.cursor, linksCursor: null }),
  );
  const { value: answer, beside } = usePrevious(
    query.error ? undefined : query.data,
    place.pageIndex,
  );
  if (answer?.conversionCount === 0) return null;
  return (
    <QueryView query={query} failure="Failed to load conversions">
      {answer && (
        <RecentConversions
          answer={answer}
          days="in the last 90 days"
          pageIndex={beside}
          isStale={query.data === undefined}
        />
      )}
    </QueryView>
  );
}
