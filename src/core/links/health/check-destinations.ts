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
     * Notes the destinations of links that have none noted yet, of at most `limit` links. Those of
     * links that changed after `changedAfter` are due at `at`, others within `spreadMs` after it.
     * Returns the number of links.
     */
    enrol(wanted: {
      readonly at: Date;
      readonly changedAfter: Date;
      readonly spreadMs: number;
      readonly limit: number;
    }): Promise<number>;
    /**
     * Due destinations, the longest waiting first, with at most `perHost` of each host. Those to
     * which only paused or expired links lead are not among them.
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
/** Of one host in one run, one after the other: 10 a minute. */
const checksPerHost = 5;
const hostsAtOnce = 8;

/** So many hosts in a row without any answer mean that our own network is down. */
const silentHosts = 3;

/**
 * Checks the destinations that are due: each about once a week. One run checks at most 50, at most
 * 5 of one host, and 8 hosts at the same time. While no host at all answers, connections that fail
 * are not counted, because our own network may be the cause.
 */
export function checkDestinations(ports: CheckDestinationsPorts) {
  const { destinations, clock } = ports;
  let enrolledAtMs = Number.NEGATIVE_INFINITY;
  const network = watchNetwork(ports.log);

  return async (signal?: AbortSignal): Promise<void> => {
    const nowMs = clock.now();
    if (nowMs - enrolledAtMs >= enrolEveryMs) {
      const count = await destinations.enrol({
        ...{ at: new Date(nowMs), changedAfter: new Date(nowMs - dayMs) },
        ...{ spreadMs: weekMs, limit: enrolledAtOnce },
      });
      if (count < enrolledAtOnce) enrolledAtMs = nowMs;
    }
    const at = new Date(nowMs);
    await destinations.postponeIdle(at, nextWeek(nowMs, ports.random()));
    const due = await destinations.due({ at, perHost: checksPerHost, limit: checksPerRun });
    const hosts = [...Map.groupBy(due, ({ host }) => host).values()];
    const seen: Seen[] = [];
    const next = async (): Promise<void> => {
      for (let ofHost = hosts.shift(); ofHost !== undefined; ofHost = hosts.shift()) {
        for (const destination of ofHost) {
          if (signal?.aborted) return;
          seen.push({ destination, sighting: await ports.look(destination.url) });
        }
      }
    };
    await Promise.all(Array.from({ length: hostsAtOnce }, next));
    for (const { destination, sighting } of seen) network.note(destination.host, sighting);
    for (const each of seen) await settle(each);
  };

  async function settle({ destination, sighting }: Seen): Promise<void> {
    const at = { nowMs: clock.now(), chance: ports.random() };
    if (network.isDown() && isUnanswered(sighting)) {
      return destinations.postpone(destination.id, new Date(at.nowMs + hourMs));
    }
    const verdict = judgeSighting(destination, sighting, at);
    if (verdict !== null) return destinations.settle(destination.id, verdict);
    const later =
      destination.failures > 0 ? new Date(at.nowMs + dayMs) : nextWeek(at.nowMs, at.chance);
    return destinations.postpone(destination.id, later);
  }
}

type Seen = { readonly destination: DueDestination; readonly sighting: Sighting };

/** Whether nothing came back, which our own network can cause too. */
function isUnanswered(sighting: Sighting): boolean {
  return (
    sighting.kind === 'failed' && sighting.reason !== 'status' && sighting.reason !== 'certificate'
  );
}

/** Remembers which hosts failed since the last one that answered. */
function watchNetwork(log: Log) {
  const failing = new Set<string>();
  const isDown = () => failing.size >= silentHosts;
  return {
    isDown,
    note(host: string, sighting: Sighting): void {
      if (sighting.kind === 'unclear') return;
      const wasDown = isDown();
      if (!isUnanswered(sighting)) failing.clear();
      else if (failing.size < silentHosts) failing.add(host);
      if (!wasDown && isDown()) {
        log.warn('no destination answers: is the network down? Their failures do not count', {
          hosts: failing.size,
        });
      }
    },
  };
}
