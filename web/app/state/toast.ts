import { atom, getDefaultStore } from 'jotai';

/** One message. A new `key` makes a new toast of the same words. */
export type Message = {
  readonly key: number;
  readonly title: string;
  readonly text?: string;
  readonly isError: boolean;
};

/** The one toast there may be. */
export const toastAtom = atom<Message | null>(null);

let lastKey = 0;

/** Says that something worked, in place of whatever was being said. */
export function tell(title: string, text?: string): void {
  show({ title, isError: false, ...(text === undefined ? {} : { text }) });
}

/** Says that something failed, in the server's words where it has some. */
export function tellFailure(title: string, text?: string): void {
  show({ title, isError: true, ...(text === undefined ? {} : { text }) });
}

function show(message: Omit<Message, 'key'>): void {
  lastKey += 1;
  getDefaultStore().set(toastAtom, { ...message, key: lastKey });
}
