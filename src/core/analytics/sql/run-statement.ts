import type { User } from '#core/accounts/user';
import { refuseFlood } from '#core/shared/rate-limit';
import { Refusal } from '#core/shared/refusal';
import { tokenBucket } from '#core/shared/token-bucket';
import type { Clock } from '#core/shared/time';
import type { Statement, StatementResult } from './statement.ts';

/** Whether accounts may run SQL of their own; `unsupported`: the event store does not keep them apart. */
export type SqlState = 'on' | 'off' | 'unsupported';

export type RunStatementPorts = {
  readonly state: () => Promise<SqlState>;
  readonly clock: Clock;
  readonly turns: {
    /**
     * Resolves when the account's turn has come; the result ends the turn. Refuses `busy` after a
     * short wait, because an account has one turn at a time and all accounts have a few.
     */
    take(userId: string, signal: AbortSignal): Promise<() => void>;
  };
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
  };
};

/** The author of a statement: a person, or a key, which only a confirmed person can create. */
export type Author = { readonly userId: string; readonly verified: User['verified'] };

/** A result and its turn: `end` frees the turn when the result has been sent or dropped. */
export type RunningResult = { readonly result: StatementResult; readonly end: () => void };

/** Statements of one account per minute; twice as many in a burst, as a dashboard opens. */
export const statementsPerMinute = 120;

/**
 * Runs an account's own statement. Refuses `not_supported`, `forbidden`, `email_unverified`,
 * `too_many_requests` and `busy`; rejects with StatementFailure when the statement itself fails.
 */
export function runStatement({ state, clock, turns, links, engine }: RunStatementPorts) {
  const pace = tokenBucket({ perMinute: statementsPerMinute, burst: statementsPerMinute * 2 });

  return async (
    { userId, verified }: Author,
    statement: Statement,
    signal: AbortSignal,
  ): Promise<RunningResult> => {
    refuseUnless(await state());
    if (!verified) throw unverified();
    const { waitSeconds } = pace.take(userId, clock.now());
    refuseFlood(waitSeconds, 'Too many statements. Please wait a moment.');
    const end = await turns.take(userId, signal);
    try {
      await links.refresh(userId);
      return { result: await engine.run(userId, statement, signal), end };
    } catch (error) {
      end();
      throw error;
    }
  };
}

export type RunStatement = ReturnType<typeof runStatement>;

function refuseUnless(state: SqlState): void {
  if (state === 'on') return;
  if (state === 'off') {
    throw new Refusal('forbidden', 'SQL is switched off on this server (ANALYST_SQL).');
  }
  const message =
    'SQL is not available: the event store of this server does not keep accounts apart.';
  throw new Refusal('not_supported', message);
}

function unverified(): Refusal {
  const message = 'Confirm your email address before you run SQL';
  return new Refusal('email_unverified', message);
}
