import { useAtomValue } from 'jotai';
import { ClickChart } from '#web/components/click-chart.tsx';
import { CreateLinkCard } from '#web/components/create-link-card.tsx';
import { FailureCard } from '#web/components/failure-card.tsx';
import { useSubscriptionReturn } from '#web/components/finish-subscription.ts';
import { LinksCard } from '#web/components/links-card.tsx';
import { PageHeader } from '#web/components/page-header.tsx';
import { SummaryCards } from '#web/components/summary-cards.tsx';
import { TimeRangeSelect } from '#web/components/time-range-select.tsx';
import { TopReferrers } from '#web/components/top-referrers.tsx';
import { TrialBanner } from '#web/components/trial-banner.tsx';
import { useTimeRange } from '#web/components/use-time-range.ts';
import { displayName, initials } from '#web/format.ts';
import { accountAtom } from '#web/state/account.ts';
import { analyticsQuery } from '#web/state/analytics.ts';
import { Avatar } from '#web/ui/avatar.tsx';

/** The table shows the ten newest links; the others are on its further pages. */
const pageSize = 10;

/** Everything at a glance: a link to make, the numbers, where clicks come from, the newest links. */
export function Component() {
  useSubscriptionReturn();
  const [timeRange, setTimeRange] = useTimeRange();
  const { data, error, isPending, refetch } = useAtomValue(
    analyticsQuery({ timeRange, linkId: null }),
  );

  return (
    <>
      <Welcome isLoading={isPending} />
      <Trial />
      <CreateLinkCard />
      {error && !data ? (
        <FailureCard
          title="Failed to load analytics data"
          error={error}
          onRetry={() => void refetch()}
        />
      ) : (
        <>
          <SummaryCards analytics={data} />
          <div className="grid gap-3 lg:grid-cols-[minmax(0,1.9fr)_minmax(0,1fr)]">
            <ClickChart analytics={data}>
              <TimeRangeSelect value={timeRange} onChange={setTimeRange} />
            </ClickChart>
            <TopReferrers analytics={data} question={{ timeRange, linkId: null }} />
          </div>
        </>
      )}
      <LinksCard title="Recent Links" pageSize={pageSize} />
    </>
  );
}

function Welcome({ isLoading }: { readonly isLoading: boolean }) {
  const account = useAtomValue(accountAtom);
  if (account.kind !== 'in') return null;
  const { user } = account;

  return (
    <PageHeader
      title={`Welcome back, ${user.firstName || displayName(user)}`}
      tabTitle="Dashboard"
      text={isLoading ? 'Loading dashboard...' : 'Here is what your links did while you were away.'}
    >
      <span className="hidden items-center gap-2.5 md:flex">
        <Avatar imageUrl={user.profileImageUrl} initials={initials(user)} />
        <span className="max-w-48 truncate font-semibold">{displayName(user)}</span>
      </span>
    </PageHeader>
  );
}

function Trial() {
  const account = useAtomValue(accountAtom);
  return account.kind === 'in' ? <TrialBanner user={account.user} /> : null;
}
