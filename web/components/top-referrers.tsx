import { useState } from 'react';
import type { Analytics } from '#web/api.ts';
import { BarList } from '#web/ui/bar-list.tsx';
import { Card, CardHeader } from '#web/ui/card.tsx';
import { Dialog, DialogBody } from '#web/ui/dialog.tsx';
import { SkeletonRows } from '#web/ui/skeleton.tsx';

const shownCount = 6;

type Referrers = Analytics['topReferrers'];

/** Where clicks come from: the first few, and all of them in a dialog. */
export function TopReferrers({ analytics }: { readonly analytics: Analytics | undefined }) {
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
      <Content analytics={analytics} />
      <Dialog title="All Referrers" isOpen={isOpen} onClose={() => setIsOpen(false)}>
        <DialogBody>
          <div className="-mx-4">
            <BarList label="All referrers" unit="click" bars={bars(referrers)} />
          </div>
        </DialogBody>
      </Dialog>
    </Card>
  );
}

function Content({ analytics }: { readonly analytics: Analytics | undefined }) {
  if (!analytics) return <SkeletonRows count={shownCount} label="Loading referrers" />;
  if (analytics.topReferrers.length === 0) {
    return <p className="px-4 pt-2 pb-8 text-center text-muted">No referrer data available</p>;
  }
  return (
    <BarList
      label="Top referrers"
      unit="click"
      bars={bars(analytics.topReferrers.slice(0, shownCount))}
    />
  );
}

function bars(referrers: Referrers) {
  return referrers.map(({ domain, clicks, percentage }) => ({
    key: domain,
    label: domain,
    count: clicks,
    percentage,
  }));
}
