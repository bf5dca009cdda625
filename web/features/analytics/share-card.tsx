import { Card, CardHeader } from '#web/ui/card.tsx';
import { type Bar, BarList } from '#web/ui/bar-list.tsx';
import { SkeletonRows } from '#web/ui/skeleton.tsx';

type ShareCardProps = {
  readonly title: string;
  readonly emptyText: string;
  /** Undefined while it is loading. */
  readonly bars: readonly Bar[] | undefined;
};

/** How clicks divide over one property of their visitors. */
export function ShareCard({ title, emptyText, bars }: ShareCardProps) {
  return (
    <Card>
      <CardHeader title={title} />
      <Shares title={title} emptyText={emptyText} bars={bars} />
    </Card>
  );
}

/** The list of a share card, for cards that hold more than it. */
export function Shares({ title, emptyText, bars }: ShareCardProps) {
  if (!bars) return <SkeletonRows count={4} label={`Loading ${title.toLowerCase()}`} />;
  if (bars.length === 0)
    return <p className="px-4 pt-2 pb-8 text-center text-muted">{emptyText}</p>;
  return <BarList label={title} unit="click" bars={bars} />;
}
