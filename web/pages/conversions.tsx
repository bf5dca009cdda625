import { useAtomValue } from 'jotai';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { Link as RouterLink, useSearchParams } from 'react-router';
import type { Conversions, Link, TimeRange } from '#web/api.ts';
import { ConversionStats } from '#web/components/conversion-stats.tsx';
import { FailureCard } from '#web/components/failure-card.tsx';
import { LinkFilter } from '#web/components/link-filter.tsx';
import { LinkPerformance } from '#web/components/link-performance.tsx';
import { PageHeader } from '#web/components/page-header.tsx';
import { RecentConversions } from '#web/components/recent-conversions.tsx';
import { RecordConversionDialog } from '#web/components/record-conversion-dialog.tsx';
import { TimeRangeSelect } from '#web/components/time-range-select.tsx';
import { useTimeRange } from '#web/components/use-time-range.ts';
import { paths } from '#web/paths.ts';
import { conversionsQuery } from '#web/state/conversions.ts';
import { linksQuery } from '#web/state/links.ts';
import { Button, buttonClasses } from '#web/ui/button.tsx';

/** What clicks have turned into: for all links, or for one (`?link=`). */
export function Component() {
  const [address] = useSearchParams();
  const [timeRange, setTimeRange] = useTimeRange();
  const linkId = address.get('link');
  const query = useAtomValue(conversionsQuery({ timeRange, linkId }));
  const links = useAtomValue(linksQuery);
  const [recording, setRecording] = useState<Recording | null>(null);
  const firstLink = links.data?.find(({ id }) => linkId === null || id === linkId);
  const record = () => firstLink && setRecording({ link: firstLink, hasChoice: true });
  const { error, refetch } = query.error ? query : links;
  const isOut = error !== null && !(query.data && links.data);

  return (
    <>
      <PageHeader title="Conversions" text="What your clicks have turned into.">
        {linkId !== null && <LinkFilter linkId={linkId} allPath={paths.conversionsIn(timeRange)} />}
        <TimeRangeSelect value={timeRange} onChange={setTimeRange} />
        <AddConversion isReady={firstLink !== undefined} onAdd={record} />
      </PageHeader>
      {isOut ? (
        <FailureCard
          title="Failed to load conversions"
          error={error}
          onRetry={() => void refetch()}
        />
      ) : (
        <Report
          answer={query.data}
          links={links.data}
          timeRange={timeRange}
          onRecord={record}
          onAdd={(link) => setRecording({ link, hasChoice: false })}
        />
      )}
      <RecordConversionDialog
        link={recording?.link ?? null}
        {...(recording?.hasChoice && { choices: links.data ?? [] })}
        onClose={() => setRecording(null)}
      />
    </>
  );
}

type Recording = { readonly link: Link; readonly hasChoice: boolean };

function AddConversion({ isReady, onAdd }: { readonly isReady: boolean; onAdd(): void }) {
  return (
    <Button
      look="primary"
      disabled={!isReady}
      title={isReady ? undefined : 'Conversions belong to links: create one first'}
      onClick={onAdd}
    >
      <Plus aria-hidden className="size-4" />
      Add Conversion
    </Button>
  );
}

type ReportProps = {
  readonly answer: Conversions | undefined;
  readonly links: readonly Link[] | undefined;
  readonly timeRange: TimeRange;
  onRecord(): void;
  onAdd(link: Link): void;
};

function Report({ answer, links, timeRange, onRecord, onAdd }: ReportProps) {
  return (
    <>
      <ConversionStats answer={answer} />
      <LinkPerformance
        performances={answer && links && performancesOf(answer, links)}
        emptyText={
          links?.length === 0
            ? 'Conversions belong to links. Create your first short link, then come back.'
            : emptyTexts[timeRange]
        }
        emptyAction={
          links?.length === 0 ? (
            <RouterLink to={paths.dashboard} className={buttonClasses('secondary')}>
              Create your first link
            </RouterLink>
          ) : (
            <Button onClick={onRecord}>Record one by hand</Button>
          )
        }
        pathOf={(linkId) => paths.conversionsIn(timeRange, linkId)}
        onAdd={onAdd}
      />
      {answer?.conversions.length !== 0 && <RecentConversions answer={answer} links={links} />}
    </>
  );
}

const emptyTexts: Readonly<Record<TimeRange, string>> = {
  '7d': 'None in the last 7 days. Try a longer range.',
  '30d': 'None in the last 30 days. Try a longer range.',
  '90d': 'None in the last 90 days.',
};

/** Those with conversions alone, each beside its link. */
function performancesOf({ links: numbers }: Conversions, links: readonly Link[]) {
  const byId = new Map(links.map((link) => [link.id, link]));
  return numbers.flatMap((each) => {
    const link = byId.get(each.linkId);
    return link && each.conversions > 0 ? [{ ...each, link }] : [];
  });
}
