import { Elysia } from 'elysia';

/** `degraded`: works in part; `starting`: not up yet; `down`: should be up and is not. */
export type DependencyState = 'up' | 'starting' | 'degraded' | 'down';

/** The state of the instance. */
export type Readiness = {
  readonly phase: 'starting' | 'serving' | 'draining';
  /** Whether known short links are redirected now. Only this makes an instance ready. */
  readonly canRedirect: boolean;
  readonly postgres: DependencyState;
  readonly clickhouse: DependencyState;
  readonly spool: DependencyState;
  /** `degraded` when it is nearly full. */
  readonly disk: DependencyState;
  readonly cache: DependencyState;
  /** `degraded` when the last scheduled backup failed; absent without a schedule. */
  readonly backups?: DependencyState;
  /** `degraded` while the clock is far ahead of the last run; absent before the first check. */
  readonly clock?: DependencyState;
  /** What is wrong, by the part that it concerns: one sentence without secrets. */
  readonly details: Readonly<Record<string, string>>;
};

/** Called for every request; answers from memory, without a request to the dependencies. */
export type ReadReadiness = () => Readiness;

/** The two paths that orchestrators poll: liveness and readiness. */
export function health(readiness: ReadReadiness) {
  return new Elysia({ name: 'health' })
    .get('/healthz', () => ({ status: 'alive' as const }))
    .get('/readyz', ({ set }) => {
      const { phase, canRedirect, details, ...dependencies } = readiness();
      const isReady = canRedirect && phase !== 'draining';
      const isWhole = Object.values(dependencies).every((state) => state === 'up');

      set.status = isReady ? 200 : 503;
      if (!isReady) set.headers['retry-after'] = '1';
      return { status: statusOf(phase, isReady, isWhole), dependencies, details };
    });
}

function statusOf(phase: Readiness['phase'], isReady: boolean, isWhole: boolean) {
  if (phase !== 'serving') return phase;
  if (!isReady) return 'unavailable';
  return isWhole ? 'ready' : 'degraded';
}
