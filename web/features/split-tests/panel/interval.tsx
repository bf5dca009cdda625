import type { ReactNode } from 'react';
import {
  highWords,
  likelyWords,
  lowWords,
  type RatioAxis,
} from '#web/features/split-tests/axis.ts';
import type { Destination } from '#web/features/split-tests/split-tests.ts';
import { classNames } from '#web/ui/class-names.ts';

type Comparison = NonNullable<Destination['fromLeader']>;

const percent = (share: number): string => `${share * 100}%`;
/** The words beside an interval need this part of the width. */
const edge = 0.12;
/** What is called alike: a difference below 20%. */
const alike = 1.2;

type PlotProps = {
  readonly axis: RatioAxis;
  /** Whether the part of the axis is marked in which destinations are called alike. */
  readonly hasBand: boolean;
  readonly children: ReactNode;
};

/** A row's part of the plot; its grid lines continue those of the rows around it. */
export function Plot({ axis, hasBand, children }: PlotProps) {
  const [from, to] = [axis.share(1 / alike), axis.share(alike)];
  return (
    <div data-band={hasBand || undefined} className="group absolute inset-0 text-xs">
      {hasBand && (
        <span
          style={{ left: percent(from), width: percent(to - from) }}
          className="absolute inset-y-0 bg-muted/14"
        />
      )}
      {axis.ticks.map(({ label, share }) => (
        <span
          key={label}
          style={{ left: percent(share) }}
          className={classNames(
            'absolute inset-y-0 w-px',
            label === '0%' ? 'bg-line-strong' : 'bg-line',
          )}
        />
      ))}
      {children}
    </div>
  );
}

/** The marks of the axis, above its rows. */
export function AxisLabels({ axis }: { readonly axis: RatioAxis }) {
  return (
    <div aria-hidden className="relative h-4 text-xs font-normal">
      {axis.ticks.map(({ label, share }) => (
        <span
          key={label}
          style={{ left: percent(share) }}
          className="absolute -translate-x-1/2 whitespace-nowrap"
        >
          {label === '0%' ? '0' : label}
        </span>
      ))}
    </div>
  );
}

type IntervalProps = { readonly axis: RatioAxis; readonly comparison: Comparison };

/** A bound beyond the axis. */
const fadesLeft = 'mask-l-from-[calc(100%-2rem)]';
const fadesRight = 'mask-r-from-[calc(100%-2rem)]';

/** The interval of a difference, and a tick at its cautious estimate. */
export function Interval({ axis, comparison }: IntervalProps) {
  const { low, high, likely } = comparison;
  const [from, to] = [axis.share(low), high === null ? 1 : axis.share(high)];
  return (
    <>
      <span className="sr-only">{intervalWords(comparison)}</span>
      <span aria-hidden title={intervalWords(comparison)} className="absolute inset-0">
        <span
          style={{ left: percent(from), width: percent(to - from) }}
          className={classNames(
            'absolute top-1/2 h-2 -translate-y-1/2 bg-muted/55',
            from > 0 ? 'rounded-l-full' : fadesLeft,
            to < 1 ? 'rounded-r-full' : fadesRight,
          )}
        />
        <span
          style={{ left: percent(axis.share(likely)) }}
          className="absolute top-1/2 h-4 w-0.5 -translate-1/2 rounded-full bg-text"
        />
        {from > edge && <Words style={{ right: percent(1 - from) }}>{lowWords(low)}</Words>}
        {high !== null && to < 1 - edge && (
          <Words style={{ left: percent(to) }}>{highWords(high)}</Words>
        )}
      </span>
    </>
  );
}

type WordsProps = { readonly style: { left?: string; right?: string }; readonly children: string };

function Words({ style, children }: WordsProps) {
  return (
    <span
      style={style}
      className="absolute top-1/2 mx-1 -translate-y-1/2 bg-surface px-1 whitespace-nowrap text-muted group-data-band:bg-transparent"
    >
      {children}
    </span>
  );
}

/** The leader, with which the others are compared. */
export function Reference({ axis, letter, isWinner }: ReferenceProps) {
  return (
    <>
      <Words style={{ right: percent(1 - axis.share(1)) }}>{`${letter}, for comparison`}</Words>
      <span
        aria-hidden
        style={{ left: percent(axis.share(1)) }}
        className={classNames(
          'absolute top-1/2 ml-[0.5px] size-2 -translate-1/2 rounded-full ring-3 ring-surface',
          isWinner ? 'bg-series-1' : 'bg-text',
        )}
      />
    </>
  );
}

type ReferenceProps = {
  readonly axis: RatioAxis;
  readonly letter: string;
  readonly isWinner: boolean;
};

/** `Between −65% and +2%, probably −30%`. */
export function intervalWords({ low, high, likely }: Comparison): string {
  const bounds =
    high === null ? `At least ${lowWords(low)}` : `Between ${lowWords(low)} and ${highWords(high)}`;
  return `${bounds}, cautious estimate ${likelyWords(likely)}`;
}
