import { atom } from 'jotai';

/** A toast. A new `key` shows the same words as a new toast. */
export type Message = {
  readonly key: number;
  readonly title: string;
  readonly text?: string;
  readonly isError: boolean;
  /** A button in the toast. Choosing it closes the toast. */
  readonly action?: ToastAction | null;
  /** Milliseconds until the toast closes; `Infinity`: it stays until it is changed. */
  readonly shownMs?: number;
};

export type ToastAction = { readonly label: string; choose(): void };

/**
 * The visible toasts, the oldest first. One with a button stays for its time; one without gives its
 * place to the next.
 */
export const toastsAtom = atom<readonly Message[]>([]);

/** The toasts with a button that stay beside a new toast. */
const mostKept = 2;

/** The number of toasts shown so far. */
const countAtom = atom(0);

/** Shows a toast, and returns its key. */
const showAtom = atom(null, (get, set, message: Omit<Message, 'key'>): number => {
  const key = get(countAtom) + 1;
  set(countAtom, key);
  const kept = get(toastsAtom).filter(({ action }) => action);
  set(toastsAtom, [...kept.slice(-mostKept), { ...message, key }]);
  return key;
});

/** Shows a success toast. */
export const tellAtom = toastWriter({ isError: false });

/** Shows an error toast. */
export const tellFailureAtom = toastWriter({ isError: true });

type Offer = Pick<Message, 'title' | 'text' | 'action' | 'shownMs'> &
  Partial<Pick<Message, 'isError'>>;

/** Shows a toast with a button, or for another time; a success toast by default. Returns its key. */
export const offerAtom = atom(null, (_, set, offer: Offer): number =>
  set(showAtom, { isError: false, ...offer }),
);

/** Changes the words of a toast while it is visible; says nothing when it is not. */
export const changeToastAtom = atom(
  null,
  (get, set, changed: Offer & Pick<Message, 'key'>): void => {
    set(
      toastsAtom,
      get(toastsAtom).map((shown) =>
        shown.key === changed.key ? { ...shown, ...changed } : shown,
      ),
    );
  },
);

/** Closes the toast with this key. */
export const closeToastAtom = atom(null, (get, set, key: number): void => {
  set(
    toastsAtom,
    get(toastsAtom).filter((shown) => shown.key !== key),
  );
});

export type Tell = (title: string, text?: string) => void;

function toastWriter({ isError }: Pick<Message, 'isError'>) {
  return atom(null, (_, set, ...[title, text]: Parameters<Tell>): void => {
    set(showAtom, { title, isError, ...(text === undefined ? {} : { text }) });
  });
}
