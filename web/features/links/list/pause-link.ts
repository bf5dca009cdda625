import { atom } from 'jotai';
import type { Link } from '#web/api.ts';
import { editLinkAtom } from '#web/features/links/links.ts';
import { showToastAtom } from '#web/app/state/toast.ts';

/** Pauses a link, or resumes a paused one. */
export const pauseOrResumeAtom = atom(null, async (_, set, { id, isActive }: Link) => {
  await set(editLinkAtom, { id, change: { isActive: !isActive } });
  set(showToastAtom, isActive ? 'Link paused' : 'Link resumed');
});
