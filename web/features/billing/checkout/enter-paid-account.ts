import type { User } from '#web/api.ts';
import { paths } from '#web/paths.ts';
import { enter } from '#web/features/account/account.ts';
import { tell } from '#web/app/state/toast.ts';

/** How long the good news stands before the dashboard comes. */
const pauseMs = 1000;

/** Shows the dashboard of a paid account, a moment after saying that it is there. */
export async function enterPaidAccount(user: User): Promise<void> {
  tell('Account Created Successfully!', 'Lifetime access is yours.');
  await new Promise((resume) => setTimeout(resume, pauseMs));
  enter(user, paths.home);
}
