import { expect, test } from 'bun:test';
import { lane } from '#adapters/embedded/clickhouse/lanes';

const staying = new AbortController().signal;

test('a lane runs up to its width, queues further requests and rejects the rest', async () => {
  const narrow = lane({ width: 1, waiting: 1 });
  const leave = await narrow.enter(staying);
  const second = narrow.enter(staying);

  await expect(narrow.enter(staying)).rejects.toMatchObject({ code: 202 });
  leave();

  expect(typeof (await second)).toBe('function');
});

test('the longest waiting request runs first', async () => {
  const narrow = lane({ width: 1, waiting: 8 });
  const leave = await narrow.enter(staying);
  const order: number[] = [];
  const waiters = [1, 2, 3].map(async (number) => {
    const done = await narrow.enter(staying);
    order.push(number);
    done();
  });

  leave();
  await Promise.all(waiters);

  expect(order).toEqual([1, 2, 3]);
});

test('a canceled waiting request frees its place for the next', async () => {
  const narrow = lane({ width: 1, waiting: 2 });
  const leave = await narrow.enter(staying);
  const gone = new AbortController();
  const impatient = narrow.enter(gone.signal);
  const patient = narrow.enter(staying);

  gone.abort();
  leave();

  await expect(impatient).rejects.toMatchObject({ code: 236 });
  expect(typeof (await patient)).toBe('function');
});

test('a request that was canceled before it asked gets no place', async () => {
  const gone = new AbortController();
  gone.abort();
  const wide = lane({ width: 1, waiting: 1 });
  const leave = await wide.enter(staying);

  await expect(wide.enter(gone.signal)).rejects.toMatchObject({ code: 236 });
  leave();
  expect(typeof (await wide.enter(staying))).toBe('function');
});

test('leaving twice frees only one place', async () => {
  const narrow = lane({ width: 1, waiting: 0 });
  const leave = await narrow.enter(staying);

  leave();
  leave();
  await narrow.enter(staying);

  await expect(narrow.enter(staying)).rejects.toMatchObject({ code: 202 });
});
