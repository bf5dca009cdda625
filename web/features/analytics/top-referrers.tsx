import { useState } from 'react';
import type { Analytics, TimeRange } from '#web/api.ts';
import { type Bar, BarList } from '#web/ui/bar-list.tsx';
import { timeRangeLabel } from '#web/features/address/time-ranges.tsx';
import { Card, CardHeader } from '#web/ui/card.tsx';
import { SkeletonRows } from '#web/ui/answers/skeleton.tsx';
import { lazyDialog } from '#web/app/state/lazy.tsx';
import { IconBox } from './lists/icon-box.tsx';
import { iconOf } from './lists/value-icon.ts';

const AllReferrersDialog = lazyDialog(
  async () => (await import('./all-referrers-dialog.tsx')).AllReferrersDialog,
  ({ isOpen }) => isOpen,
);

type TopReferrersProps = {
  readonly analytics: Analytics | undefined;
  /** The range of the numbers, of which the dialog shows all referrers. */
  readonly timeRange: TimeRange;
  readonly shownCount?: number;
};

/** The referrers with the most clicks; a dialog shows all of them. */
export function TopReferrers({ analytics, timeRange, shownCount = 6 }: TopReferrersProps) {
  const [isOpen, setIsOpen] = useState(false);
  const referrers = analytics?.topReferrers ?? [];

  return (
    <Card>
      <CardHeader title="Top Referrers" note={timeRangeLabel(timeRange)}>
        {referrers.length > 0 && (
          <button
            type="button"
            onClick={() => setIsOpen(true)}
            className="rounded-sm text-sm font-semibold text-accent-text hover:underline"
          >
            View All
          </button>
        )}
      </CardHeader>
      <Content analytics={analytics} shownCount={shownCount} />
      <AllReferrersDialog timeRange={timeRange} isOpen={isOpen} onClose={() => setIsOpen(false)} />
    </Card>
  );
}

type ContentProps = Required<Pick<TopReferrersProps, 'analytics' | 'shownCount'>>;

function Content({ analytics, shownCount }: ContentProps) {
  if (!analytics) return <SkeletonRows count={shownCount} label="Loading referrers" />;
  if (analytics.topReferrers.length === 0) {
    return <p className="px-4 pt-2 pb-8 text-center text-muted">No referrer data available</p>;
  }
  return (
    <BarList
      label="Top referrers"
      unit="click"
      bars={barsOf(analytics.topReferrers.slice(0, shownCount))}
    />
  );
}

/** The name of the rest of a list. */
const other = 'Other';

function barsOf(referrers: Analytics['topReferrers']): readonly Bar[] {
  return referrers.map(({ domain, clicks, percentage }) => ({
    key: domain,
    label: <Referrer domain={domain} />,
    count: clicks,
    percentage,
    isRest: domain === other,
  }));
}

function Referrer({ domain }: { readonly domain: string }) {
  const icon = domain === other ? null : iconOf('referrers', domain);
  return (
    <span className="flex min-w-0 items-center gap-2">
      {icon !== null && <IconBox icon={icon} />}
      <span className="truncate">{domain}</span>
    </span>
  );
}
