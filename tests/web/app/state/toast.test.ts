import { expect, test } from 'bun:test';
import { createStore } from 'jotai';
import {
  changeToastAtom,
  closeToastAtom,
  offerAtom,
  showToastAtom,
  showErrorToastAtom,
  toastsAtom,
} from '#web/app/state/toast.ts';

const undo = { label: 'Undo', choose: () => {} };
type Store = ReturnType<typeof createStore>;
const titles = (store: Store) => store.get(toastsAtom).map(({ title }) => title);

test('a message replaces the previous one, with a new key', () => {
  const store = createStore();
  store.set(showToastAtom, 'Saved');
  const first = store.get(toastsAtom);
  store.set(showErrorToastAtom, 'Saved', 'Or not.');
  const second = store.get(toastsAtom);

  expect(first).toEqual([{ key: 1, title: 'Saved', isError: false }]);
  expect(second).toEqual([{ key: 2, title: 'Saved', text: 'Or not.', isError: true }]);
});

test('a message with a button waits behind later ones, until it is closed', () => {
  const store = createStore();
  const key = store.set(offerAtom, { title: '2 links paused', action: undo });
  store.set(showToastAtom, 'Copied');
  store.set(showErrorToastAtom, 'Failed');
  const waiting = titles(store);
  store.set(closeToastAtom, key);

  expect(waiting).toEqual(['2 links paused', 'Failed']);
  expect(titles(store)).toEqual(['Failed']);
});

test('an error may have a button', () => {
  const store = createStore();
  store.set(offerAtom, { title: 'Refused', isError: true, action: undo });

  expect(store.get(toastsAtom)).toEqual([
    { key: 1, title: 'Refused', isError: true, action: undo },
  ]);
});

test('a message that has lost its button gives its place to the next one', () => {
  const store = createStore();
  const key = store.set(offerAtom, { title: '2 links will be deleted', action: undo });
  store.set(changeToastAtom, { key, title: '2 links deleted', action: null });
  const changed = titles(store);
  store.set(showToastAtom, 'Copied');

  expect(changed).toEqual(['2 links deleted']);
  expect(titles(store)).toEqual(['Copied']);
});

test('the last five messages with a button wait for their turn', () => {
  const store = createStore();
  for (const title of ['1', '2', '3', '4', '5', '6', '7'])
    store.set(offerAtom, { title, action: undo });

  expect(titles(store)).toEqual(['2', '3', '4', '5', '6', '7']);
});

test('an error that comes again does not wait behind itself, and an offer does', () => {
  const store = createStore();
  for (const isError of [true, true, false, false]) {
    store.set(offerAtom, { title: isError ? 'Refused' : '1 link paused', isError, action: undo });
  }

  expect(titles(store)).toEqual(['Refused', '1 link paused', '1 link paused']);
});

test('a message is shown only in its own store', () => {
  const store = createStore();
  store.set(showToastAtom, 'Saved');

  expect(createStore().get(toastsAtom)).toEqual([]);
});
