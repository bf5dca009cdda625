import { atom } from 'jotai';
import type { User } from '#web/api.ts';
import { paths } from '#web/paths.ts';
import { enterAtom } from '#web/app/state/account.ts';
import { showToastAtom } from '#web/app/state/toast.ts';

/** Time between the toast and the dashboard. */
const pauseMs = 1000;

/** Shows a success toast, and the dashboard one second later. */
export const enterPaidAccountAtom = atom(null, async (_, set, user: User): Promise<void> => {
  set(showToastAtom, 'Account Created Successfully!', 'You now have lifetime access.');
  await new Promise((resume) => setTimeout(resume, pauseMs));
  set(enterAtom, { user, path: paths.home });
});
