import type { Link } from '#web/api.ts';
import { editLink } from './links.ts';
import { tell } from '#web/app/state/toast.ts';

/** Switches a link off, or on again. */
export async function pauseOrResume({ id, isActive }: Link): Promise<void> {
  await editLink(id, { isActive: !isActive });
  tell(isActive ? 'Link paused' : 'Link resumed');
}
