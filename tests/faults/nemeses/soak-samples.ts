import { readFileSync } from 'node:fs';
import { minuteMs } from '#core/shared/time';
import { commandOf, processTree } from '#tests/support/processes/processes';
import type { Scene } from './scene.ts';

/** What a Waypost and its engines use at one moment. */
export type Sample = {
  /** Since the start of the soak. */
  readonly minute: number;
  /** Resident memory. Postgres is many processes, so theirs is proportional: without what they share. */
  readonly waypostMb: number;
  readonly clickhouseMb: number;
  readonly postgresMb: number;
  readonly spoolKb: number;
  /** The age of the oldest visit that waits. */
  readonly lagSeconds: number;
};

const everyMs = 2000;

/** Samples until `end`. */
export function sampler(scene: Scene): { end(): Promise<Sample[]> } {
  const startedAt = performance.now();
  const samples: Sample[] = [];
  let isOver = false;
  const run = async (): Promise<void> => {
    while (!isOver) {
      const minute = (performance.now() - startedAt) / minuteMs;
      samples.push({ minute, ...memoryOf(scene.waypost().pid), ...(await spoolOf(scene)) });
      await Bun.sleep(everyMs);
    }
  };
  const running = run();
  return {
    async end() {
      isOver = true;
      await running;
      return samples;
    },
  };
}

/** The slope of Waypost's memory by least squares, in MB a minute, from minute `from` on. */
export function slopePerMinute(samples: readonly Sample[], from: number): number {
  const points = samples.filter(({ minute }) => minute >= from);
  const mean = (values: readonly number[]) =>
    values.reduce((sum, value) => sum + value, 0) / values.length;
  const meanMinute = mean(points.map(({ minute }) => minute));
  const meanMb = mean(points.map(({ waypostMb }) => waypostMb));
  const together = points.map(
    ({ minute, waypostMb }) => (minute - meanMinute) * (waypostMb - meanMb),
  );
  return mean(together) / mean(points.map(({ minute }) => (minute - meanMinute) ** 2));
}

function memoryOf(root: number) {
  const engines = processTree(root).filter((pid) => pid !== root);
  const megabytes = (pids: readonly number[], field: 'Rss' | 'Pss') =>
    pids.reduce((sum, pid) => sum + kilobytesOf(pid, field), 0) / 1024;
  return {
    waypostMb: megabytes([root], 'Rss'),
    clickhouseMb: megabytes(
      engines.filter((pid) => /clickhouse\/child/.test(commandOf(pid))),
      'Rss',
    ),
    postgresMb: megabytes(
      engines.filter((pid) => /postgres[\0:]/.test(commandOf(pid))),
      'Pss',
    ),
  };
}

/** 0 for a process that has just ended. */
function kilobytesOf(pid: number, field: 'Rss' | 'Pss'): number {
  try {
    const memory = readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8');
    return Number(new RegExp(`^${field}: +(\\d+)`, 'm').exec(memory)?.[1] ?? 0);
  } catch {
    return 0;
  }
}

async function spoolOf(scene: Scene): Promise<Pick<Sample, 'spoolKb' | 'lagSeconds'>> {
  const answer = await fetch(`${scene.waypost().url}/metrics`);
  const text = await answer.text();
  const valueOf = (name: string) => Number(new RegExp(`^${name} (.*)$`, 'm').exec(text)?.[1] ?? 0);
  return {
    spoolKb: valueOf('waypost_spool_bytes') / 1024,
    lagSeconds: valueOf('waypost_spool_oldest_event_age_seconds'),
  };
}
