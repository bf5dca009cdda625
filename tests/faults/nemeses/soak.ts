// `bun run soak --minutes 20`: visits at a moderate rate, and every ten to thirty seconds something goes
// wrong. Prints what Waypost uses from minute to minute, the slope of its memory after the warm-up, and
// what the check of the whole history found, after a kill at the end. docs/evidence.md has its table.
import { parseArgs } from 'node:util';
import { minuteMs, secondMs } from '#core/shared/time';
import { judge } from './history.ts';
import { nemeses } from './nemeses.ts';
import { openScene, type Scene } from './scene.ts';
import { type Sample, sampler, slopePerMinute } from './soak-samples.ts';
import { traffic, type Traffic } from './traffic.ts';

const { values } = parseArgs({ options: { minutes: { type: 'string', default: '20' } } });
const minutes = Number(values.minutes);
const mostSlopeMb = 1;
/** Memory grows while caches fill and code is compiled. */
const warmUpShare = 0.25;
/** A Waypost that starts anew has no slope: it is killed only at the end. */
const strikes = nemeses.filter(
  ({ cutsOff, doubles, setting }) => cutsOff === undefined && !doubles && !setting,
);

const scene = await openScene({});
const all: Traffic[] = [];
try {
  const usual = { visitors: 10, pauseMs: 200, name: 'usual' };
  const visitors = traffic({ port: scene.port, codes: scene.codes, ...usual });
  all.push(visitors);
  const sampling = sampler(scene);
  const struck = await strikeUntil(performance.now() + minutes * minuteMs, scene);
  const samples = await sampling.end();
  await visitors.end();
  await scene.waypost().killTree();
  await scene.restart();
  const history = {
    attempted: new Set(all.flatMap(({ attempted }) => [...attempted])),
    accepted: new Set(all.flatMap(({ accepted }) => [...accepted])),
  };
  const verdict = judge(history, await scene.settled());
  const refused = all.flatMap((one) => [...one.refused]);
  const cutOff = all.reduce((sum, one) => sum + one.cutOff(), 0);

  print(samples, struck);
  const slopeMb = slopePerMinute(samples, warmUpShare * minutes);
  console.log(`\nMemory of Waypost after the warm-up: ${slopeMb.toFixed(2)} MB a minute`);
  console.log(`Visits: ${JSON.stringify({ ...verdict, refused, cutOff })}`);
  const isRight = verdict.wrong.length === 0 && refused.length === 0 && cutOff === 0;
  process.exitCode = isRight && slopeMb < mostSlopeMb ? 0 : 1;
} finally {
  await scene.end();
}

/** The names of what went wrong, with the minute. */
async function strikeUntil(endMs: number, at: Scene): Promise<{ minute: number; name: string }[]> {
  const startedAt = performance.now();
  const struck = [];
  for (let round = 1; ; round += 1) {
    await Bun.sleep((10 + Math.random() * 20) * secondMs);
    if (performance.now() > endMs) return struck;
    const nemesis = strikes[Math.floor(Math.random() * strikes.length)];
    if (nemesis === undefined) return struck;
    const minute = Math.floor((performance.now() - startedAt) / minuteMs);
    struck.push({ minute, name: nemesis.name });
    all.push(...((await nemesis.strike(at, round)) ?? []));
  }
}

/** One row for each minute: the highest values in it. */
function print(samples: readonly Sample[], struck: readonly { minute: number; name: string }[]) {
  const columns = ['waypostMb', 'clickhouseMb', 'postgresMb', 'spoolKb', 'lagSeconds'] as const;
  console.log(`| Minute | ${columns.join(' | ')} | What went wrong |\n|${'---|'.repeat(7)}`);
  const last = Math.max(...samples.map(({ minute }) => Math.floor(minute)));
  for (let minute = 0; minute <= last; minute += 1) {
    const here = samples.filter((sample) => Math.floor(sample.minute) === minute);
    const highest = columns.map((column) =>
      Math.round(Math.max(0, ...here.map((sample) => sample[column]))),
    );
    const names = struck.filter((one) => one.minute === minute).map(({ name }) => name);
    console.log(`| ${minute + 1} | ${highest.join(' | ')} | ${names.join(', ')} |`);
  }
}
