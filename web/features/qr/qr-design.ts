import { atom } from 'jotai';

/** How a QR code looks, in the words of the API's parameters. Numbers are text, as typed. */
export type QrDesign = {
  readonly color: string;
  readonly background: string;
  readonly margin: string;
  readonly level: string;
  readonly text: string;
  readonly logo: 'none' | 'picture' | 'own';
};

/** The design that was chosen last: the next link's code begins with it. */
export const qrDesignAtom = atom<QrDesign>({
  ...{ color: '#000000', background: '#ffffff', margin: '4', level: 'M', text: '', logo: 'none' },
});

export const levels = [
  { value: 'L', label: 'Low: 7 % may be damaged' },
  { value: 'M', label: 'Medium: 15 %' },
  { value: 'Q', label: 'Quartile: 25 %' },
  { value: 'H', label: 'High: 30 %' },
] as const;

export const logos = [
  { value: 'none', label: 'None' },
  { value: 'picture', label: 'Your profile picture' },
  { value: 'own', label: 'A logo of your own' },
] as const;

const margins = [
  { value: '0', label: 'None' },
  { value: '2', label: 'Narrow' },
  { value: '4', label: 'Standard' },
  { value: '8', label: 'Wide' },
] as const;

/** The API draws no narrower margin in a frame. */
const leastInFrame = 4;

/** The margins that a design can have, and the one that is drawn. */
export function marginsOf({ text, margin }: QrDesign) {
  if (text.trim() === '') return { options: margins, value: margin };
  return {
    options: margins.filter(({ value }) => Number(value) >= leastInFrame),
    value: String(Math.max(Number(margin), leastInFrame)),
    hint: 'In a frame, scanners need at least the standard margin.',
  };
}

/** Widths of PNG files, in pixels; what they are enough for at 300 dpi. */
export const sizes = [
  { value: '512', label: '512 px: screens, 4 cm' },
  { value: '1024', label: '1024 px: print, 8 cm' },
  { value: '2048', label: '2048 px: posters, 17 cm' },
] as const;

/** The address of a link's code. */
export function qrPath(
  linkId: string,
  design: QrDesign,
  file: { readonly format: 'svg' | 'png'; readonly size: string },
): string {
  return `/api/links/${linkId}/qr?${new URLSearchParams({ ...design, ...file })}`;
}
