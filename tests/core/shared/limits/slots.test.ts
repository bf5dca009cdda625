import { expect, test } from 'bun:test';
import { slots, type SlotLimits } from '#core/shared/limits/slots';
import { Refusal } from '#core/shared/refusal';
import { eventually } from '#tests/support/waiting';

const patient: SlotLimits = {
  perKey: 2,
  total: 3,
  waitMs: 60_000,
  waitingPerKey: 2,
  waiting: 3,
};
const never = new AbortController().signal;

/** Whether a slot is free now; takes it and returns it. */
async function isFree(shared: ReturnType<typeof slots>, key: string): Promise<boolean> {
  const leaving = new AbortController();
  const taken = shared.take([key], leaving.signal).then((release) => (release(), true));
  queueMicrotask(() => queueMicrotask(() => queueMicrotask(() => leaving.abort())));
  return taken.catch(() => false);
}

const codeOf = (error: unknown): unknown =>
  error instanceof Refusal ? [error.code, error.retryAfterSeconds] : error;

test('each key has two slots, and all keys together three', async () => {
  const shared = slots(patient);

  const first = await shared.take(['a'], never);
  await shared.take(['a'], never);
  expect([await isFree(shared, 'a'), await isFree(shared, 'b')]).toEqual([false, true]);

  await shared.take(['b'], never);
  expect(await isFree(shared, 'c')).toBe(false);

  first();
  first();
  expect([await isFree(shared, 'c'), await isFree(shared, 'a')]).toEqual([true, true]);
  await shared.take(['c'], never);
  expect(await isFree(shared, 'a')).toBe(false);
});

test('[fair-share] a free slot goes to the waiting key that holds the fewest', async () => {
  const shared = slots(patient);
  const [held] = await Promise.all([shared.take(['a'], never), shared.take(['b'], never)]);
  const last = await shared.take(['b'], never);
  const order: string[] = [];
  const waiting = [
    shared.take(['a'], never).then(() => order.push('a')),
    shared.take(['c'], never).then(() => order.push('c')),
  ];

  last();
  await waiting[1];
  held();
  await waiting[0];

  expect(order).toEqual(['c', 'a']);
});

test('[fair-share] [sql-turns] among keys with as many slots a free one goes to the one that has used least', async () => {
  const used: Record<string, number> = { often: 40, seldom: 3, new: 0 };
  const shared = slots({ ...patient, perKey: 1, total: 1 }, ([key = '']) => used[key] ?? 0);
  let release = await shared.take(['first'], never);
  const order: string[] = [];
  const waiting = ['often', 'seldom', 'new'].map(async (key) => {
    const free = await shared.take([key], never);
    order.push(key);
    release = free;
  });

  for (const count of [1, 2, 3]) {
    release();
    await eventually(
      () => order.length,
      (length) => length === count,
    );
  }
  await Promise.all(waiting);

  expect(order).toEqual(['new', 'seldom', 'often']);
});

test('[fair-share] [sql-turns] a key never gets a second slot while another key can have it', async () => {
  const shared = slots({ ...patient, perKey: 1, total: 2 });
  const release = await shared.take(['a'], never);

  const again = shared.take(['a'], never);
  const other = await shared.take(['b'], never);
  other();
  await (
    await shared.take(['c'], never)
  )();
  expect(shared.waiting()).toBe(1);

  release();
  await (
    await again
  )();
});

test('a request that waits too long, or finds a full queue, is asked to retry', async () => {
  const shared = slots({ ...patient, waitMs: 20 });
  await shared.take(['a'], never);
  await shared.take(['a'], never);

  const refused = await Promise.all([1, 2, 3].map(() => shared.take(['a'], never).catch(codeOf)));

  expect(refused).toEqual([
    ['busy', 2],
    ['busy', 2],
    ['busy', 2],
  ]);
  expect(await isFree(shared, 'b')).toBe(true);
});

test('a request that is canceled while waiting frees its place in the queue', async () => {
  const shared = slots(patient);
  const release = await shared.take(['a'], never);
  await shared.take(['a'], never);
  const leaving = new AbortController();
  const gone = shared.take(['a'], leaving.signal).catch(() => 'gone');

  leaving.abort();
  expect(await gone).toBe('gone');
  release();

  expect(await isFree(shared, 'a')).toBe(true);
});

test('[fair-share] each group of an asker has its limit, and one end can free several slots', async () => {
  const shared = slots({ ...patient, perKey: 1, waitingPerKey: 5, waiting: 5 });
  const release = await shared.take(['network', 'page'], never);
  const waiting = [shared.take(['network', 'other'], never), shared.take(['else', 'page'], never)];

  expect(await isFree(shared, 'third')).toBe(true);
  expect(shared.waiting()).toBe(2);
  release();

  for (const given of await Promise.all(waiting)) given();
  expect(await isFree(shared, 'network')).toBe(true);
});

test('[fair-share] in a full queue, who waits for the first time takes the place of who waits most', async () => {
  const shared = slots(patient);
  const held = await Promise.all(['a', 'b', 'b'].map((key) => shared.take([key], never)));
  const [first, second] = [shared.take(['a'], never), shared.take(['a'], never).catch(codeOf)];
  const others = ['c', 'd'].map((key) => shared.take([key], never));

  expect(await second).toEqual(['busy', 2]);
  for (const release of held) release();
  expect(await Promise.all([first, ...others])).toHaveLength(3);
});

test('work runs in a slot, up to the limit at once, and a failure frees the slot too', async () => {
  const shared = slots({ perKey: 2, total: 2, waiting: 3 });
  const gates: (() => void)[] = [];
  let [running, most] = [0, 0];
  const work = () =>
    shared.run(['a'], async () => {
      running += 1;
      most = Math.max(most, running);
      await new Promise<void>((resolve) => gates.push(resolve));
      running -= 1;
      throw new Error('no memory');
    });

  const failures = Promise.allSettled(Array.from({ length: 5 }, work));
  for (let done = 0; done < 5; done += 1) {
    while (gates.length <= done) await Bun.sleep(0);
    gates[done]?.();
  }

  expect((await failures).map(({ status }) => status)).toEqual(Array(5).fill('rejected'));
  expect(most).toBe(2);
  expect(await shared.run(['a'], async () => 'again')).toBe('again');
});
