import type { Analytics } from '#web/api.ts';
import { wholeNumber } from '#web/format.ts';
import { visitorsAre } from '#web/app/instance.ts';
import { Card } from '#web/ui/card.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';

/** The range in three numbers. Bots stand beside the clicks and are in none of them. */
export function RangeTotals({ analytics }: { readonly analytics: Analytics | undefined }) {
  const clicks = analytics?.clicksOverTime.reduce((sum, day) => sum + day.clicks, 0);
  return (
    <Card>
      <dl className="grid grid-cols-3 divide-x divide-line">
        <Total label="Clicks" note="by people" value={clicks} />
        <Total
          label="Unique visitors"
          note={visitorsAre === 'cookieless' ? 'counted once per day' : 'recognized by a cookie'}
          value={analytics?.uniqueVisitors}
        />
        <Total label="Bots" note="not counted as clicks" value={analytics?.botClicks} />
      </dl>
    </Card>
  );
}

type TotalProps = {
  readonly label: string;
  readonly note: string;
  readonly value: number | undefined;
};

function Total({ label, note, value }: TotalProps) {
  return (
    <div className="grid content-start gap-0.5 px-3 py-3.5 md:px-4">
      <dt className="text-sm font-medium text-muted">{label}</dt>
      <dd className="num text-xl font-[650] tracking-tight md:text-2xl">
        {value === undefined ? <Skeleton className="my-1 h-5 w-20" /> : wholeNumber(value)}
      </dd>
      <dd className="text-xs text-faint">{note}</dd>
    </div>
  );
}
