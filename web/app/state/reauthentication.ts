import { atom, type Setter } from 'jotai';
import { call } from '#web/api.ts';
import { ApiError } from '#web/api-error.ts';

/**
 * An open password question. Call `goOn` with true after the password was confirmed, with false
 * when the person cancels.
 */
export type Question = { readonly goOn: (isProven: boolean) => void };

/** The open password question, or null. */
export const passwordQuestionAtom = atom<Question | null>(null);

/**
 * Runs `act`. If the server requires a recent password confirmation, asks for the password and runs
 * `act` again. Rejects with the server's error if the person cancels.
 */
export async function withProof<T>(set: Setter, act: () => Promise<T>): Promise<T> {
  try {
    return await act();
  } catch (error) {
    const isAsked = error instanceof ApiError && error.code === 'reauth_required';
    if (!isAsked || !(await passwordSaid(set))) throw error;
    return act();
  }
}

function passwordSaid(set: Setter): Promise<boolean> {
  return new Promise((resolve) => {
    const goOn = (isProven: boolean) => {
      set(passwordQuestionAtom, null);
      resolve(isProven);
    };
    set(passwordQuestionAtom, { goOn });
  });
}

/** Confirms the password of the signed-in person on the server. */
export async function reauthenticate(password: string): Promise<void> {
  await call('POST /api/auth/reauthenticate', { body: { password } });
}
