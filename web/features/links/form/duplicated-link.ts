import { atom } from 'jotai';
import type { Link } from '#web/api.ts';

/** The link to copy into the create-link form, or null. */
export const duplicatedLinkAtom = atom<Link | null>(null);
