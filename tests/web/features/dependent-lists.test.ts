import { afterAll, beforeAll, expect, test } from 'bun:test';
import { createStore } from 'jotai';
import { clientAtom } from '#web/app/state/client.ts';
import { removeSharedAtom } from '#web/features/analytics/share/shared-reports.ts';
import { removeViewAtom } from '#web/features/analytics/views/views.ts';
import { removeLabelAtom } from '#web/features/labels/labels.ts';

/** The server, which has removed what it was asked to. */
const { fetch } = globalThis;
beforeAll(() => {
  globalThis.fetch = Object.assign(async () => new Response(null, { status: 204 }), fetch);
});
afterAll(() => {
  globalThis.fetch = fetch;
});

const lists = [['mailed-reports'], ['alerts'], ['public page of', 'x']];

function world() {
  const store = createStore();
  const client = store.get(clientAtom);
  for (const list of lists) client.setQueryData(list, 'before');
  /** The lists that are read again when they are shown next. */
  const outdated = () => lists.filter((list) => client.getQueryState(list)?.isInvalidated);
  return { store, outdated };
}

test('removing a saved view removes its email reports from their list', async () => {
  const { store, outdated } = world();
  await store.set(removeViewAtom, 'id');
  expect(outdated()).toEqual([['mailed-reports']]);
});

test('deleting a tag removes its alerts from their list, and deleting a folder does not', async () => {
  const { store, outdated } = world();
  await store.set(removeLabelAtom, { kind: 'folder', id: 'id' });
  expect(outdated()).toEqual([]);
  await store.set(removeLabelAtom, { kind: 'tag', id: 'id' });
  expect(outdated()).toEqual([['alerts']]);
});

test('removing a shared report also removes it from the settings of its link', async () => {
  const { store, outdated } = world();
  await store.set(removeSharedAtom, 'id');
  expect(outdated()).toEqual([['public page of', 'x']]);
});
