import { classNames } from '#web/ui/class-names.ts';
import { type CountScale, percent, type Point } from './chart-scale.ts';

type BarsProps = {
  readonly points: readonly Point[];
  /** The points of another time, each a short line at its bar; empty without one. */
  readonly before: readonly Point[];
  readonly scale: CountScale;
  /** How many bars belong to times that are over. The next one is only outlined. */
  readonly finishedCount: number;
};

/** The width of a bar, as a share of its place. */
const barShare = 0.6;
const beforeShare = 0.84;

/** Bars from zero, for amounts and for few points. */
export function Bars({ points, before, scale, finishedCount }: BarsProps) {
  const zero = scale.share(0);
  return (
    <>
      {scale.gridLines.map(({ count, share }) => (
        <span
          key={count}
          style={{ bottom: percent(share) }}
          className="absolute inset-x-0 border-t border-line"
        />
      ))}
      {points.slice(0, finishedCount + 1).map(({ share, count }, index) => {
        const end = scale.share(count);
        return (
          <span
            key={share}
            style={{
              left: percent(share),
              width: percent(barShare / points.length),
              bottom: percent(Math.min(zero, end)),
              height: percent(Math.abs(end - zero)),
            }}
            className={classNames(
              'absolute max-w-12 -translate-x-1/2 rounded-t-sm',
              count !== 0 && 'min-h-0.5',
              index < finishedCount ? 'bg-series-1' : 'border border-dashed border-series-1',
            )}
          />
        );
      })}
      {before.map(({ share, count }) => (
        <span
          key={share}
          style={{
            left: percent(share),
            width: percent(beforeShare / points.length),
            bottom: percent(scale.share(count)),
          }}
          className="absolute h-0.5 max-w-16 -translate-x-1/2 translate-y-1/2 bg-muted ring-1 ring-surface"
        />
      ))}
    </>
  );
}
