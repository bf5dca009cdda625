import type { QrDesign } from './qr-design.ts';

/** The modules of a code, row by row; true is dark. */
export type QrMatrix = readonly (readonly boolean[])[];

/** The part of the code's width that a logo covers: 5 percent of the area, where level H has 30. */
const logoShare = 0.22;
/** The frame around the code and the band for its text, in modules. */
const frameWidth = 1;
const bandHeight = 5;
const largestLetters = 3;

/**
 * Draws a code as an SVG document in units of modules. `logo` is the address of a square picture.
 * Nothing in it is loaded from elsewhere when the address has the scheme `data`.
 */
export function qrSvg(matrix: QrMatrix, design: QrDesign, logo: string | null): string {
  const { color, background, margin, size } = design;
  const hasFrame = design.text !== '';
  const border = hasFrame ? frameWidth : 0;
  const inner = matrix.length + 2 * margin;
  const width = inner + 2 * border;
  const height = inner + (hasFrame ? frameWidth + bandHeight : 0);
  const offset = border + margin;
  const covered = logo === null ? 0 : coveredModules(matrix.length);
  const parts = [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${size}" height="${heightOf(matrix, design)}" viewBox="0 0 ${width} ${height}">`,
    hasFrame ? `<rect width="${width}" height="${height}" rx="2" fill="${color}"/>` : '',
    `<rect x="${border}" y="${border}" width="${inner}" height="${inner}"${hasFrame ? ' rx="1"' : ''} fill="${background}"/>`,
    `<path d="${modules(matrix, covered, offset)}" fill="${color}" shape-rendering="crispEdges"/>`,
    logo === null ? '' : picture(logo, offset + (matrix.length - covered) / 2, covered),
    hasFrame ? words(design, width, height) : '',
    '</svg>',
  ];
  return parts.join('');
}

/** The height of the picture, in pixels. */
function heightOf(matrix: QrMatrix, { size, margin, text }: QrDesign): number {
  if (text === '') return size;
  const inner = matrix.length + 2 * margin;
  return Math.round((size * (inner + frameWidth + bandHeight)) / (inner + 2 * frameWidth));
}

/**
 * The number is even when the code's width is even, and odd when it is odd, so that the logo covers
 * whole modules.
 */
function coveredModules(width: number): number {
  const covered = Math.floor(width * logoShare);
  return (width - covered) % 2 === 0 ? covered : covered - 1;
}

/** Dark modules as horizontal bars, except those below the logo. */
function modules(matrix: QrMatrix, covered: number, offset: number): string {
  const from = (matrix.length - covered) / 2;
  const isCovered = (at: number) => at >= from && at < from + covered;
  const bars: string[] = [];
  for (const [y, row] of matrix.entries()) {
    const isDark = (x: number) => row[x] === true && !(isCovered(x) && isCovered(y));
    for (let x = 0; x < row.length; x += 1) {
      if (!isDark(x)) continue;
      const start = x;
      while (isDark(x + 1)) x += 1;
      bars.push(`M${start + offset} ${y + offset}h${x + 1 - start}v1h-${x + 1 - start}z`);
    }
  }
  return bars.join('');
}

/** Half a module of background stays around the picture. */
function picture(logo: string, at: number, covered: number): string {
  const size = covered - 1;
  return `<image href="${logo}" x="${at + 0.5}" y="${at + 0.5}" width="${size}" height="${size}"/>`;
}

function words({ text, background }: QrDesign, width: number, height: number): string {
  const letters = Math.min(largestLetters, (width - 3) / widthOf(text));
  const y = height - bandHeight / 2 + letters * 0.36;
  return `<text x="${width / 2}" y="${rounded(y)}" font-family="DejaVu Sans, Verdana, sans-serif" font-weight="700" font-size="${rounded(letters)}" text-anchor="middle" fill="${background}">${escaped(text)}</text>`;
}

/** The estimated width of bold text, in font sizes. The estimate is never too small. */
function widthOf(text: string): number {
  const widths = [...text].map((letter) => {
    if (/[ijlft.,:;'!|()[\] ]/.test(letter)) return 0.47;
    return /[mwMW@%—…™ЖШЩЮжшщюыЫ]/.test(letter) ? 1.15 : 0.82;
  });
  return widths.reduce((sum, each) => sum + each, 0);
}

function rounded(value: number): number {
  return Math.round(value * 100) / 100;
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
