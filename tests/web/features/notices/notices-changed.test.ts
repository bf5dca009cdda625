import { expect, test } from 'bun:test';
import { type Atom, createStore } from 'jotai';
import { clientAtom } from '#web/app/state/client.ts';
import { alertsQuery } from '#web/features/alerts/alerts.ts';
import { mailedReportsQuery } from '#web/features/mailed-reports/mailed-reports.ts';
import { noticesChangedAtom, unreadAtom } from '#web/features/notices/notices.ts';
import { webhooksQuery } from '#web/features/webhooks/webhooks.ts';

const lists: readonly (readonly [key: string, query: Atom<{ readonly isStale: boolean }>])[] = [
  ['alerts', alertsQuery],
  ['webhooks', webhooksQuery],
  ['mailed-reports', mailedReportsQuery],
];

test('with a new notice the states of alerts, split tests and webhooks are out of date too', () => {
  const store = createStore();
  const client = store.get(clientAtom);
  const isReloaded = (key: string) => client.getQueryState([key])?.isInvalidated;
  const toldOf = ['alerts', 'split tests', 'webhooks'];
  for (const key of [...toldOf, 'mailed-reports']) client.setQueryData([key], []);

  store.set(noticesChangedAtom, 3);

  expect(store.get(unreadAtom)).toBe(3);
  expect(toldOf.map(isReloaded)).toEqual([true, true, true]);
  expect(isReloaded('mailed-reports')).toBe(false);
  client.clear();
});

test('states that the server changes are asked for again each time that their page opens', () => {
  const store = createStore();
  const client = store.get(clientAtom);
  for (const [key] of lists) client.setQueryData([key], []);

  expect(lists.map(([, query]) => store.get(query).isStale)).toEqual([true, true, true]);
  client.clear();
});
