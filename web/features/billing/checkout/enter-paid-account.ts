import { atom } from 'jotai';
import type { User } from '#web/api.ts';
import { paths } from '#web/paths.ts';
import { enterAtom } from '#web/features/account/account.ts';
import { tellAtom } from '#web/app/state/toast.ts';

/** How long the good news stands before the dashboard comes. */
const pauseMs = 1000;

/** Shows the dashboard of a paid account, a moment after saying that it is there. */
export const enterPaidAccountAtom = atom(null, async (_, set, user: User): Promise<void> => {
  set(tellAtom, 'Account Created Successfully!', 'Lifetime access is yours.');
  await new Promise((resume) => setTimeout(resume, pauseMs));
  set(enterAtom, { user, path: paths.home });
});
