import { useAtomValue, useSetAtom } from 'jotai';
import type { Analytics, User } from '#web/api.ts';
import { CreateLinkCard } from '#web/features/links/create-link-card.tsx';
import { QueryView } from '#web/ui/answers/query.tsx';
import { useSubscriptionReturn } from '#web/features/billing/finish-subscription.ts';
import { LiveNow } from '#web/features/live/live-now.tsx';
import { FirstSteps } from './first-steps.tsx';
import { LinksCard } from '#web/features/links/list/links-card.tsx';
import { PageHeader } from '#web/features/page/page-header.tsx';
import {
  timeRangeAtom,
  timeRangeLabel,
  TimeRangeSelect,
} from '#web/features/address/time-ranges.tsx';
import { TopReferrers } from '#web/features/analytics/top-referrers.tsx';
import { TrialBanner } from '#web/features/billing/trial-banner.tsx';
import { usePrevious } from '#web/ui/answers/use-previous.ts';
import { changeLabel, displayName, initials, money, wholeNumber } from '#web/format.ts';
import { accountAtom } from '#web/app/state/account.ts';
import { analyticsQuery } from '#web/features/analytics/analytics.ts';
import {
  areBars,
  finishedCount,
  soFarWords,
  timesOf,
  unitNames,
} from '#web/features/analytics/measures/chart-series.ts';
import { beforeOf, ChartTip } from '#web/features/analytics/measures/chart-tip.tsx';
import { mainCurrency, measureLabels, measures } from '#contract/analytics/measures';
import { Avatar } from '#web/ui/avatar.tsx';
import { MailWarning } from 'lucide-react';
import { ResendButton } from '#web/features/account/resend-button.tsx';
import { Card, CardHeader } from '#web/ui/card.tsx';
import { LineChart } from '#web/ui/chart/line-chart.tsx';
import { Skeleton } from '#web/ui/answers/skeleton.tsx';
import { classNames } from '#web/ui/class-names.ts';
import { StatCard } from '#web/ui/stat-card.tsx';
import { besideDollars } from '#web/features/events/other-currencies.tsx';

/** Links per page: the first page shows the ten newest. */
const pageSize = 10;
const hourMs = 3_600_000;

/** The dashboard: create-link card, totals, clicks, referrers and the newest links. */
export function Component() {
  useSubscriptionReturn();
  const account = useAtomValue(accountAtom);
  if (account.kind !== 'in') return null;
  const { user } = account;
  // Only `Welcome` and `Numbers` depend on the numbers. The form and the list stay unchanged when
  // the numbers are loaded.
  return (
    <>
      <Welcome user={user} />
      <TrialBanner user={user} />
      <ConfirmEmailNotice user={user} />
      <CreateLinkCard />
      <Numbers user={user} />
      <LinksCard title="Recent Links" pageSize={pageSize} />
    </>
  );
}

type OfUser = { readonly user: User };

/** The numbers of the range, and whether the person is new: no link was ever clicked. */
function useNumbers(user: User) {
  const timeRange = useAtomValue(timeRangeAtom);
  const analytics = useAtomValue(analyticsQuery({ timeRange, linkId: null }));
  const { value: known } = usePrevious(analytics.data, null);
  const isNew = known ? known.totalClicks === 0 : isYoung(user, Date.now());
  return { timeRange, analytics, isNew };
}

function Welcome({ user }: OfUser) {
  const { analytics, isNew } = useNumbers(user);
  const isLoading = analytics.data === undefined && analytics.error === null;
  const name = user.firstName || displayName(user);
  return (
    <PageHeader
      heading={isNew ? `Welcome, ${name}` : `Welcome back, ${name}`}
      text={isLoading ? 'Loading dashboard...' : isNew ? texts.isNew : texts.isBack}
      isStacked
    >
      <LiveNow />
      <span className="hidden items-center gap-2.5 md:flex">
        <Avatar imageUrl={user.profileImageUrl} initials={initials(user)} />
        <span className="max-w-48 truncate font-semibold">{displayName(user)}</span>
      </span>
    </PageHeader>
  );
}

function Numbers({ user }: OfUser) {
  const { timeRange, analytics, isNew } = useNumbers(user);
  const choose = useSetAtom(timeRangeAtom);
  const { data } = analytics;
  return (
    <QueryView query={analytics} things="analytics data">
      <SummaryCards analytics={data} />
      <div className="-mb-2 flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <p className="min-w-0 text-sm text-faint">
          The totals above are of all time. Each change compares the last 30 days with the 30 days
          before.
        </p>
        <TimeRangeSelect value={timeRange} onChange={choose} />
      </div>
      {/* One below the other, the cards are together as high as their placeholders, or higher. */}
      <div className="grid min-h-151 gap-3 lg:min-h-0 lg:grid-cols-[minmax(0,1.9fr)_minmax(0,1fr)]">
        {data && isNew ? (
          <FirstSteps pageSize={pageSize} />
        ) : (
          <ClickChart analytics={data} days={timeRangeLabel(timeRange)} />
        )}
        <TopReferrers analytics={data} timeRange={timeRange} />
      </div>
    </QueryView>
  );
}

const texts = {
  isNew: 'Create a short link, share it, and see who clicks.',
  isBack: 'Here is how your links are doing.',
};

/**
 * Whether the account is less than one hour old. Decides the greeting until the numbers are loaded.
 */
function isYoung({ createdAt }: User, nowMs: number): boolean {
  return nowMs - Date.parse(createdAt) < hourMs;
}

/** Asks the person to confirm their email address. Renders nothing once it is confirmed. */
function ConfirmEmailNotice({ user }: { readonly user: User }) {
  if (user.verified) return null;
  return (
    <aside
      aria-label="Confirm your email"
      className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2.5 rounded-lg border border-line bg-surface px-4 py-3 max-md:flex-nowrap max-md:py-1 max-md:pr-1"
    >
      <p className="flex min-w-0 flex-1 basis-64 items-start gap-2.5 max-md:basis-0">
        <MailWarning aria-hidden className="mt-px size-5 shrink-0 text-warn max-md:hidden" />
        <span className="min-w-0">
          <span className="font-medium">Confirm your email.</span>{' '}
          <span className="text-muted max-md:sr-only">
            Open the link that we sent to <span className="wrap-anywhere">{user.email}</span>.
          </span>
        </span>
      </p>
      <ResendButton email={user.email} />
    </aside>
  );
}

type ClickChartProps = {
  readonly analytics: Analytics | undefined;
  /** The words of the range. */
  readonly days: string;
};

/** Clicks over time, in days of the person's time zone. */
function ClickChart({ analytics, days: note }: ClickChartProps) {
  return (
    <Card>
      <CardHeader title="Click Analytics" note={note} />
      {analytics ? (
        <Clicks {...analytics} />
      ) : (
        <div className="px-2 pb-2">
          <Skeleton className="mx-2 mb-4 h-60" />
        </div>
      )}
    </Card>
  );
}

const measureNames = measures.map((measure) => [measure, measureLabels[measure]] as const);

function Clicks({ series, unit, usual }: Pick<Analytics, 'series' | 'unit' | 'usual'>) {
  const currency = mainCurrency(series.flatMap(({ money: each }) => each));
  const finished = finishedCount(series);
  const before = beforeOf({ step: undefined, unit, usual }, currency);
  return (
    <LineChart
      caption={`Clicks per ${unit}`}
      timeName={unitNames[unit]}
      times={timesOf(series, unit)}
      lines={[{ name: 'Clicks', counts: series.map(({ clicks }) => clicks) }]}
      finishedCount={finished}
      soFar={soFarWords(unit)}
      comparison={before?.text('clicks', before.of('clicks') ?? 0)}
      isBars={areBars('clicks', series.length)}
      tip={(index) => (
        <ChartTip
          names={measureNames}
          measure="clicks"
          currency={currency}
          step={series[index]}
          unit={unit}
          before={index === finished ? before : null}
        />
      )}
    />
  );
}

type Change = Analytics['changes']['links'];
type Stat = {
  readonly label: string;
  value(analytics: Analytics): string;
  /** Returns the number of the last 30 days. */
  recent(analytics: Analytics): string;
  change(analytics: Analytics): Change;
  /** Which amount in other currencies to show below. */
  readonly others?: 'profit';
};

const stats: readonly Stat[] = [
  {
    label: 'Total Links',
    value: ({ totalLinks }) => wholeNumber(totalLinks),
    recent: ({ lastMonth }) => wholeNumber(lastMonth.links),
    change: ({ changes }) => changes.links,
  },
  {
    label: 'Total Clicks',
    value: ({ totalClicks }) => wholeNumber(totalClicks),
    recent: ({ lastMonth }) => wholeNumber(lastMonth.clicks),
    change: ({ changes }) => changes.clicks,
  },
  {
    label: 'Total Profit',
    value: ({ totalProfit }) => money(totalProfit),
    recent: ({ lastMonth }) => money(lastMonth.profit),
    change: ({ changes }) => changes.profit,
    others: 'profit',
  },
  {
    label: 'Conversions',
    value: ({ totalConversions }) => wholeNumber(totalConversions),
    recent: ({ lastMonth }) => wholeNumber(lastMonth.conversions),
    change: ({ changes }) => changes.conversions,
  },
];

const reserved = ['100 in 30 days', '+10.0% vs last month'];

/** The four all-time totals, each with its last 30 days and their change. */
function SummaryCards({ analytics }: { readonly analytics: Analytics | undefined }) {
  return (
    <div className="grid grid-cols-2 gap-3 lg:grid-cols-4">
      {stats.map(({ label, value, recent, change, others }) => (
        <StatCard
          key={label}
          label={label}
          value={analytics && value(analytics)}
          reserved={reserved}
        >
          {analytics && (
            <>
              {others && (
                <span className="text-xs text-muted">
                  {besideDollars(analytics.otherCurrencies, others)}
                </span>
              )}
              <p className="mt-auto">
                <span className="block">{recent(analytics)} in 30 days</span>
                <span className={classNames('font-semibold', changeTone(change(analytics)))}>
                  {changeLabel(change(analytics))}
                </span>{' '}
                vs last month
              </p>
            </>
          )}
        </StatCard>
      ))}
    </div>
  );
}

function changeTone(change: Change): string {
  if (change === null || change === 0) return 'text-faint';
  return change === 'new' || change > 0 ? 'text-good' : 'text-bad';
}
