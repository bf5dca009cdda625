import type { QrLogo } from '#contract/links/qr';
import { personalAtom } from '#web/app/state/personal-atom.ts';
import { personalKeys, storedJson } from '#web/app/state/stored-atom.ts';

/** Limit of codes that are printed together. */
export const mostOnSheets = 100;

/** How a QR code looks, in the words of the API's parameters. Numbers are text, as typed. */
export type QrDesign = {
  readonly color: string;
  readonly background: string;
  readonly margin: string;
  readonly level: string;
  readonly text: string;
  readonly logo: QrLogo;
};

export const levels = [
  { value: 'L', label: 'Low: readable with up to 7% damage' },
  { value: 'M', label: 'Medium: readable with up to 15% damage' },
  { value: 'Q', label: 'Quartile: readable with up to 25% damage' },
  { value: 'H', label: 'High: readable with up to 30% damage' },
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

const usual: QrDesign = {
  color: '#000000',
  background: '#ffffff',
  margin: '4',
  level: 'M',
  text: '',
  logo: 'none',
};
const hexColor = /^#[0-9a-f]{6}$/;
const frameText = /^.{0,30}$/;

/** Reads a stored design. Damaged or unknown values are replaced by the defaults. */
export function designIn(stored: unknown): QrDesign {
  const parts = new Map<string, unknown>(Object.entries(stored ?? {}));
  const matching = (name: 'color' | 'background' | 'text', form: RegExp): string => {
    const part = parts.get(name);
    return typeof part === 'string' && form.test(part) ? part : usual[name];
  };
  return {
    color: matching('color', hexColor),
    background: matching('background', hexColor),
    margin: valueIn(margins, parts.get('margin')) ?? usual.margin,
    level: valueIn(levels, parts.get('level')) ?? usual.level,
    text: matching('text', frameText),
    logo: valueIn(logos, parts.get('logo')) ?? usual.logo,
  };
}

function valueIn<T extends string>(
  options: readonly { readonly value: T }[],
  stored: unknown,
): T | undefined {
  return options.find(({ value }) => value === stored)?.value;
}

/**
 * The last chosen design that could be drawn. The next link's code begins with it, and sheets use
 * it. It is kept for the person in this browser until they log out.
 */
export const qrDesignAtom = personalAtom<QrDesign>({
  key: `${personalKeys.qr}.`,
  read: (text) => designIn(storedJson(text)),
  write: (design) => JSON.stringify(design),
});

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

/** Widths of PNG files, in pixels, with their uses at 300 dpi. */
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
  return `/api/v1/links/${linkId}/qr?${new URLSearchParams({ ...design, ...file })}`;
}
