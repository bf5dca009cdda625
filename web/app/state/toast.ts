import { atom } from 'jotai';

/** A toast. A new `key` shows the same words as a new toast. */
export type Message = {
  readonly key: number;
  readonly title: string;
  readonly text?: string;
  readonly isError: boolean;
  /** A button in the toast. Choosing it closes the toast. */
  readonly action?: ToastAction | null;
  /**
   * Milliseconds for which the toast is visible; `Infinity`: until it is changed or closed. The time is
   * paused while the toast waits behind a newer one.
   */
  readonly shownMs?: number;
  /**
   * Milliseconds after which the button stops working. The toast closes then, also when it is
   * hidden.
   */
  readonly endsMs?: number;
};

export type ToastAction = { readonly label: string; choose(): void };

/**
 * The toasts, the oldest first. Only the newest is visible. A toast with a button waits until the
 * newer ones have closed; a toast without one is replaced by the next.
 */
export const toastsAtom = atom<readonly Message[]>([]);

/** The most toasts that wait. Beyond it, the oldest closes. */
const mostWaiting = 5;

/** The number of toasts shown so far. */
const countAtom = atom(0);

/** Shows a toast, and returns its key. */
const showAtom = atom(null, (get, set, message: Omit<Message, 'key'>): number => {
  const key = get(countAtom) + 1;
  set(countAtom, key);
  const waiting = get(toastsAtom).filter((shown) => shown.action && !isSameError(shown, message));
  set(toastsAtom, [...waiting.slice(-mostWaiting), { ...message, key }]);
  return key;
});

/**
 * Whether the next toast repeats the shown error: then it replaces it. Offers are never equal,
 * because each has its own undo.
 */
function isSameError(shown: Message, next: Omit<Message, 'key'>): boolean {
  return shown.isError && next.isError && shown.title === next.title && shown.text === next.text;
}

/** Shows a success toast. */
export const showToastAtom = toastWriter({ isError: false });

/** Shows an error toast. */
export const showErrorToastAtom = toastWriter({ isError: true });

type Offer = Pick<Message, 'title' | 'text' | 'action' | 'shownMs' | 'endsMs'> &
  Partial<Pick<Message, 'isError'>>;

/** Shows a toast with a button, or for another time; a success toast by default. Returns its key. */
export const offerAtom = atom(null, (_, set, offer: Offer): number =>
  set(showAtom, { isError: false, ...offer }),
);

/** Changes the text of a toast that is visible or waits; does nothing when it has closed. */
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

export type ShowToast = (title: string, text?: string) => void;

function toastWriter({ isError }: Pick<Message, 'isError'>) {
  return atom(null, (_, set, ...[title, text]: Parameters<ShowToast>): void => {
    set(showAtom, { title, isError, ...(text === undefined ? {} : { text }) });
  });
}
