// `bun run check:nemeses`: lets things go wrong while visitors visit, and checks after each round that
// every accepted visit is stored once, and that each total is a recount. Its table is in
// docs/evidence.md. `--rounds 50` of each nemesis (3 when absent); `--minutes 12` ends it earlier, after
// a whole round, and so does SIGTERM; `--controls` takes each protection away, and expects that the check
// fails; other words select nemeses by a part of their name.
import { parseArgs } from 'node:util';
import { minuteMs } from '#core/shared/time';
import { nemeses, type Nemesis } from './nemeses.ts';
import { runRounds, type Rounds } from './round.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    rounds: { type: 'string', default: '3' },
    minutes: { type: 'string', default: '1000' },
    lanes: { type: 'string', default: '1' },
    controls: { type: 'boolean', default: false },
  },
});
const rounds = Number(values.rounds);
let until = performance.now() + Number(values.minutes) * minuteMs;
process.once('SIGTERM', () => {
  until = 0;
});
const chosen = nemeses.filter(
  ({ name }) => positionals.length === 0 || positionals.some((word) => name.includes(word)),
);

const columns = [
  'rounds',
  'attempted',
  'accepted',
  'stored',
  'reportedLost',
  'lost',
  'duplicated',
] as const;
const rows: { readonly name: string; readonly done: Rounds }[] = [];
let isRight = true;

async function tryOne(nemesis: Nemesis): Promise<void> {
  const { name, control } = nemesis;
  const isEnough = (done: number): boolean => done >= rounds || performance.now() > until;
  const startedAt = performance.now();
  const done = await runRounds(nemesis, { isEnough, isControl: values.controls }).catch(
    (error: unknown) => {
      console.error(`${name}:`, error);
      return null;
    },
  );
  if (done === null) return;
  const seconds = Math.round((performance.now() - startedAt) / 1000);
  const findings = done.wrong.length === 0 ? 'nothing wrong' : done.wrong.slice(0, 3).join('; ');
  const what = values.controls ? `${name}, without ${control.without}` : name;
  const counts = columns.map((column) => `${column} ${done[column]}`).join(', ');
  console.log(`${what}: ${counts}, ${seconds} s: ${findings}`);
  rows.push({ name, done });
  if (values.controls === (done.wrong.length === 0)) isRight = false;
}

const waiting = [...chosen];
const lane = async (): Promise<void> => {
  for (let next = waiting.shift(); next; next = waiting.shift()) {
    if (performance.now() < until) await tryOne(next);
  }
};
await Promise.all(Array.from({ length: Number(values.lanes) }, lane));

const order = (name: string) => nemeses.findIndex((one) => one.name === name);
console.log(`\n| Nemesis | ${columns.join(' | ')} |\n|${'---|'.repeat(columns.length + 1)}`);
for (const { name, done } of rows.toSorted((one, other) => order(one.name) - order(other.name))) {
  console.log(`| ${name} | ${columns.map((column) => done[column]).join(' | ')} |`);
}
process.exitCode = isRight && rows.length === chosen.length ? 0 : 1;
