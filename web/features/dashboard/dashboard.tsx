import { useAtom, useAtomValue } from 'jotai';
import type { Analytics, User } from '#web/api.ts';
import { ClickChart } from '#web/features/analytics/click-chart.tsx';
import { ConfirmEmailNotice } from './confirm-email-notice.tsx';
import { CreateLinkCard } from '#web/features/links/create-link-card.tsx';
import { UnlessFailed } from '#web/ui/query/unless-failed.tsx';
import { useSubscriptionReturn } from '#web/features/billing/checkout/finish-subscription.ts';
import { FirstSteps } from './first-steps.tsx';
import { LinksCard } from '#web/features/links/links-card.tsx';
import { PageHeader } from '#web/app/shell/page-header.tsx';
import { SummaryCards } from './summary-cards.tsx';
import { TimeRangeSelect } from '#web/features/analytics/time-range-select.tsx';
import { TopReferrers } from '#web/features/analytics/top-referrers.tsx';
import { TrialBanner } from '#web/features/billing/trial-banner.tsx';
import { useKept } from '#web/features/listing/use-kept.ts';
import { timeRangeAtom } from '#web/features/analytics/time-range.ts';
import { displayName, initials } from '#web/format.ts';
import { accountAtom } from '#web/features/account/account.ts';
import { analyticsQuery } from '#web/features/analytics/analytics.ts';
import { Avatar } from '#web/ui/avatar.tsx';

/** The table shows the ten newest links; the others are on its further pages. */
const pageSize = 10;
const hourMs = 3_600_000;

/** Everything at a glance: a link to make, the numbers, where clicks come from, the newest links. */
export function Component() {
  useSubscriptionReturn();
  const account = useAtomValue(accountAtom);
  const [timeRange, setTimeRange] = useAtom(timeRangeAtom);
  const analytics = useAtomValue(analyticsQuery({ timeRange, linkId: null }));
  const { data, error } = analytics;
  const { value: known } = useKept(data, null);
  if (account.kind !== 'in') return null;
  const { user } = account;
  const isNew = known ? known.totalClicks === 0 : isYoung(user, Date.now());
  const range = <TimeRangeSelect value={timeRange} onChange={setTimeRange} />;

  return (
    <>
      <Welcome user={user} analytics={data} isNew={isNew} hasFailed={error !== null} />
      <TrialBanner user={user} />
      <ConfirmEmailNotice user={user} />
      <CreateLinkCard />
      <UnlessFailed query={analytics} failure="Failed to load analytics data">
        <SummaryCards analytics={data} />
        <div className="grid gap-3 lg:grid-cols-[minmax(0,1.9fr)_minmax(0,1fr)]">
          {data && isNew ? (
            <FirstSteps pageSize={pageSize}>{range}</FirstSteps>
          ) : (
            <ClickChart analytics={data}>{range}</ClickChart>
          )}
          <TopReferrers analytics={data} question={{ timeRange, linkId: null }} />
        </div>
      </UnlessFailed>
      <LinksCard title="Recent Links" pageSize={pageSize} />
    </>
  );
}

type WelcomeProps = {
  readonly user: User;
  readonly analytics: Analytics | undefined;
  /** There is nothing to come back to: no link was ever clicked. */
  readonly isNew: boolean;
  readonly hasFailed: boolean;
};

function Welcome({ user, analytics, isNew, hasFailed }: WelcomeProps) {
  const isLoading = analytics === undefined && !hasFailed;
  const name = user.firstName || displayName(user);
  return (
    <PageHeader
      title={isNew ? `Welcome, ${name}` : `Welcome back, ${name}`}
      tabTitle="Dashboard"
      text={isLoading ? 'Loading dashboard...' : isNew ? texts.isNew : texts.isBack}
    >
      <span className="hidden items-center gap-2.5 md:flex">
        <Avatar imageUrl={user.profileImageUrl} initials={initials(user)} />
        <span className="max-w-48 truncate font-semibold">{displayName(user)}</span>
      </span>
    </PageHeader>
  );
}

const texts = {
  isNew: 'Create a short link, share it, and see who clicks.',
  isBack: 'Here is what your links did while you were away.',
};

/** Who has just registered is greeted as new while the numbers are on their way. */
function isYoung({ createdAt }: User, nowMs: number): boolean {
  return nowMs - Date.parse(createdAt) < hourMs;
}
