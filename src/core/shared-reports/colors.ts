/** A colour that people can read on both grounds. */
export type ReadableColor = { readonly dark: string; readonly light: string };

/** The grounds of the app: the raised surfaces of both themes. */
const grounds = { dark: '#191d24', light: '#f1f3f6' };
/** WCAG 2.2, 1.4.3: text against its ground. */
const readable = 4.5;
const steps = 100;

/**
 * The colour, made lighter for dark ground and darker for light ground until text in it is readable
 * there. `#rrggbb` in lower case.
 */
export function readableColor(color: string): ReadableColor {
  return {
    dark: towards(color, '#ffffff', grounds.dark),
    light: towards(color, '#000000', grounds.light),
  };
}

/** The first mixture of the two colours that is readable on the ground. */
function towards(color: string, end: string, ground: string): string {
  for (let step = 0; step < steps; step += 1) {
    const mixed = mixture(color, end, step / steps);
    if (contrast(mixed, ground) >= readable) return mixed;
  }
  return end;
}

function mixture(one: string, other: string, share: number): string {
  const [from, to] = [channels(one), channels(other)];
  const mixed = from.map((value, index) => value + ((to[index] ?? 0) - value) * share);
  return `#${mixed.map((value) => Math.round(value).toString(16).padStart(2, '0')).join('')}`;
}

/** The contrast ratio of two colours, from 1 to 21. https://www.w3.org/TR/WCAG22/#dfn-contrast-ratio */
export function contrast(one: string, other: string): number {
  const [darker = 0, lighter = 0] = [luminance(one), luminance(other)].toSorted((a, b) => a - b);
  return (lighter + 0.05) / (darker + 0.05);
}

function luminance(color: string): number {
  const [red = 0, green = 0, blue = 0] = channels(color).map((value) => {
    const share = value / 255;
    return share <= 0.040_45 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function channels(color: string): readonly number[] {
  return [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16));
}
