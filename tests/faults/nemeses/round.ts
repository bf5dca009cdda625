import { hourMs, minuteMs } from '#core/shared/time';
import { buildWeb } from '#web-build';
import { changedCopy } from './changed-copy.ts';
import { judge, type Verdict } from './history.ts';
import type { Nemesis } from './nemeses.ts';
import { openScene, type Scene } from './scene.ts';
import { traffic, type Traffic } from './traffic.ts';

/** All rounds of one nemesis until now: its sums. */
export type Rounds = Verdict & { readonly rounds: number };

/** Visits while nothing and while something is wrong: about 200 a second. */
const usual = { visitors: 10, pauseMs: 50 };
/** What the documentation of the clock promises. */
const aheadMs = 25 * hourMs + minuteMs;
const builtAtMs = Date.UTC(2026, 10, 1);

/** Rounds from one check to the next: most of a round's time would be the wait for all to be stored. */
const checkEvery = 5;

type HowLong = {
  readonly isEnough: (rounds: number) => boolean;
  /** Runs without the protection, and checks after each round. */
  readonly isControl: boolean;
};

/** Runs a nemesis until `isEnough` or something is wrong, on one Waypost, and checks its whole history. */
export async function runRounds(nemesis: Nemesis, howLong: HowLong): Promise<Rounds> {
  const { isEnough, isControl } = howLong;
  const { control, doubles = [], setting = {} } = nemesis;
  const changes = [...doubles, ...(isControl ? (control.changes ?? []) : [])];
  if (changes.length > 0) await buildWeb();
  const copy = changes.length === 0 ? null : changedCopy(changes);
  const more = isControl ? control.setting : {};
  const root = copy === null ? {} : { root: copy.root };
  const scene = await openScene({ ...setting, ...more, ...root });
  const all: Traffic[] = [];
  try {
    for (let rounds = 1; ; rounds += 1) {
      all.push(...(await runRound(nemesis, scene, rounds)));
      const isLast = isEnough(rounds);
      if (!isLast && !isControl && rounds % checkEvery > 0) continue;
      const checked = await check(nemesis, scene, all);
      if (isLast || checked.wrong.length > 0) return { ...checked, rounds };
    }
  } finally {
    await scene.end();
    copy?.remove();
  }
}

async function check(nemesis: Nemesis, scene: Scene, all: readonly Traffic[]): Promise<Verdict> {
  const history = {
    attempted: new Set(all.flatMap(({ attempted }) => [...attempted])),
    accepted: new Set(all.flatMap(({ accepted }) => [...accepted])),
  };
  const outcome = await scene.settled();
  const verdict = judge(history, outcome);
  const { reportedLost, unaccounted } = outcome;
  const isAllowed = reportedLost === 0 || nemesis.mayLose !== undefined;
  const wrong = [
    ...verdict.wrong,
    ...unanswered(nemesis, all),
    ...misdated(outcome.clickedAtMs),
    ...(unaccounted === 0 ? [] : [`${unaccounted} visits are missing in Waypost's own account`]),
    ...(isAllowed ? [] : [`${reportedLost} visits are reported as lost`]),
  ];
  return { ...verdict, wrong };
}

async function runRound(nemesis: Nemesis, scene: Scene, round: number): Promise<Traffic[]> {
  const { port, codes } = scene;
  const visitors = traffic({ port, codes, name: `round-${round}`, ...usual });
  try {
    await Bun.sleep(200 + Math.random() * 800);
    const own = (await nemesis.strike(scene, round)) ?? [];
    await Bun.sleep(200);
    return [visitors, ...own];
  } finally {
    await visitors.end();
  }
}

/** While Waypost itself is not killed, every visit is redirected, and in time. */
function unanswered({ cutsOff, mostMs }: Nemesis, all: readonly Traffic[]): string[] {
  const slowestMs = Math.round(Math.max(...all.map((one) => one.slowestMs())));
  const refused = all.flatMap((one) =>
    [...one.refused].map(([status, times]) => `${times} × ${status}`),
  );
  const cutOff = all.reduce((sum, one) => sum + one.cutOff(), 0);
  return [
    ...(refused.length > 0 ? [`visits were not redirected: ${refused.join(', ')}`] : []),
    ...(mostMs !== undefined && slowestMs > mostMs ? [`a visit took ${slowestMs} ms`] : []),
    ...(cutOff > 0 && cutsOff === undefined ? [`${cutOff} visits got no answer`] : []),
  ];
}

/** No clock moves a click out of the months that are kept. */
function misdated(clickedAtMs: readonly number[]): string[] {
  const latest = Date.now() + aheadMs;
  const strange = clickedAtMs.filter((atMs) => atMs < builtAtMs || atMs > latest);
  return strange.length === 0 ? [] : [`${strange.length} clicks have an impossible time`];
}
