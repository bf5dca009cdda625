import { atom } from 'jotai';

/** One message. A new `key` makes a new toast of the same words. */
export type Message = {
  readonly key: number;
  readonly title: string;
  readonly text?: string;
  readonly isError: boolean;
};

/** The one toast there may be. */
export const toastAtom = atom<Message | null>(null);

/** How many toasts there have been. */
const countAtom = atom(0);

/** Says that something worked, in place of the message before. */
export const tellAtom = toastWriter({ isError: false });

/** Says that something failed, in the server's words where it has some. */
export const tellFailureAtom = toastWriter({ isError: true });

export type Tell = (title: string, text?: string) => void;

function toastWriter({ isError }: Pick<Message, 'isError'>) {
  return atom(null, (get, set, ...[title, text]: Parameters<Tell>) => {
    const key = get(countAtom) + 1;
    set(countAtom, key);
    set(toastAtom, { key, title, isError, ...(text === undefined ? {} : { text }) });
  });
}
