import { atom } from 'jotai';
import type { Link } from '#web/api.ts';

/** The link whose QR code is shown; null for none. */
export const qrLinkAtom = atom<Link | null>(null);
