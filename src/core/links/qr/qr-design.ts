import { longestQrText, type QrLevel, type QrLogo, qrMargins, qrSizes } from '#contract/links/qr';
import { invalid, type Issue } from '#core/shared/refusal';

/** How a QR code looks. Colours are `#rrggbb` in lower case. */
export type QrDesign = {
  /** The width of the picture, in pixels. */
  readonly size: number;
  readonly color: string;
  readonly background: string;
  /**
   * The empty space around the code, in modules: the small squares of the code. In a frame it is at
   * least `qrMargins.inFrame`.
   */
  readonly margin: number;
  readonly level: QrLevel;
  /** Below the code, in a frame around it; empty: no frame. */
  readonly text: string;
  /** The picture in the middle: none, the owner's profile picture, or the account's own logo. */
  readonly logo: QrLogo;
};

/** Scanners detect modules above this contrast ratio (WCAG 2, 1.4.3). */
const leastContrast = 4;

const colorText = /^#?[0-9a-f]{6}$/i;
/** The characters that the font of the pictures has. */
const printable =
  /^[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Nd} !-/:-@[-`{-~–—’“”€£¥…·•→©®™°×]*$/u;

/**
 * Checks the input. With a logo, which covers modules, the highest error correction level is used.
 * A frame needs at least `qrMargins.inFrame`. Refuses `invalid` with all issues, among them colours
 * that a scanner could not read.
 */
export function checkQrDesign(input: QrDesign): QrDesign {
  const issues: Issue[] = [];
  const report = (path: string, message: string) => void issues.push({ path, message });
  const { smallest, largest } = qrSizes;
  if (!isWithin(input.size, smallest, largest)) {
    report('size', `Choose a size from ${smallest} to ${largest} pixels`);
  }
  if (!isWithin(input.margin, 0, qrMargins.widest)) {
    report('margin', `Choose a margin from 0 to ${qrMargins.widest} modules`);
  }
  for (const name of ['color', 'background'] as const) {
    if (!colorText.test(input[name])) report(name, 'Send a colour such as #1a2b3c');
  }
  const text = input.text.trim();
  if ([...text].length > longestQrText) report('text', `Use at most ${longestQrText} characters`);
  else if (!printable.test(text)) {
    report('text', 'Use Latin, Greek or Cyrillic letters, digits and punctuation');
  }
  const colors = { color: hexOf(input.color), background: hexOf(input.background) };
  if (issues.length === 0) reportContrast(colors, report);
  const [first, ...rest] = issues;
  if (first) throw invalid(first, ...rest);
  return {
    ...input,
    ...colors,
    text,
    margin: text === '' ? input.margin : Math.max(input.margin, qrMargins.inFrame),
    level: input.logo === 'none' ? input.level : 'H',
  };
}

type Colors = Pick<QrDesign, 'color' | 'background'>;

function reportContrast(
  { color, background }: Colors,
  report: (...issue: [string, string]) => void,
) {
  const [dark, light] = [luminance(color), luminance(background)];
  if (dark >= light) {
    report(
      'color',
      'Choose a colour darker than the background: many scanners read no light codes',
    );
    return;
  }
  const ratio = (light + 0.05) / (dark + 0.05);
  if (ratio >= leastContrast) return;
  const shown = Math.floor(ratio * 10) / 10;
  report(
    'color',
    `Scanners could not read this: the contrast is ${shown}, and ${leastContrast} is needed. Choose a darker colour or a lighter background.`,
  );
}

/** The relative luminance of `#rrggbb`, 0 to 1, as WCAG 2 defines it. */
function luminance(hex: string): number {
  const channel = (at: number) => {
    const value = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  };
  return 0.2126 * channel(1) + 0.7152 * channel(3) + 0.0722 * channel(5);
}

function hexOf(text: string): string {
  return `#${text.replace('#', '').toLowerCase()}`;
}

function isWithin(value: number, least: number, most: number): boolean {
  return Number.isInteger(value) && value >= least && value <= most;
}
