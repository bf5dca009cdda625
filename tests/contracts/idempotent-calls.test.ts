import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import {
  forgetIdempotentCalls,
  postgresIdempotentCalls,
} from '#adapters/postgres/accounts/idempotent-calls';
import type { IdempotentCall, IdempotentCalls } from '#core/accounts/idempotent-calls';
import { dayMs, secondMs } from '#core/shared/time';
import { memoryIdempotentCalls } from '#tests/support/memory/idempotent-calls';
import { newUser } from '#tests/support/builders/people';
import { testDatabase, type TestDatabase } from '#tests/support/databases/postgres';
import { schema } from '#tests/support/databases/schema';

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase(schema);
});
afterAll(() => database.drop());

const nowMs = Date.UTC(2026, 5, 1, 12, 0, 0, 123);

const answer = { status: 201, text: '{"id":1}' };

function someCall(userId: string, more: Partial<IdempotentCall> = {}): IdempotentCall {
  const chosenId = Bun.randomUUIDv7('hex', nowMs);
  return { userId, key: 'order-17', fingerprint: 'abc', chosenId, atMs: nowMs, ...more };
}

/** The contract of every store of idempotent calls. */
function idempotentCallsContract(
  name: string,
  make: () => { calls: IdempotentCalls; newUser: () => Promise<string> },
): void {
  describe(`[idempotency-keys] ${name}`, () => {
    test('a finished call returns its id, and no other', async () => {
      const { calls, newUser } = make();
      const userId = await newUser();
      const first = someCall(userId);

      expect(await calls.begin(first)).toEqual({
        kind: 'begun',
        chosenId: first.chosenId,
      });
      expect(await calls.begin(someCall(userId))).toEqual({ kind: 'running' });
      await calls.finish(first, answer);

      expect(await calls.begin(someCall(userId))).toEqual({
        kind: 'finished',
        answer,
      });
    });

    test('the ids of an answer that was too long are kept in its place, also none', async () => {
      const { calls, newUser } = make();
      const userId = await newUser();
      for (const ids of [['first', 'second'], []]) {
        const call = someCall(userId, { key: `with ${ids.length}` });
        await calls.begin(call);
        await calls.finish(call, { ids });
        expect(await calls.begin(call)).toEqual({ kind: 'finished', answer: { ids } });
      }
    });

    test('a key identifies one call of one account', async () => {
      const { calls, newUser } = make();
      const [ada, bob] = [await newUser(), await newUser()];
      await calls.begin(someCall(ada));

      expect(await calls.begin(someCall(ada, { fingerprint: 'xyz' }))).toEqual({
        kind: 'different',
      });
      expect((await calls.begin(someCall(bob, { fingerprint: 'xyz' }))).kind).toBe('begun');
      expect((await calls.begin(someCall(ada, { key: 'order-18' }))).kind).toBe('begun');
    });

    test('a call that was released or never finished is continued with the first id', async () => {
      const { calls, newUser } = make();
      const userId = await newUser();
      const first = someCall(userId);
      const begunAgain = { kind: 'begun', chosenId: first.chosenId } as const;
      await calls.begin(first);

      const atMs = nowMs + 15 * secondMs;
      expect(await calls.begin(someCall(userId, { atMs: atMs - 1 }))).toEqual({ kind: 'running' });
      expect(await calls.begin(someCall(userId, { atMs }))).toEqual(begunAgain);
      expect(await calls.begin(someCall(userId, { atMs }))).toEqual({ kind: 'running' });
      await calls.letGo(someCall(userId, { atMs }));

      expect(await calls.begin(someCall(userId, { atMs }))).toEqual(begunAgain);
    });

    test('a refused call leaves its key to another request', async () => {
      const { calls, newUser } = make();
      const userId = await newUser();
      const first = someCall(userId);
      await calls.begin(first);
      await calls.forget(first);

      const other = someCall(userId, { fingerprint: 'xyz' });
      expect(await calls.begin(other)).toEqual({ kind: 'begun', chosenId: other.chosenId });
    });

    test('a call that is finished, or that another attempt has taken over, is not forgotten', async () => {
      const { calls, newUser } = make();
      const userId = await newUser();
      const first = someCall(userId);
      await calls.begin(first);
      const later = someCall(userId, { atMs: nowMs + 15 * secondMs });
      await calls.begin(later);

      await calls.forget(first);
      expect((await calls.begin(later)).kind).toBe('running');
      await calls.finish(later, answer);
      await calls.forget(later);
      expect((await calls.begin(later)).kind).toBe('finished');
    });

    test('one of several concurrent attempts starts', async () => {
      const { calls, newUser } = make();
      const userId = await newUser();

      const states = await Promise.all(
        Array.from({ length: 20 }, () => calls.begin(someCall(userId))),
      );

      expect(states.filter(({ kind }) => kind === 'begun')).toHaveLength(1);
      expect(states.filter(({ kind }) => kind === 'running')).toHaveLength(19);
    });

    test('a call is remembered for 24 hours', async () => {
      const { calls, newUser } = make();
      const userId = await newUser();
      const first = someCall(userId);
      await calls.begin(first);
      await calls.finish(first, answer);

      const justBefore = someCall(userId, { atMs: nowMs + dayMs - 1 });
      expect((await calls.begin(justBefore)).kind).toBe('finished');
      const after = someCall(userId, { atMs: nowMs + dayMs, fingerprint: 'xyz' });

      expect(await calls.begin(after)).toEqual({ kind: 'begun', chosenId: after.chosenId });
    });

    test('after 24 hours a key is free, however many older calls have not been deleted', async () => {
      const { calls, newUser } = make();
      const userId = await newUser();
      const old = Array.from({ length: 102 }, (_, at) =>
        someCall(userId, { key: `order ${at}`, atMs: nowMs + at }),
      );
      for (const call of old) {
        await calls.begin(call);
        await calls.finish(call, answer);
      }
      const again = (at: number) =>
        someCall(userId, { key: `order ${at}`, atMs: nowMs + 101 + dayMs, fingerprint: 'xyz' });

      for (const call of [again(101), again(0)]) {
        expect(await calls.begin(call)).toEqual({ kind: 'begun', chosenId: call.chosenId });
      }
    });
  });
}

idempotentCallsContract('idempotent calls in memory', () => ({
  calls: memoryIdempotentCalls(),
  newUser: async () => Bun.randomUUIDv7(),
}));
idempotentCallsContract('idempotent calls in Postgres', () => ({
  calls: postgresIdempotentCalls(database.sql),
  newUser: () => newUser(database.sql),
}));

test('[idempotency-keys] answers are deleted after a day, also when no other call comes', async () => {
  const { sql } = database;
  const calls = postgresIdempotentCalls(sql);
  await sql`DELETE FROM idempotent_calls`;
  const userId = await newUser(sql);
  const begin = async (key: string, atMs: number) => {
    const call = someCall(userId, { key, atMs });
    await calls.begin(call);
    await calls.finish(call, answer);
  };
  await begin('old', nowMs);
  await begin('new', nowMs + secondMs);
  expect(await forgetIdempotentCalls(sql, new Date(nowMs + dayMs))).toBe(1);
  const kept = await sql<{ key: string }[]>`
    SELECT idempotency_key AS key FROM idempotent_calls WHERE user_id = ${userId}`;
  expect(kept.map(({ key }) => key)).toEqual(['new']);
});
