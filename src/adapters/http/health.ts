import { Elysia } from 'elysia';

/** `degraded` works with less; `starting` will come; `down` should be there and is not. */
export type DependencyState = 'up' | 'starting' | 'degraded' | 'down';

/** How the instance is, as its root knows it. */
export type Readiness = {
  readonly phase: 'starting' | 'serving' | 'draining';
  /** Whether known short links are redirected now; the one thing that makes an instance ready. */
  readonly canRedirect: boolean;
  readonly postgres: DependencyState;
  readonly clickhouse: DependencyState;
  readonly spool: DependencyState;
  /** `degraded` when it is nearly full. */
  readonly disk: DependencyState;
  readonly cache: DependencyState;
};

/** Asked at every call; answers from memory, without asking the dependencies. */
export type ReadReadiness = () => Readiness;

/** The two addresses that orchestrators ask: is it alive, and should visitors be sent here. */
export function health(readiness: ReadReadiness) {
  return new Elysia({ name: 'health' })
    .get('/healthz', () => ({ status: 'alive' as const }))
    .get('/readyz', ({ set }) => {
      const { phase, canRedirect, ...dependencies } = readiness();
      const isReady = canRedirect && phase !== 'draining';
      const isWhole = Object.values(dependencies).every((state) => state === 'up');

      set.status = isReady ? 200 : 503;
      if (!isReady) set.headers['retry-after'] = '1';
      return { status: statusOf(phase, isReady, isWhole), dependencies };
    });
}

function statusOf(phase: Readiness['phase'], isReady: boolean, isWhole: boolean) {
  if (phase !== 'serving') return phase;
  if (!isReady) return 'unavailable';
  return isWhole ? 'ready' : 'degraded';
}
