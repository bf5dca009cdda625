import { atom } from 'jotai';

/** A toast. A new `key` shows the same words as a new toast. */
export type Message = {
  readonly key: number;
  readonly title: string;
  readonly text?: string;
  readonly isError: boolean;
  /** A button in the toast. Choosing it closes the toast. */
  readonly action?: ToastAction | null;
  /** Milliseconds until the toast closes; `Infinity`: the next toast replaces it. */
  readonly shownMs?: number;
};

export type ToastAction = { readonly label: string; choose(): void };

/** The visible toast. There is at most one. */
export const toastAtom = atom<Message | null>(null);

/** The number of toasts shown so far. */
const countAtom = atom(0);

/** Shows a success toast in place of the previous toast. */
export const tellAtom = toastWriter({ isError: false });

/** Shows an error toast in place of the previous toast. */
export const tellFailureAtom = toastWriter({ isError: true });

type Offer = Pick<Message, 'title' | 'text' | 'action' | 'shownMs'>;

/** Shows a success toast with a button, or for another time. */
export const offerAtom = atom(null, (get, set, offer: Offer): number => {
  const key = get(countAtom) + 1;
  set(countAtom, key);
  set(toastAtom, { ...offer, key, isError: false });
  return key;
});

/** Changes the words of a toast while it is visible; says nothing when it is not. */
export const changeToastAtom = atom(
  null,
  (get, set, changed: Offer & Pick<Message, 'key'>): void => {
    const shown = get(toastAtom);
    if (shown?.key === changed.key) set(toastAtom, { ...shown, ...changed });
  },
);

export type Tell = (title: string, text?: string) => void;

function toastWriter({ isError }: Pick<Message, 'isError'>) {
  return atom(null, (get, set, ...[title, text]: Parameters<Tell>) => {
    const key = get(countAtom) + 1;
    set(countAtom, key);
    set(toastAtom, { key, title, isError, ...(text === undefined ? {} : { text }) });
  });
}
