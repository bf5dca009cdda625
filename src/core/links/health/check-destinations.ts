import type { Log } from '#core/shared/log';
import { type Clock, dayMs, hourMs } from '#core/shared/time';
import {
  type CheckedBefore,
  judgeSighting,
  nextWeek,
  type Sighting,
  type Verdict,
} from './destination-check.ts';

/** A destination of an account's links that is to be checked. */
export type DueDestination = CheckedBefore & {
  readonly id: string;
  readonly url: string;
  /** Without the port. */
  readonly host: string;
};

export type CheckDestinationsPorts = {
  readonly destinations: {
    /**
     * Stores the destinations of links that have none stored yet, for at most `limit` links.
     * Destinations of links that changed after `changedAfter` are due at `at`; the others within
     * `spreadMs` after it. Returns the number of links.
     */
    enrol(wanted: {
      readonly at: Date;
      readonly changedAfter: Date;
      readonly spreadMs: number;
      readonly limit: number;
    }): Promise<number>;
    /**
     * Due destinations, the longest waiting first, with at most `perHost` of each host.
     * Destinations to which only paused or expired links lead are left out.
     */
    due(wanted: {
      readonly at: Date;
      readonly perHost: number;
      readonly limit: number;
    }): Promise<readonly DueDestination[]>;
    /** Stores a verdict. */
    settle(id: string, verdict: Verdict): Promise<void>;
    /** Stores nothing but the time of the next check. */
    postpone(id: string, nextCheckAt: Date): Promise<void>;
    /** Postpones due destinations to which only paused or expired links lead. */
    postponeIdle(due: Date, nextCheckAt: Date): Promise<void>;
    /**
     * Addresses that answered at their last check, the latest check first, at most one of each host
     * that is not excluded.
     */
    answering(wanted: {
      readonly except: readonly string[];
      readonly limit: number;
    }): Promise<readonly string[]>;
  };
  /** Requests the address once; ends within a minute. Never rejects. */
  readonly look: (url: string) => Promise<Sighting>;
  readonly clock: Clock;
  /** From 0 to 1. */
  readonly random: () => number;
  readonly log: Log;
};

const enrolledAtOnce = 500;
const enrolEveryMs = hourMs / 6;
const weekMs = 7 * dayMs;
/** Requests of one run: with a run every 30 seconds, 100,000 destinations take less than a week. */
const checksPerRun = 50;
/** Requests to one host in one run, one after the other: 10 a minute. */
const checksPerHost = 5;
const hostsAtOnce = 8;

/**
 * When no host of a run answers, this many hosts that answered before are asked. One of them has to
 * answer.
 */
const controlHosts = 3;
/** When no host ever answered, this many silent hosts mean that our own network is down. */
const silentHosts = 3;

/**
 * Checks the destinations that are due: each about once a week. One run checks at most 50, at most
 * 5 of one host, and 8 hosts at the same time. When no host of a run answers, it asks others that
 * answered before: if they are silent too, our own network is the cause, and nothing is counted.
 */
export function checkDestinations(ports: CheckDestinationsPorts) {
  const { destinations, clock } = ports;
  let enrolledAtMs = Number.NEGATIVE_INFINITY;
  let wasDown = false;

  return async (signal?: AbortSignal): Promise<void> => {
    const nowMs = clock.now();
    if (nowMs - enrolledAtMs >= enrolEveryMs) {
      const count = await destinations.enrol({
        at: new Date(nowMs),
        changedAfter: new Date(nowMs - dayMs),
        spreadMs: weekMs,
        limit: enrolledAtOnce,
      });
      if (count < enrolledAtOnce) enrolledAtMs = nowMs;
    }
    const at = new Date(nowMs);
    await destinations.postponeIdle(at, nextWeek(nowMs, ports.random()));
    const due = await destinations.due({ at, perHost: checksPerHost, limit: checksPerRun });
    const seen = await lookAt(due, ports.look, signal);
    const isDown = await isNetworkDown(seen);
    if (isDown && !wasDown) {
      ports.log.warn(
        'no destination answers, so the network may be down: these failures do not count',
      );
    }
    wasDown = isDown;
    for (const each of seen) await settle(each, isDown);
  };

  async function isNetworkDown(seen: readonly Seen[]): Promise<boolean> {
    const silent = seen.filter(({ sighting }) => isUnanswered(sighting));
    if (silent.length === 0 || seen.some(({ sighting }) => isAnswered(sighting))) return false;
    const except = [...new Set(silent.map(({ destination }) => destination.host))];
    const controls = await destinations.answering({ except, limit: controlHosts });
    for (const url of controls) if (isAnswered(await ports.look(url))) return false;
    return controls.length > 0 || except.length >= silentHosts;
  }

  async function settle({ destination, sighting }: Seen, isDown: boolean): Promise<void> {
    const at = { nowMs: clock.now(), chance: ports.random() };
    if (isDown && isUnanswered(sighting)) {
      return destinations.postpone(destination.id, new Date(at.nowMs + hourMs));
    }
    const verdict = judgeSighting(destination, sighting, at);
    if (verdict !== null) return destinations.settle(destination.id, verdict);
    const later =
      destination.failures > 0 ? new Date(at.nowMs + dayMs) : nextWeek(at.nowMs, at.chance);
    return destinations.postpone(destination.id, later);
  }
}

/** Looks at several hosts at the same time, and at the destinations of one host in turn. */
async function lookAt(
  due: readonly DueDestination[],
  look: CheckDestinationsPorts['look'],
  signal?: AbortSignal,
): Promise<readonly Seen[]> {
  const hosts = [...Map.groupBy(due, ({ host }) => host).values()];
  const seen: Seen[] = [];
  const next = async (): Promise<void> => {
    for (let ofHost = hosts.shift(); ofHost !== undefined; ofHost = hosts.shift()) {
      for (const destination of ofHost) {
        if (signal?.aborted) return;
        seen.push({ destination, sighting: await look(destination.url) });
      }
    }
  };
  await Promise.all(Array.from({ length: hostsAtOnce }, next));
  return seen;
}

type Seen = { readonly destination: DueDestination; readonly sighting: Sighting };

/** Whether nothing came back, which our own network can cause too. */
function isUnanswered(sighting: Sighting): boolean {
  return (
    sighting.kind === 'failed' && sighting.reason !== 'status' && sighting.reason !== 'certificate'
  );
}

/** Whether a server was reached. */
function isAnswered(sighting: Sighting): boolean {
  return sighting.kind !== 'unclear' && !isUnanswered(sighting);
}
