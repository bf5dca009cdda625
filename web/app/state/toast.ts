import { atom } from 'jotai';

/** A toast. A new `key` shows the same words as a new toast. */
export type Message = {
  readonly key: number;
  readonly title: string;
  readonly text?: string;
  readonly isError: boolean;
};

/** The visible toast. There is at most one. */
export const toastAtom = atom<Message | null>(null);

/** The number of toasts shown so far. */
const countAtom = atom(0);

/** Shows a success toast in place of the previous toast. */
export const tellAtom = toastWriter({ isError: false });

/** Shows an error toast in place of the previous toast. */
export const tellFailureAtom = toastWriter({ isError: true });

export type Tell = (title: string, text?: string) => void;

function toastWriter({ isError }: Pick<Message, 'isError'>) {
  return atom(null, (get, set, ...[title, text]: Parameters<Tell>) => {
    const key = get(countAtom) + 1;
    set(countAtom, key);
    set(toastAtom, { key, title, isError, ...(text === undefined ? {} : { text }) });
  });
}
