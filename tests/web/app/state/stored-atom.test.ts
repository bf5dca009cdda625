import { afterEach, expect, test } from 'bun:test';
import { createStore } from 'jotai';
import { storedAtom, storedJson } from '#web/app/state/stored-atom.ts';

type Names = readonly string[];

const namesAtom = (key: string) =>
  storedAtom<Names>({
    key,
    read: (text) => {
      const stored = storedJson(text);
      return Array.isArray(stored) ? stored.filter((name) => typeof name === 'string') : [];
    },
    write: (names) => JSON.stringify(names),
  });

/** Gives the page a storage with these texts. Without it there is none, as where it is forbidden. */
function withStorage(texts: Record<string, string>): Map<string, string> {
  const stored = new Map(Object.entries(texts));
  const localStorage = {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, text: string) => void stored.set(key, text),
    removeItem: (key: string) => void stored.delete(key),
  };
  Object.assign(globalThis, { window: { localStorage } });
  return stored;
}

afterEach(() => {
  Reflect.deleteProperty(globalThis, 'window');
});

test('a setting is read from the storage and written to it', () => {
  const stored = withStorage({ names: '["Ada"]' });
  const [store, names] = [createStore(), namesAtom('names')];

  expect(store.get(names)).toEqual(['Ada']);
  store.set(names, ['Bo']);
  expect(stored.get('names')).toBe('["Bo"]');
});

test('a damaged text is as none', () => {
  withStorage({ names: '["Ada' });

  expect(createStore().get(namesAtom('names'))).toEqual([]);
});

test('a change is made to what another tab has stored meanwhile', () => {
  const stored = withStorage({ names: '["Ada"]' });
  const [store, names] = [createStore(), namesAtom('names')];
  store.get(names);
  stored.set('names', '["Ada","Bo"]');

  store.set(names, (before) => [...before, 'Cy']);

  expect(store.get(names)).toEqual(['Ada', 'Bo', 'Cy']);
});

test('without storage a setting lasts until the page is closed, and changes build on each other', () => {
  const [store, names] = [createStore(), namesAtom('unstored')];
  expect(store.get(names)).toEqual([]);

  store.set(names, ['Ada']);
  store.set(names, (before) => [...before, 'Bo']);

  expect(store.get(names)).toEqual(['Ada', 'Bo']);
});

test('a value that was written is the same one until the next write', () => {
  const [store, names] = [createStore(), namesAtom('same')];
  const written = ['Ada'];
  store.set(names, written);

  expect(store.get(names)).toBe(written);
});
