import { afterEach, expect, test } from 'bun:test';
import type { QueryClient } from '@tanstack/query-core';
import { createStore } from 'jotai';
import { clientAtom, reloadAtom } from '#web/app/state/client.ts';
import { queryAtom, watchRemovals } from '#web/app/state/query-atom.ts';

const clients: QueryClient[] = [];

function newStore() {
  const store = createStore();
  const client = store.get(clientAtom);
  watchRemovals(store);
  clients.push(client);
  return { store, client };
}

function world(answers: readonly string[], gcTime = Infinity) {
  let asked = 0;
  const query = queryAtom<string>(() => ({
    queryKey: ['greeting'],
    queryFn: () => Promise.resolve(answers[asked++] ?? 'asked too often'),
    gcTime,
  }));
  return { ...newStore(), query, timesAsked: () => asked };
}

/** Runs everything queued: promises, and the notifications of the next turn. */
async function settle(isDone: () => boolean): Promise<void> {
  const deadline = Date.now() + 2000;
  while (!isDone() && Date.now() < deadline) await Bun.sleep(1);
  expect(isDone()).toBe(true);
}

afterEach(() => {
  for (const client of clients.splice(0)) client.clear();
});

test('an atom queries when it is mounted, and shows the answer', async () => {
  const { store, query } = world(['hello']);
  expect(store.get(query).isPending).toBe(true);

  const stop = store.sub(query, () => {});
  await settle(() => store.get(query).isSuccess);

  expect(store.get(query).data).toBe('hello');
  stop();
});

test('an atom whose cache entry was collected starts again and follows the new entry', async () => {
  const { client, store, query } = world(['first', 'second'], 1);
  const leave = store.sub(query, () => {});
  await settle(() => store.get(query).data === 'first');
  leave();
  await settle(() => client.getQueryCache().find({ queryKey: ['greeting'] }) === undefined);

  expect(store.get(query).data).toBeUndefined();
  const stop = store.sub(query, () => {});
  await settle(() => store.get(query).data === 'second');

  client.setQueryData(['greeting'], 'third');
  await settle(() => store.get(query).data === 'third');
  stop();
});

test('[nothing-after-sign-out] after clearing, no mounted atom shows earlier data', async () => {
  const { client, store, query, timesAsked } = world(['of Ada', 'of Charles']);
  const stop = store.sub(query, () => {});
  await settle(() => store.get(query).data === 'of Ada');

  client.clear();

  expect(store.get(query).data).toBeUndefined();
  await settle(() => store.get(query).data === 'of Charles');
  expect(timesAsked()).toBe(2);
  stop();
});

test('[nothing-after-sign-out] after clearing, an unmounted atom has no earlier data either', async () => {
  const { client, store, query } = world(['of Ada', 'of Charles']);
  const leave = store.sub(query, () => {});
  await settle(() => store.get(query).data === 'of Ada');
  leave();

  client.clear();

  expect(store.get(query).data).toBeUndefined();
});

test('each store has its own answers', async () => {
  const { store, query } = world(['of Ada', 'of Charles']);
  const other = newStore().store;
  const leave = store.sub(query, () => {});
  await settle(() => store.get(query).data === 'of Ada');

  expect(other.get(query).data).toBeUndefined();
  const stop = other.sub(query, () => {});
  await settle(() => other.get(query).data === 'of Charles');

  expect(store.get(query).data).toBe('of Ada');
  leave();
  stop();
});

test('reloading fetches the answers whose key begins with the given one', async () => {
  const { store, query, timesAsked } = world(['first', 'second']);
  const stop = store.sub(query, () => {});
  await settle(() => store.get(query).data === 'first');

  await store.set(reloadAtom, ['another']);
  expect(timesAsked()).toBe(1);
  await store.set(reloadAtom, ['greeting']);

  expect(store.get(query).data).toBe('second');
  stop();
});

test('reloading drops the answer of a first call that is still running, which may be older', async () => {
  const { store } = newStore();
  const calls: PromiseWithResolvers<string>[] = [];
  const query = queryAtom<string>(() => ({
    queryKey: ['greeting'],
    queryFn: () => {
      const call = Promise.withResolvers<string>();
      calls.push(call);
      return call.promise;
    },
  }));
  const stop = store.sub(query, () => {});
  await settle(() => calls.length === 1);

  const reloaded = store.set(reloadAtom, ['greeting']);
  await settle(() => calls.length === 2);
  calls[0]?.resolve('before the change');
  calls[1]?.resolve('after the change');
  await reloaded;
  await settle(() => store.get(query).isSuccess);

  expect(store.get(query).data).toBe('after the change');
  stop();
});
