import type { Visit } from '#core/redirect/visit-link';
import { tally, type TallyReading } from '#core/shared/limits/tally';

/** How a request for a short link was answered. */
export type RedirectOutcome =
  | Exclude<Visit['kind'], 'gone'>
  | Extract<Visit, { kind: 'gone' }>['because']
  | 'unavailable'
  | 'too_many';

/** Counts answers of the redirecting thread in memory; it does nothing else. */
export type RedirectMeter = {
  /** A visit of a known link, and the milliseconds from its lookup to its response. */
  visit(visit: Visit, tookMs: number): void;
  /** A request for a name that is not in memory, which was not answered by a link. */
  miss(outcome: 'unknown' | 'unavailable' | 'too_many'): void;
  read(): {
    readonly outcomes: Readonly<Record<RedirectOutcome, number>>;
    readonly durations: TallyReading;
  };
};

/** In seconds: most redirects take less than a millisecond. */
const bounds = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1];
const msPerSecond = 1000;

export function redirectMeter(): RedirectMeter {
  const outcomes: Record<RedirectOutcome, number> = {
    redirect: 0,
    app: 0,
    preview: 0,
    locked: 0,
    early: 0,
    paused: 0,
    expired: 0,
    spent: 0,
    blocked: 0,
    looping: 0,
    unknown: 0,
    unavailable: 0,
    too_many: 0,
  };
  const durations = tally(bounds);

  return {
    visit(visit, tookMs) {
      outcomes[visit.kind === 'gone' ? visit.because : visit.kind] += 1;
      durations.record(tookMs / msPerSecond);
    },
    miss(outcome) {
      outcomes[outcome] += 1;
    },
    read: () => ({ outcomes: { ...outcomes }, durations: durations.read() }),
  };
}
