// Simulates split tests with Waypost's own judgement: `bun run simulate:split-tests --seed N --tests N
// [--table NAME]`. It prints the tables of docs/split-tests.md as Markdown, each number with its
// standard error. The same seed and size give the same tables. `--tests` is the number of tests for
// each cell; costly tables simulate a part of it, as they say.
import { parseArgs } from 'node:util';
import { automatic } from './tables/automatic.ts';
import type { Size, Table } from './tables/cells.ts';
import { delays } from './tables/delays.ts';
import { falseWinners, weights } from './tables/false-winners.ts';
import { estimates, intervals } from './tables/intervals.ts';
import { planned, power } from './tables/power.ts';
import { revenue } from './tables/revenue.ts';
import { usualRules } from './tables/usual-rules.ts';

/** The tables, and the part of the tests that each one simulates. */
const tables: Readonly<Record<string, readonly [simulate: (size: Size) => Table, part: number]>> = {
  'false-winners': [falseWinners, 1],
  'usual-rules': [usualRules, 1],
  weights: [weights, 1],
  intervals: [intervals, 1],
  delays: [delays, 1],
  power: [power, 0.5],
  planned: [planned, 0.2],
  estimates: [estimates, 0.2],
  automatic: [automatic, 0.2],
  revenue: [revenue, 0.2],
};

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: '1' },
    tests: { type: 'string', default: '500' },
    table: { type: 'string' },
  },
});
const [seed, tests] = [Number(values.seed), Number(values.tests)];
const chosen = Object.entries(tables).filter(([name]) => [undefined, name].includes(values.table));
if (!Number.isInteger(seed) || !Number.isInteger(tests) || tests < 10 || chosen.length === 0) {
  console.error(
    `usage: bun run simulate:split-tests --seed N --tests N (at least 10) --table ${Object.keys(tables).join('|')}`,
  );
  process.exit(2);
}
for (const [name, [simulate, part]] of chosen) {
  const size = { seed, tests: Math.max(Math.round(tests * part), 10) };
  const began = performance.now();
  print(name, size, simulate(size));
  console.error(`${name}: ${((performance.now() - began) / 1000).toFixed(0)} s`);
}

function print(name: string, { tests }: Size, { title, note, head, rows }: Table): void {
  const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
  const heading = `### ${title}\n\n${note} Seed ${seed}, ${tests.toLocaleString('en-US')} tests a cell (\`--table ${name}\`).\n`;
  console.log([heading, line(head), line(head.map(() => '---')), ...rows.map(line), ''].join('\n'));
}
