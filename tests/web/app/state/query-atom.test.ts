import { afterEach, expect, test } from 'bun:test';
import { QueryClient } from '@tanstack/query-core';
import { createStore } from 'jotai';
import { queryAtom, watchRemovals } from '#web/app/state/query-atom.ts';

const clients: QueryClient[] = [];

function world(answers: readonly string[], gcTime = Infinity) {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false, gcTime } } });
  const store = createStore();
  let asked = 0;
  const query = queryAtom<string>(client, () => ({
    queryKey: ['greeting'],
    queryFn: () => Promise.resolve(answers[asked++] ?? 'asked too often'),
  }));
  watchRemovals(store, client);
  clients.push(client);
  return { client, store, query, timesAsked: () => asked };
}

/** Runs what is queued: promises, and the notifications that wait for the next turn. */
async function settle(isDone: () => boolean): Promise<void> {
  const deadline = Date.now() + 2000;
  while (!isDone() && Date.now() < deadline) await Bun.sleep(1);
  expect(isDone()).toBe(true);
}

afterEach(() => {
  for (const client of clients.splice(0)) client.clear();
});

test('an atom asks when somebody looks, and shows what comes', async () => {
  const { store, query } = world(['hello']);
  expect(store.get(query).isPending).toBe(true);

  const stop = store.sub(query, () => {});
  await settle(() => store.get(query).isSuccess);

  expect(store.get(query).data).toBe('hello');
  stop();
});

test('after its entry was collected an atom starts afresh and follows the new entry', async () => {
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

test('[nothing-after-sign-out] after a clear nobody sees what was there before, whoever is looking', async () => {
  const { client, store, query, timesAsked } = world(['of Ada', 'of Charles']);
  const stop = store.sub(query, () => {});
  await settle(() => store.get(query).data === 'of Ada');

  client.clear();

  expect(store.get(query).data).toBeUndefined();
  await settle(() => store.get(query).data === 'of Charles');
  expect(timesAsked()).toBe(2);
  stop();
});

test('[nothing-after-sign-out] after a clear an atom that nobody looked at forgets as well', async () => {
  const { client, store, query } = world(['of Ada', 'of Charles']);
  const leave = store.sub(query, () => {});
  await settle(() => store.get(query).data === 'of Ada');
  leave();

  client.clear();

  expect(store.get(query).data).toBeUndefined();
});
