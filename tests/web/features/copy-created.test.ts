import { afterEach, expect, test } from 'bun:test';
import { createStore } from 'jotai';
import { toastsAtom } from '#web/app/state/toast.ts';
import { copyCreatedAtom } from '#web/features/palette/commands.ts';

const link = { shortUrl: 'https://go.example/summer' };
const { clipboard } = navigator;
afterEach(() => {
  withClipboard(clipboard);
  Reflect.deleteProperty(globalThis, 'document');
});

/** A page that copies what is selected, or may not. */
function withSelection(isAllowed: boolean): void {
  const nothing = () => {};
  const document = {
    body: { append: nothing },
    createElement: () => ({ style: {}, remove: nothing }),
    getSelection: () => null,
    addEventListener: nothing,
    removeEventListener: nothing,
    execCommand: () => isAllowed,
  };
  Object.assign(globalThis, { document });
}

function withClipboard(value: unknown): void {
  Object.defineProperty(navigator, 'clipboard', { value, configurable: true });
}

test('a new link that can be copied is said to be created and copied', async () => {
  const copied: string[] = [];
  withClipboard({ writeText: async (text: string) => void copied.push(text) });
  const store = createStore();

  await store.set(copyCreatedAtom, link);

  expect(copied).toEqual([link.shortUrl]);
  expect(store.get(toastsAtom)).toMatchObject([
    { title: 'Short link created and copied', text: 'go.example/summer', isError: false },
  ]);
});

test('a new link that cannot be copied is still said to be created, and can be copied again', async () => {
  withClipboard({ writeText: () => Promise.reject(new Error('No gesture')) });
  withSelection(false);
  const store = createStore();

  await store.set(copyCreatedAtom, link);

  expect(store.get(toastsAtom)).toMatchObject([
    {
      title: 'Short link created successfully!',
      text: 'go.example/summer could not be copied to the clipboard.',
      isError: false,
      action: { label: 'Copy' },
    },
  ]);
});

test.each([
  ['without a clipboard, as over plain http', undefined],
  ['with a clipboard that refuses', { writeText: () => Promise.reject(new Error('Denied')) }],
])('%s, a link is selected and copied', async (_, value) => {
  withClipboard(value);
  withSelection(true);
  const store = createStore();

  await store.set(copyCreatedAtom, link);

  expect(store.get(toastsAtom)).toMatchObject([{ title: 'Short link created and copied' }]);
});
