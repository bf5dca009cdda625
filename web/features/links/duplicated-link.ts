import { atom } from 'jotai';
import type { Link } from '#web/api.ts';

/** The link that the create card is to begin with; null when there is none. */
export const duplicatedLinkAtom = atom<Link | null>(null);
