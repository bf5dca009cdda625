import type { User } from '#core/accounts/user';
import { recentMap } from '#core/shared/recent-map';
import { rateLimit, refuseFlood } from '#core/shared/limits/rate-limit';
import { emailUnverified, Refusal } from '#core/shared/refusal';
import { hourMs, minuteMs, secondMs, type Clock } from '#core/shared/time';
import type { EngineBudget } from './engine-budget.ts';
import type { Statement, StatementResult } from './statement.ts';

/** Whether accounts may run SQL of their own; `unsupported`: the event store does not keep them apart. */
export type SqlState = 'on' | 'off' | 'unsupported';

export type RunStatementPorts = {
  readonly state: () => Promise<SqlState>;
  readonly clock: Clock;
  /** The time that accounts have used. Turns go to the account that has used least. */
  readonly budget: Pick<EngineBudget, 'waitSeconds' | 'use'>;
  readonly turns: {
    /**
     * Resolves when the account's turn has come; the result ends the turn. Refuses `busy` after a
     * short wait, because an account has one turn at a time and all accounts have a few.
     */
    take(account: readonly [userId: string], signal: AbortSignal): Promise<() => void>;
  };
  /**
   * Takes one of the places for results. It is held from before the turn until the result has been
   * sent. Refuses as `turns` does.
   */
  readonly results: RunStatementPorts['turns'];
  readonly links: {
    /** Brings the account's links into the event store, and takes deleted links out of its rows. */
    refresh(userId: string): Promise<void>;
  };
  readonly engine: {
    /**
     * Checks and runs a statement that sees the account's own rows alone. Aborting `signal` ends it.
     * Rejects with StatementFailure.
     */
    run(userId: string, statement: Statement, signal: AbortSignal): Promise<StatementResult>;
    /**
     * Resolves when the engine has ended the aborted statements of the account; to false when the
     * engine restarts because it could not end one.
     */
    ended(userId: string): Promise<boolean>;
  };
};

/** The author of a statement: a person, or a key, which only a confirmed person can create. */
export type Author = { readonly userId: string; readonly verified: User['verified'] };

/** A result and its place: `end` frees the place when the result has been sent or dropped. */
export type RunningResult = { readonly result: StatementResult; readonly end: () => void };

/** Time of the event store that an account's statements may take: a sixth of the two turns. */
export const engineRate = { perMinuteMs: 20 * secondMs, burstMs: 30 * secondMs } as const;

/**
 * How long an account may not run statements after one that the engine could not end. After more
 * than a few such statements in an hour, all accounts have to wait as long, because dashboards need
 * the same engine.
 */
export const pauseMs = 10 * minuteMs;
const pausedAccounts = 1000;
const few = { limit: 3, windowMs: hourMs, keys: 1 };
const everybody = 'everybody';

/**
 * Runs an account's own statement. Its turn lasts until the result is complete, or until the engine
 * has ended the statement. The caller counts it in the limit `sql`. Refuses `not_supported`, `forbidden`, `email_unverified`,
 * `too_many_requests` and `busy`; rejects with StatementFailure when the statement itself fails.
 */
export function runStatement(ports: RunStatementPorts) {
  const { state, clock, engine, budget } = ports;
  const pausedUntilMs = recentMap<string, number>(pausedAccounts);
  const restarts = rateLimit(few);

  const pauseLeftMs = (who: string): number => (pausedUntilMs.get(who) ?? 0) - clock.now();
  const pause = (userId: string): void => {
    const nowMs = clock.now();
    pausedUntilMs.set(userId, nowMs + pauseMs);
    if (restarts.waitSeconds(everybody, nowMs) > 0) pausedUntilMs.set(everybody, nowMs + pauseMs);
  };
  const endWhenEnded = async (userId: string, end: () => void): Promise<void> => {
    const hasEnded = await engine.ended(userId).catch(() => true);
    if (!hasEnded) pause(userId);
    end();
  };

  return async (
    { userId, verified }: Author,
    statement: Statement,
    signal: AbortSignal,
  ): Promise<RunningResult> => {
    refuseUnless(await state());
    if (!verified) throw emailUnverified('run SQL');
    refuseFlood(secondsIn(pauseLeftMs(userId)), paused);
    refuseFlood(secondsIn(pauseLeftMs(everybody)), pausedForAll);
    refuseFlood(budget.waitSeconds(userId, clock.now()), spent);
    const end = await ports.results.take([userId], signal);
    try {
      return { result: await inTurn(userId, statement, signal), end };
    } catch (error) {
      end();
      throw error;
    }
  };

  async function inTurn(
    userId: string,
    statement: Statement,
    signal: AbortSignal,
  ): Promise<StatementResult> {
    const endTurn = await countedTurn(ports, userId, signal);
    try {
      await ports.links.refresh(userId);
      return await engine.run(userId, statement, signal);
    } finally {
      void endWhenEnded(userId, endTurn);
    }
  }
}

export type RunStatement = ReturnType<typeof runStatement>;

/** A turn of the account. Its time is counted when it ends. */
async function countedTurn(
  { turns, budget, clock }: RunStatementPorts,
  userId: string,
  signal: AbortSignal,
): Promise<() => void> {
  const end = await turns.take([userId], signal);
  const fromMs = clock.now();
  // The statements before it in the account's queue can have used what was left.
  const waitSeconds = budget.waitSeconds(userId, fromMs);
  if (waitSeconds > 0) end();
  refuseFlood(waitSeconds, spent);
  return () => {
    budget.use(userId, fromMs, clock.now());
    end();
  };
}

const spent = `Statements of an account may use the event store for ${engineRate.perMinuteMs / secondMs} seconds a minute. Please wait a moment.`;

function secondsIn(ms: number): number {
  return Math.max(0, Math.ceil(ms / secondMs));
}

const pausedForAll =
  'The event store had to restart several times to stop statements. SQL pauses for ten minutes.';
const paused =
  'The event store had to restart to stop an earlier statement of this account. SQL pauses for ten minutes.';

function refuseUnless(state: SqlState): void {
  if (state === 'on') return;
  if (state === 'off') {
    throw new Refusal('forbidden', 'SQL is switched off on this server (ANALYST_SQL).');
  }
  const message =
    'SQL is not available: the event store of this server does not keep accounts apart.';
  throw new Refusal('not_supported', message);
}
