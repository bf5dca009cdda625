import { useState } from 'react';
import type { Analytics } from '#web/api.ts';
import type { Question } from '#web/features/address/time-ranges.tsx';
import { BarList } from '#web/ui/bar-list.tsx';
import { Card, CardHeader } from '#web/ui/card.tsx';
import { SkeletonRows } from '#web/ui/skeleton.tsx';
import { lazyDialog } from '#web/app/state/lazy.tsx';
import { referrerBars } from './analytics.ts';

const AllReferrersDialog = lazyDialog(
  async () => (await import('./all-referrers-dialog.tsx')).AllReferrersDialog,
  ({ isOpen }) => isOpen,
);

type TopReferrersProps = {
  readonly analytics: Analytics | undefined;
  /** The question that `analytics` answers. The dialog asks it for all referrers. */
  readonly question: Question;
  readonly shownCount?: number;
};

/** The referrers with the most clicks; a dialog shows all of them. */
export function TopReferrers({ analytics, question, shownCount = 6 }: TopReferrersProps) {
  const [isOpen, setIsOpen] = useState(false);
  const referrers = analytics?.topReferrers ?? [];

  return (
    <Card>
      <CardHeader title="Top Referrers">
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
      <AllReferrersDialog question={question} isOpen={isOpen} onClose={() => setIsOpen(false)} />
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
      bars={referrerBars(analytics.topReferrers.slice(0, shownCount))}
    />
  );
}
