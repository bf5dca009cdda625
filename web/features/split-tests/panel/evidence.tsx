import { dayLabel } from '#web/format.ts';
import { levelWords } from '#web/features/split-tests/words.ts';
import type { SplitTest } from '#web/features/split-tests/split-tests.ts';
import { LineChart } from '#web/ui/chart/line-chart.tsx';

/** What lies far beyond both marks is drawn at the edge: only the way to them matters. */
const [lowestDrawn, highestDrawn] = [-1, 1.5];
const marks = [
  { count: 0, name: 'No evidence' },
  { count: 1, name: 'Enough to win' },
] as const;

/** How the evidence for each destination has grown and shrunk, day by day. */
export function Evidence({ test: { evidence, destinations } }: { readonly test: SplitTest }) {
  if (evidence.length === 0) {
    return <p className="text-sm text-muted">The first judgement comes after midnight (UTC).</p>;
  }
  const days = evidence.map(({ day }) => Date.parse(day));
  const [first = 0, last = 0] = [days[0], days.at(-1)];
  const lines = destinations
    .map(({ letter, name }, at) => {
      const levels = evidence.map((each) => each.levels[at] ?? 0);
      return {
        name: name === null ? letter : `${letter} ${name}`,
        counts: levels.map((level) => Math.min(Math.max(level, lowestDrawn), highestDrawn)),
        texts: levels.map(levelWords),
        last: levels.at(-1) ?? 0,
      };
    })
    .toSorted((a, b) => b.last - a.last);
  return (
    <LineChart
      caption="Evidence for each destination against the others, by day"
      timeName="Day"
      times={evidence.map(({ day }, at) => ({
        label: dayLabel(day),
        ...(last > first && { share: ((days[at] ?? first) - first) / (last - first) }),
      }))}
      lines={lines}
      marks={marks}
      isGrey
    />
  );
}
