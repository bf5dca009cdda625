import { expect, test } from 'bun:test';
import { createStore } from 'jotai';
import { tellAtom, tellFailureAtom, toastAtom } from '#web/app/state/toast.ts';

test('a message replaces the previous one, with a new key', () => {
  const store = createStore();
  store.set(tellAtom, 'Saved');
  const first = store.get(toastAtom);
  store.set(toastAtom, null);
  store.set(tellFailureAtom, 'Saved', 'Or not.');
  const second = store.get(toastAtom);

  expect(first).toEqual({ key: 1, title: 'Saved', isError: false });
  expect(second).toEqual({ key: 2, title: 'Saved', text: 'Or not.', isError: true });
});

test('a message is shown only in its own store', () => {
  const store = createStore();
  store.set(tellAtom, 'Saved');

  expect(createStore().get(toastAtom)).toBeNull();
});
