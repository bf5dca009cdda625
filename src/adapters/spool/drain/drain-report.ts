import type { Step } from '#core/clicks/drain-batches';
import type { Clock } from '#core/shared/time';
import type { DrainStatus, FromDrainThread } from './drain-messages.ts';
import type { SealedSegments } from '#adapters/spool/sealed-segments';

/** The drain's reports to the main thread. */
export type DrainReport = {
  step(step: Step): void;
  /** An attempt at conversions. */
  conversions(step: Step): void;
  dead(reason: 'corrupt' | 'refused', lines: number, detail: string): void;
  /** A failure of other work of the drain (a null `error`: it is over); each is logged once. */
  trouble(what: string, error: Error | null): void;
  missingPlaces(database: string, reason: string): void;
  warn(text: string): void;
  /** Sends the current state. */
  status(): void;
};

type Options = {
  readonly post: (message: FromDrainThread) => void;
  readonly clock: Clock;
  /** Null before the spool was opened. */
  readonly segments: () => Pick<SealedSegments, 'count' | 'oldestVisitMs'> | null;
};

const statusEveryMs = 200;
/** A store that is away is logged at the first failure, and then at every 20th. */
const mentionedFailures = 20;

/**
 * Counts events, logs changes, and sends both to the main thread. No log text contains data of a
 * visit.
 */
export function drainReport({ post, clock, segments }: Options): DrainReport {
  const troubles = new Set<string>();
  let counts: Counts = {
    storedClicks: 0,
    storedConversions: 0,
    corruptRecords: 0,
    refusedRecords: 0,
  };
  let lastStoredMs: number | null = null;
  const clicks = waitingReport('Clicks', (level, text) => log(level, text));
  const conversions = waitingReport('Conversions', (level, text) => log(level, text));
  let toldAtMs = 0;

  const log = (level: 'info' | 'warn', text: string): void => post({ kind: 'log', level, text });
  const status = (): void => {
    const spool = segments();
    const failing = clicks.error() ?? conversions.error();
    const told: DrainStatus = {
      state: spool === null ? 'starting' : failing === null ? 'working' : 'failing',
      waitingSegments: spool?.count() ?? 0,
      oldestUnsentMs: spool?.oldestVisitMs() ?? null,
      ...counts,
      lastStoredMs,
      lastError: failing,
    };
    toldAtMs = clock.now();
    post({ kind: 'status', status: told });
  };

  return {
    status,
    step: (step) => {
      clicks.hear(step);
      if (step.kind === 'advanced' && step.attempt.kind === 'stored') {
        counts = added(counts, step.attempt);
        lastStoredMs = clock.now();
      }
      if (step.kind === 'idle' || Math.abs(clock.now() - toldAtMs) >= statusEveryMs) status();
    },
    conversions: conversions.hear,
    dead: (reason, lines, detail) => {
      const count = reason === 'corrupt' ? 'corruptRecords' : 'refusedRecords';
      counts = { ...counts, [count]: counts[count] + lines };
      log('warn', `${lines} visits or conversions became dead letters (${reason}: ${detail})`);
    },
    trouble: (what, error) => {
      if (error === null) troubles.delete(what);
      else if (!troubles.has(what)) {
        troubles.add(what);
        log('warn', `${what}: ${error.message}`);
      }
    },
    missingPlaces: (database, reason) =>
      log('warn', `Countries and cities are unknown: ${database} cannot be read (${reason})`),
    warn: (text) => log('warn', text),
  };
}

/** Logs once that events wait, sometimes that they still wait, and once that it is over. */
function waitingReport(events: string, log: (level: 'info' | 'warn', text: string) => void) {
  let error: string | null = null;

  return {
    /** Why the front segment is not stored yet; null without an error. */
    error: () => error,
    hear: (step: Step): void => {
      if (step.kind === 'later') {
        if (step.failures % mentionedFailures === 1) log('warn', `${events} wait: ${step.reason}`);
        error = step.reason;
        return;
      }
      if (error !== null) log('info', `${events} are stored again`);
      error = null;
    },
  };
}

type Counts = Pick<
  DrainStatus,
  'storedClicks' | 'storedConversions' | 'corruptRecords' | 'refusedRecords'
>;

function added(counts: Counts, stored: { clicks: number; conversions?: number }): Counts {
  return {
    ...counts,
    storedClicks: counts.storedClicks + stored.clicks,
    storedConversions: counts.storedConversions + (stored.conversions ?? 0),
  };
}
