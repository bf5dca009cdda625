import type { ReactNode } from 'react';
import type { Analytics } from '#web/api.ts';
import { dayLabel } from '#web/format.ts';
import { Card, CardHeader } from '#web/ui/card.tsx';
import { Chart } from '#web/ui/chart/chart.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';

type ClickChartProps = {
  readonly analytics: Analytics | undefined;
  readonly children?: ReactNode;
};

/** Clicks per day, as the person's days. */
export function ClickChart({ analytics, children }: ClickChartProps) {
  return (
    <Card>
      <CardHeader title="Click Analytics">{children}</CardHeader>
      {analytics ? (
        <Chart
          caption="Clicks per day"
          unit="Clicks"
          points={analytics.clicksOverTime.map(({ date, clicks }) => ({
            label: dayLabel(date),
            count: clicks,
          }))}
          isLastUnfinished
        />
      ) : (
        <div className="px-2 pb-2">
          <Skeleton className="mx-2 mb-4 h-60" />
        </div>
      )}
    </Card>
  );
}
