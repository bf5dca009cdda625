import { expect, test } from 'bun:test';
import { engineBudget } from '#core/analytics/sql/engine-budget';
import {
  engineRate,
  pauseMs,
  runStatement,
  type SqlState,
} from '#core/analytics/sql/run-statement';
import { StatementFailure, type Statement } from '#core/analytics/sql/statement';
import { Refusal } from '#core/shared/refusal';
import { hourMs } from '#core/shared/time';

const statement: Statement = {
  query: 'SELECT 1',
  parameters: new Map(),
  settings: new Map(),
  database: null,
  format: 'JSON',
  rowLimit: null,
};
const ada = { userId: 'ada', verified: true };
const { signal } = new AbortController();

/** The use case over ports that record what happens; `fails` is what the engine throws. */
function sqlOver({
  state = 'on',
  fails,
  hasEnded = true,
  takesMs = 0,
}: {
  readonly state?: SqlState;
  readonly fails?: Error;
  readonly hasEnded?: boolean;
  /** Of the clock, for a statement. */
  readonly takesMs?: number;
} = {}) {
  const happened: string[] = [];
  let nowMs = 0;
  /** Ends with the turn before it. */
  let turn = Promise.resolve();
  const run = runStatement({
    state: async () => state,
    clock: { now: () => nowMs },
    budget: engineBudget(engineRate),
    turns: {
      async take([userId]) {
        const [before, ending] = [turn, Promise.withResolvers<void>()];
        turn = ending.promise;
        await before;
        happened.push(`turn of ${userId}`);
        return () => {
          happened.push('turn ends');
          ending.resolve();
        };
      },
    },
    results: {
      async take([userId]) {
        happened.push(`place of ${userId}`);
        return () => void happened.push('place ends');
      },
    },
    links: { refresh: async (userId) => void happened.push(`links of ${userId}`) },
    engine: {
      async run(userId, { query }) {
        happened.push(`${userId}: ${query}`);
        nowMs += takesMs;
        if (fails) throw fails;
        const body = new Blob(['1']).stream();
        return { format: 'JSON', headers: new Map(), bytes: 1, body, views: [] };
      },
      async ended(userId) {
        happened.push(`waits for the end of ${userId}`);
        return hasEnded;
      },
    },
  });
  return { run, happened, pass: (ms: number) => void (nowMs += ms) };
}

async function refusalOf(running: Promise<unknown>): Promise<string> {
  const error = await running.then(
    () => null,
    (thrown: unknown) => thrown,
  );
  return error instanceof Refusal ? error.code : String(error);
}

test('an account’s links are refreshed before its statement runs, and its result keeps a place but no turn', async () => {
  const { run, happened } = sqlOver();

  const { end } = await run(ada, statement, signal);

  expect(happened).toEqual([
    ...['place of ada', 'turn of ada', 'links of ada', 'ada: SELECT 1'],
    ...['waits for the end of ada', 'turn ends'],
  ]);
  end();
  expect(happened.at(-1)).toBe('place ends');
});

const tooLong = new StatementFailure('limit', {
  code: 159,
  codeName: 'TIMEOUT_EXCEEDED',
  message: 'Too long',
});
const wrong = new StatementFailure('invalid', {
  code: 62,
  codeName: 'SYNTAX_ERROR',
  message: 'Wrong',
});

test('a failed statement ends its turn', async () => {
  const { run, happened } = sqlOver({ fails: wrong });

  await expect(run(ada, statement, signal)).rejects.toBe(wrong);
  expect(happened.slice(-2).toSorted()).toEqual(['place ends', 'turn ends']);
});

test('[sql-limits] the turn of a statement that ran too long ends when the engine has ended it', async () => {
  const { run, happened } = sqlOver({ fails: tooLong });

  await expect(run(ada, statement, signal)).rejects.toBe(tooLong);
  await Bun.sleep(0);
  expect(happened.slice(-3).toSorted()).toEqual([
    ...['place ends', 'turn ends', 'waits for the end of ada'],
  ]);
  await expect(run(ada, statement, signal)).rejects.toBe(tooLong);
});

test('[sql-limits] an account whose statement the engine could not end pauses for ten minutes', async () => {
  const { run, happened, pass } = sqlOver({ fails: tooLong, hasEnded: false });

  await expect(run(ada, statement, signal)).rejects.toBe(tooLong);
  await Bun.sleep(0);
  expect(happened).toContain('turn ends');
  const refused = await run(ada, statement, signal).catch((error: unknown) => error);
  expect(refused).toMatchObject({ code: 'too_many_requests', retryAfterSeconds: 600 });
  await expect(run({ ...ada, userId: 'bob' }, statement, signal)).rejects.toBe(tooLong);
  pass(pauseMs);
  await expect(run(ada, statement, signal)).rejects.toBe(tooLong);
});

test('[sql-limits] all accounts pause after the engine could not end several statements in an hour', async () => {
  const { run, pass } = sqlOver({ fails: tooLong, hasEnded: false });
  const stuck = async (userId: string) => {
    await expect(run({ ...ada, userId }, statement, signal)).rejects.toBe(tooLong);
    await Bun.sleep(0);
  };

  for (const userId of ['a', 'b', 'c']) await stuck(userId);
  pass(hourMs);
  for (const userId of ['a', 'b', 'c', 'd']) await stuck(userId);
  expect(await refusalOf(run({ ...ada, userId: 'e' }, statement, signal))).toBe(
    'too_many_requests',
  );
  pass(pauseMs);
  await stuck('e');
});

test('[sql-turns] an account that has used its seconds is told when to go on; others are not concerned', async () => {
  const { run, happened, pass } = sqlOver({ takesMs: 15_000 });
  const used = async (userId: string) => {
    (await run({ ...ada, userId }, statement, signal)).end();
    await Bun.sleep(0);
  };

  // 10 of these 45 seconds were given back meanwhile, and 5 of the other 35 are beyond the burst.
  for (let n = 0; n < 3; n += 1) await used('ada');
  const before = happened.length;
  const refused = await run(ada, statement, signal).catch((error: unknown) => error);

  expect(refused).toMatchObject({
    code: 'too_many_requests',
    retryAfterSeconds: 15,
    message: expect.stringContaining('20 seconds a minute'),
  });
  expect(happened.length).toBe(before);
  await used('bob');
  pass(1000);
  await used('ada');
});

test('[sql-turns] a failed statement has used its seconds too', async () => {
  const { run } = sqlOver({ fails: tooLong, takesMs: 75_000 });

  await expect(run(ada, statement, signal)).rejects.toBe(tooLong);
  await Bun.sleep(0);

  expect(await refusalOf(run(ada, statement, signal))).toBe('too_many_requests');
});

test('[sql-turns] a statement that waited for its turn is refused when those before it used the rest', async () => {
  const { run, happened } = sqlOver({ takesMs: 75_000 });
  const [first, second] = [run(ada, statement, signal), run(ada, statement, signal)];

  await first;
  expect(await refusalOf(second)).toBe('too_many_requests');

  expect(happened.filter((what) => what === 'ada: SELECT 1')).toHaveLength(1);
  expect(happened.filter((what) => what === 'turn ends')).toHaveLength(2);
});

test('nothing runs while SQL is off, unsupported, or for an unconfirmed person', async () => {
  const cases = [
    [{ state: 'off' }, ada, 'forbidden'],
    [{ state: 'unsupported' }, ada, 'not_supported'],
    [{}, { userId: 'eve', verified: false }, 'email_unverified'],
  ] as const;
  for (const [ports, author, code] of cases) {
    const { run, happened } = sqlOver(ports);
    expect(await refusalOf(run(author, statement, signal))).toBe(code);
    expect(happened).toEqual([]);
  }
});
