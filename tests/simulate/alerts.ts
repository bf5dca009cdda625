// Simulates a year of links that never stop, hour by hour, and counts the false alarms of 'it went
// silent'; then stops each link and measures how long the alarm takes: `bun run simulate:alerts --seed N
// --links N`. It prints the tables of docs/alerts.md as Markdown; the same seed and size give the same.
import { parseArgs } from 'node:util';
import { hoursRead, silenceOf } from '#core/alerts/silence';
import { type Stream, streams, yearOf } from './streams.ts';
import { longRandom } from './random.ts';

const weekHours = 168;
const perWeek = [20, 50, 200, 1000, 10_000];

const { values } = parseArgs({
  options: { seed: { type: 'string', default: '1' }, links: { type: 'string', default: '100' } },
});
const [seed, links] = [Number(values.seed), Number(values.links)];
if (!Number.isInteger(seed) || !Number.isInteger(links) || links < 1) {
  console.error('usage: bun run simulate:alerts --seed N --links N');
  process.exit(2);
}
console.log(`Seed ${seed}, ${links} links a cell, a year each.\n`);
print('Clicks a week', 'False alarms of one link in a year', (stream, week) => {
  const years = runs(stream, week).map(falseAlarms);
  return (years.reduce((sum, count) => sum + count, 0) / links).toFixed(3);
});
print(
  'Clicks a week',
  'Hours from the last click to the alarm: median (and of 9 in 10 links)',
  (stream, week) => {
    const waits = runs(stream, week)
      .map(hoursToAlarm)
      .toSorted((one, other) => one - other);
    const shown = (part: number) => {
      const wait = waits[Math.min(waits.length - 1, Math.floor(part * waits.length))] ?? Infinity;
      return Number.isFinite(wait) ? String(wait) : 'never';
    };
    return `${shown(0.5)} (${shown(0.9)})`;
  },
);

function runs(stream: Stream, week: number): readonly (readonly number[])[] {
  return Array.from({ length: links }, (_, link) =>
    yearOf(longRandom(seed * 1_000_003 + link), {
      stream,
      perWeek: week,
      hours: hoursRead + 52 * weekHours,
    }),
  );
}

/** The silences of a year in which nothing stopped: one silence is one alarm. */
function falseAlarms(counts: readonly number[]): number {
  let alarms = 0;
  let isRaised = false;
  for (let end = hoursRead; end <= counts.length; end += 1) {
    if ((counts[end - 1] ?? 0) > 0) {
      isRaised = false;
    } else if (!isRaised && silenceOf(counts.slice(end - hoursRead, end)).isSilent) {
      isRaised = true;
      alarms += 1;
    }
  }
  return alarms;
}

/** Stops the link after ten weeks, at an hour that depends on its numbers. */
function hoursToAlarm(counts: readonly number[], link: number): number {
  const end = hoursRead + 5 * weekHours + ((link * 37) % weekHours);
  const seen = counts.slice(0, end);
  const last = seen.findLastIndex((count) => count > 0) + 1;
  for (let hours = 1; hours <= weekHours; hours += 1) {
    const until = [...seen.slice(0, last), ...Array.from({ length: hours }, () => 0)];
    if (silenceOf(until.slice(-hoursRead)).isSilent) return hours;
  }
  return Infinity;
}

function print(first: string, title: string, cell: (stream: Stream, week: number) => string): void {
  const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
  console.log(`${title}:\n`);
  const names = Object.keys(streams);
  console.log([line([first, ...names]), line(['---', ...names.map(() => '---')])].join('\n'));
  for (const week of perWeek) {
    const cells = Object.values(streams).map((stream) => cell(stream, week));
    console.log(line([week.toLocaleString('en-US'), ...cells]));
  }
  console.log('');
}
