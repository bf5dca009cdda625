import { afterEach, expect, test } from 'bun:test';
import { putInClipboard } from '#web/app/state/clipboard.ts';

const text = 'https://go.example/summer';
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

test('a text is written to the clipboard where there is one', async () => {
  const copied: string[] = [];
  withClipboard({ writeText: async (text: string) => void copied.push(text) });

  expect(await putInClipboard(text)).toBe(true);
  expect(copied).toEqual([text]);
});

test('a text that can neither be written nor selected is not copied', async () => {
  withClipboard({ writeText: () => Promise.reject(new Error('No gesture')) });
  withSelection(false);

  expect(await putInClipboard(text)).toBe(false);
});

test.each([
  ['without a clipboard, as over plain http', undefined],
  ['with a clipboard that refuses', { writeText: () => Promise.reject(new Error('Denied')) }],
])('%s, a text is selected and copied', async (_, value) => {
  withClipboard(value);
  withSelection(true);

  expect(await putInClipboard(text)).toBe(true);
});
