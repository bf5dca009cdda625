import type { Link } from '#web/api.ts';
import { editLink } from './links.ts';
import { tell, tellFailure } from '#web/app/state/toast.ts';
import { messageOf } from '#web/forms/form-failure.ts';

/** Switches a link off, or on again. */
export async function pauseOrResume({ id, isActive }: Link): Promise<void> {
  try {
    await editLink(id, { isActive: !isActive });
    tell(isActive ? 'Link paused' : 'Link resumed');
  } catch (error) {
    tellFailure(messageOf(error, 'Failed to update link'));
  }
}
