import { atom, type Setter } from 'jotai';
import { api, ask } from '#web/api.ts';
import { ApiError } from '#web/api-error.ts';

/** What goes on once the person has said their password, or has not (false). */
type Question = { readonly goOn: (isProven: boolean) => void };

/** The password is being asked for; null when it is not. */
export const passwordQuestionAtom = atom<Question | null>(null);

/**
 * Does what needs a password said lately: where the server says that it was not, it is asked for,
 * and the same is done again. Rejects with the server's refusal when the person would not say it.
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

/** Confirms the password of the signed-in person. */
export async function reauthenticate(password: string): Promise<void> {
  await ask(api.auth.reauthenticate.post({ password }));
}
