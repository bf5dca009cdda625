import { useAtom, useAtomValue } from 'jotai';
import { Plus, X } from 'lucide-react';
import { useRef, useState } from 'react';
import { Link as RouterLink } from 'react-router';
import type { ConversionsJson } from '#contract/conversions/conversions';
import type { Link, TimeRange } from '#web/api.ts';
import { QueryView } from '#web/ui/answers/query.tsx';
import { useAction } from '#web/forms/use-action.ts';
import { LinkPerformance } from './link-performance.tsx';
import { linkInUrlAtom } from '#web/features/links/link-in-url.ts';
import { PageHeader } from '#web/features/page/page-header.tsx';
import { RecentConversions } from './recent-conversions.tsx';
import { LinkSelect, RecordConversionDialog } from '#web/features/links/lazy-dialogs.ts';
import { timeRangeAtom, TimeRangeSelect } from '#web/features/address/time-ranges.tsx';
import { useKeepQuery } from '#web/features/address/keep-query.ts';
import { usePrevious } from '#web/ui/answers/use-previous.ts';
import { firstPages, useListPage } from '#web/features/address/use-list-page.ts';
import { paths } from '#web/paths.ts';
import { conversionsQuery } from './conversions.ts';
import { findLink, linkQuery, linksPageQuery } from '#web/features/links/links.ts';
import { Button, buttonClasses } from '#web/ui/button.tsx';
import { linkName, money, oneDecimal, wholeNumber } from '#web/format.ts';
import { StatCard } from '#web/ui/stat-card.tsx';
import { besideDollars, type OtherCurrencies } from '#web/features/events/other-currencies.tsx';
import { searchParamsAtom } from '#web/app/state/search-params.ts';

/** The newest link. 'Add Conversion' preselects it. */
const newestQuery = linksPageQuery({ limit: '1' });

/** The conversions of all links, or of one (`?link=`). */
export function Component() {
  const [timeRange, setTimeRange] = useAtom(timeRangeAtom);
  const linkId = useAtomValue(linkInUrlAtom);
  const places = { conversions: useListPage('conversions'), links: useListPage('performance') };
  const query = useAtomValue(
    conversionsQuery({
      timeRange,
      linkId,
      cursor: places.conversions.cursor,
      linksCursor: places.links.cursor,
    }),
  );
  const newest = useAtomValue(newestQuery);
  const shown = usePrevious(query.error ? undefined : query.data, {
    about: `${timeRange} ${linkId}`,
    conversions: places.conversions.pageIndex,
    links: places.links.pageIndex,
  });
  const hasLinks = newest.data && newest.data.total > 0;
  const { recording, record, stop } = useRecording();
  const add = () => record(linkId ?? newest.data?.items[0]?.id ?? '', true);
  const data = query.data && newest.data;

  return (
    <>
      <PageHeader text="The sales, signups and other results of your clicks.">
        {linkId !== null && <LinkFilter linkId={linkId} />}
        <TimeRangeSelect value={timeRange} onChange={setTimeRange} />
        <AddConversion isReady={hasLinks === true} onAdd={add} />
      </PageHeader>
      <QueryView query={{ ...(query.error ? query : newest), data }} things="conversions">
        <Report
          answer={shown.beside.about === `${timeRange} ${linkId}` ? shown.value : undefined}
          pages={shown.beside}
          isStale={query.data === undefined}
          hasLinks={hasLinks}
          timeRange={timeRange}
          onRecord={add}
          onAdd={(id) => record(id, false)}
        />
      </QueryView>
      <RecordConversionDialog
        link={recording?.link ?? null}
        LinkSelect={recording?.hasChoice ? LinkSelect : undefined}
        onClose={stop}
      />
    </>
  );
}

type Recording = { readonly link: Link; readonly hasChoice: boolean };

/** Fetches the link and opens the dialog with it: the one that was asked for last. */
function useRecording() {
  const [recording, setRecording] = useState<Recording | null>(null);
  const last = useRef<Promise<Link>>(null);
  const [record] = useAction(async (linkId: string, hasChoice: boolean) => {
    const found = findLink(linkId);
    last.current = found;
    const link = await found;
    if (last.current === found) setRecording({ link, hasChoice });
  }, 'Failed to load the link');
  return { recording, record, stop: () => setRecording(null) };
}

function AddConversion({ isReady, onAdd }: { readonly isReady: boolean; onAdd(): void }) {
  return (
    <Button
      look="primary"
      disabled={!isReady}
      title={isReady ? undefined : 'Create a link first'}
      onClick={onAdd}
    >
      <Plus aria-hidden className="size-4" />
      Add Conversion
    </Button>
  );
}

type ReportProps = {
  readonly answer: ConversionsJson | undefined;
  /** The page index of each list in the answer. */
  readonly pages: { readonly conversions: number; readonly links: number };
  /** Another answer is being loaded. */
  readonly isStale: boolean;
  /** Undefined while loading. */
  readonly hasLinks: boolean | undefined;
  readonly timeRange: TimeRange;
  onRecord(): void;
  onAdd(linkId: string): void;
};

function Report({ answer, pages, isStale, hasLinks, timeRange, onRecord, onAdd }: ReportProps) {
  const keepQuery = useKeepQuery();
  return (
    <>
      <ConversionStats answer={answer} />
      <LinkPerformance
        answer={hasLinks === undefined ? undefined : answer}
        pageIndex={pages.links}
        isStale={isStale}
        emptyText={
          hasLinks === false
            ? 'Create a short link first. Its conversions then appear here.'
            : emptyTexts[timeRange]
        }
        emptyAction={
          hasLinks === false ? (
            <RouterLink to={keepQuery(paths.dashboard)} className={buttonClasses('secondary')}>
              Create your first link
            </RouterLink>
          ) : (
            <Button onClick={onRecord}>Record a conversion</Button>
          )
        }
        onAdd={onAdd}
      />
      {answer && hasLinks !== undefined && answer.conversionCount > 0 && (
        <RecentConversions answer={answer} pageIndex={pages.conversions} isStale={isStale} />
      )}
    </>
  );
}

const emptyTexts: Readonly<Record<TimeRange, string>> = {
  '7d': 'No conversions in the last 7 days. Try a longer range.',
  '30d': 'No conversions in the last 30 days. Try a longer range.',
  '90d': 'No conversions in the last 90 days. Try all time.',
  all: 'No conversions yet.',
};

/** The totals of a time range. */
function ConversionStats({ answer }: { readonly answer: ConversionsJson | undefined }) {
  const totals = answer?.totals;
  return (
    <div className="grid grid-cols-2 gap-3 lg:grid-cols-4">
      <StatCard
        label="Total Conversions"
        value={totals && wholeNumber(totals.conversions)}
        reserved={['44.9% of USD revenue confirmed']}
      >
        {answer && confirmedNote(answer)}
      </StatCard>
      <StatCard
        label="Total Profit"
        value={totals && money(totals.profitCents)}
        reserved={['in US dollars']}
      >
        {totals && note(totals.otherCurrencies, 'profit')}
      </StatCard>
      <StatCard
        label="Total Revenue"
        value={totals && money(totals.revenueCents)}
        reserved={['in US dollars']}
      >
        {totals && note(totals.otherCurrencies, 'revenue')}
      </StatCard>
      <StatCard
        label="Avg. Conversion Rate"
        value={totals && `${oneDecimal(totals.averageRate)}%`}
        reserved={[rateNote(10)]}
      >
        {totals && rateNote(totals.overallRate)}
      </StatCard>
    </div>
  );
}

function note(others: OtherCurrencies, amount: 'revenue' | 'profit'): string {
  return besideDollars(others, amount) ?? 'in US dollars';
}

function rateNote(overallRate: number): string {
  return `average of the links that track conversions; ${oneDecimal(overallRate)}% of all their clicks`;
}

function confirmedNote({ confirmedShare, totals }: ConversionsJson): string {
  if (confirmedShare !== null) return `${oneDecimal(confirmedShare)}% of USD revenue confirmed`;
  return totals.conversions === 0 ? 'in this range' : 'no amounts in US dollars';
}

/** The link that the page is filtered by, with a button to show all links. */
function LinkFilter({ linkId }: { readonly linkId: string }) {
  const { data: link } = useAtomValue(linkQuery(linkId));
  const searchParams = useAtomValue(searchParamsAtom);
  const all = new URLSearchParams(searchParams);
  for (const name of ['link', ...Object.keys(firstPages)]) all.delete(name);

  return (
    <span className="inline-flex h-9 max-w-full items-center gap-1 rounded-md border border-line bg-accent-soft pl-3 text-sm font-medium text-accent-text">
      <span dir="auto" className="truncate">
        {link ? linkName(link) : 'One link'}
      </span>
      <RouterLink
        to={{ search: all.toString() }}
        aria-label="Show all links"
        title="Show all links"
        className="grid size-8 shrink-0 place-items-center rounded-md hover:text-text"
      >
        <X aria-hidden className="size-4" />
      </RouterLink>
    </span>
  );
}
