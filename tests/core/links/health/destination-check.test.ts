import { expect, test } from 'bun:test';
import { checkDestinations, type DueDestination } from '#core/links/health/check-destinations';
import {
  type CheckedBefore,
  judgeSighting,
  type Sighting,
  type Verdict,
} from '#core/links/health/destination-check';
import { dayMs, hourMs } from '#core/shared/time';
import { memoryLog } from '#tests/support/calls';

const unknown: CheckedBefore = { failures: 0, failingSince: null, brokenSince: null };
const notFound: Sighting = { kind: 'failed', reason: 'status', status: 404 };
const silent: Sighting = { kind: 'failed', reason: 'timeout', status: null };
const fine: Sighting = { kind: 'answered', status: 200 };

/** Checks when the last verdict says so. */
function history(...sightings: Sighting[]): Verdict[] {
  let nowMs = 0;
  let before = unknown;
  return sightings.flatMap((sighting) => {
    const verdict = judgeSighting(before, sighting, { nowMs, chance: 0.5 });
    if (verdict === null) return [];
    nowMs = verdict.nextCheckAt.getTime();
    before = verdict;
    return [verdict];
  });
}

test('[broken-destinations] the third failed check in a row breaks a destination, a day after the first', () => {
  const [first, second, third, fourth] = history(notFound, silent, notFound, notFound);

  expect([first, second].map((verdict) => verdict?.brokenSince)).toEqual([null, null]);
  expect(third?.brokenSince?.getTime()).toBe(dayMs);
  expect(third?.failingSince?.getTime()).toBe(0);
  expect(third?.seen).toEqual({ reason: 'status', status: 404 });
  expect(third?.nextCheckAt.getTime()).toBe(2 * dayMs);
  expect([fourth?.failures, fourth?.brokenSince?.getTime()]).toEqual([4, dayMs]);
});

test('[broken-destinations] one answer ends a row of failures, and an unclear check changes nothing', () => {
  const verdicts = history(notFound, notFound, fine, notFound, { kind: 'unclear' }, notFound);

  expect(verdicts.map(({ failures }) => failures)).toEqual([1, 2, 0, 1, 2]);
  expect(verdicts.some(({ brokenSince }) => brokenSince !== null)).toBe(false);
  expect(judgeSighting(unknown, { kind: 'unclear' }, { nowMs: 0, chance: 0 })).toBeNull();
});

test('[broken-destinations] the next check of one that answers is a week later, spread over a day', () => {
  const next = (chance: number) =>
    judgeSighting(unknown, fine, { nowMs: 0, chance })?.nextCheckAt.getTime() ?? 0;

  expect([next(0), next(0.5), next(1)]).toEqual([6.5 * dayMs, 7 * dayMs, 7.5 * dayMs]);
});

/** A run over destinations in memory, beside addresses that answered before and are not due. */
function world(
  hosts: readonly string[],
  sight: (url: string) => Sighting,
  answering: readonly string[] = [],
) {
  const time = { nowMs: 0 };
  const running = { now: 0, most: 0, perHost: new Map<string, number>(), mostPerHost: 0 };
  const settled = new Map<string, Verdict>();
  const postponed = new Map<string, Date>();
  const log = memoryLog();
  const due: DueDestination[] = hosts.map((host, index) => ({
    id: `${index}`,
    host,
    url: `https://${host}/${index}`,
    ...unknown,
  }));
  const asked: { perHost: number; limit: number }[] = [];
  const check = checkDestinations({
    destinations: {
      enrol: async () => 0,
      due: async ({ perHost, limit }) => {
        asked.push({ perHost, limit });
        return due;
      },
      settle: async (id, verdict) => void settled.set(id, verdict),
      postpone: async (id, nextCheckAt) => void postponed.set(id, nextCheckAt),
      postponeIdle: async () => {},
      answering: async ({ except }) =>
        answering.filter((url) => !except.includes(new URL(url).hostname)),
    },
    look: async (url) => {
      const { host } = new URL(url);
      const ofHost = (running.perHost.get(host) ?? 0) + 1;
      running.perHost.set(host, ofHost);
      running.now += 1;
      running.most = Math.max(running.most, running.now);
      running.mostPerHost = Math.max(running.mostPerHost, ofHost);
      // Hosts that do not answer are known last.
      await Bun.sleep(sight(url) === silent ? 20 : 1);
      running.now -= 1;
      running.perHost.set(host, ofHost - 1);
      return sight(url);
    },
    clock: { now: () => time.nowMs },
    random: () => 0.5,
    log,
  });
  return { time, running, settled, postponed, log, asked, check };
}

test('[broken-destinations] a run asks for few of each host, one after the other, and 8 hosts at a time', async () => {
  const hosts = Array.from({ length: 60 }, (_, index) => `shop${index % 20}.example`);
  const { check, running, settled, asked } = world(hosts, () => fine);

  await check();

  expect(asked).toEqual([{ perHost: 5, limit: 50 }]);
  expect([running.most, running.mostPerHost]).toEqual([8, 1]);
  expect(settled.size).toBe(60);
});

test('[broken-destinations] while no host at all answers, failed connections do not count', async () => {
  const state = { isUp: false };
  const sight = (url: string) =>
    state.isUp || url.includes('known') ? (url.includes('fine') ? fine : notFound) : silent;
  const { check, settled, postponed, log, time } = world(
    ['a.example', 'b.example', 'c.example', 'd.example'],
    sight,
  );

  await check();
  expect(settled.size).toBe(0);
  expect([...postponed.values()].map((at) => at.getTime())).toEqual([
    hourMs,
    hourMs,
    hourMs,
    hourMs,
  ]);
  time.nowMs += hourMs;
  await check();
  expect(log.lines.filter((line) => line.includes('the network may be down')).length).toBe(1);

  state.isUp = true;
  await check();
  expect(settled.size).toBe(4);
});

test('[broken-destinations] a silent host counts while others answer', async () => {
  const sight = (url: string) => (url.includes('silent') ? silent : fine);
  const hosts = ['silent1.example', 'a.example', 'silent2.example', 'silent3.example'];
  const { check, settled } = world(hosts, sight);

  await check();

  expect([...settled.values()].filter(({ failures }) => failures === 1).length).toBe(3);
});

test('[broken-destinations] silent hosts alone count if one that answered before still answers', async () => {
  const hosts = ['a.example', 'b.example', 'c.example', 'd.example'];
  const before = ['https://a.example/elsewhere', 'https://gone.example/', 'https://fine.example/'];
  const sight = (url: string) => (url.includes('fine') ? fine : silent);
  const { check, settled } = world(hosts, sight, before);

  await check();

  expect([...settled.values()].map(({ failures }) => failures)).toEqual([1, 1, 1, 1]);
});

test('[broken-destinations] one silent host does not count while one that answered before is silent too', async () => {
  const { check, settled, postponed } = world(['a.example'], () => silent, ['https://b.example/']);

  await check();

  expect([settled.size, postponed.size]).toEqual([0, 1]);
});
