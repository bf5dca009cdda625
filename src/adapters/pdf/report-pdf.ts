import { fileURLToPath } from 'node:url';
import PdfDocument from 'pdfkit';
import { chartHeight, chartWidth } from '#core/mailed-reports/chart';
import type { ReportPage } from '#core/mailed-reports/report-page';

/** In points, 72 an inch. */
const margin = 48;
const width = 595.28 - 2 * margin;
const footerY = 790;
const columnGap = 28;
const half = (width - columnGap) / 2;
const rowHeight = 16;
const figureHeight = 48;
const tableHeight = 5 * rowHeight + 12;
const colors = { ink: '#16190f', quiet: '#57606a', line: '#e1e4dc', accent: '#5f9c12' };
/** As in web/ui/logo.tsx. */
const mark = 'M5 3.5h12.6L21.5 7.5l-3.9 4H5zM19 12.5H6.4L2.5 16.5l3.9 4H19z';
/** The picture's height by its width, and the white at its sides. */
const chart = { share: chartHeight / chartWidth, bleed: 8 };
const missing = '□';

type Document = InstanceType<typeof PdfDocument>;
type Box = {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly size: number;
  readonly isBold?: boolean;
  readonly color?: string;
  readonly align?: 'left' | 'right';
  readonly link?: string;
  /** Written smaller where it is too long, and never cut. */
  readonly isNumber?: boolean;
};
/** Writes one line into a box, cut with an ellipsis where it is too long. */
type Put = (text: string, box: Box) => void;

declare const self: Worker;

export type Printed = { readonly pdf: Uint8Array<ArrayBuffer> } | { readonly error: string };

/** Writes one file: the root of a Worker. */
self.addEventListener('message', ({ data }: MessageEvent<ReportPage>) => {
  const answer = (printed: Printed) => self.postMessage(printed);
  void reportPdf(data).then(
    (pdf) => answer({ pdf }),
    (error: unknown) => answer({ error: error instanceof Error ? error.message : String(error) }),
  );
});

/** A report on one page, A4. */
async function reportPdf(page: ReportPage): Promise<Uint8Array<ArrayBuffer>> {
  const document = new PdfDocument({
    size: 'A4',
    margin: 0,
    lang: 'en',
    info: { Title: page.title, Creator: 'Waypost', Producer: 'Waypost', CreationDate: page.madeAt },
  });
  const { put, lacksLetters } = lettering(document);
  const bytes = bytesOf(document);
  writeHead(document, put, page);
  const chartY = writeFigures(put, page.figures);
  const { bleed } = chart;
  document.image(Buffer.from(page.png), margin - bleed, chartY, { width: width + 2 * bleed });
  const captionY = chartY + (width + 2 * bleed) * chart.share + 4;
  put(page.caption, { x: margin, y: captionY, width, size: 8, color: colors.quiet });
  page.tables.forEach((table, index) => {
    const x = margin + (index % 2) * (half + columnGap);
    const y = captionY + 24 + Math.floor(index / 2) * tableHeight;
    writeTable(document, put, { ...table, x, y });
  });
  writeFooter(document, put, { url: page.url, lacksLetters });
  document.end();
  return bytes;
}

async function bytesOf(document: Document): Promise<Uint8Array<ArrayBuffer>> {
  const chunks: Uint8Array[] = [];
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  document.on('data', (chunk: Uint8Array) => chunks.push(chunk));
  document.on('end', () => resolve());
  document.on('error', reject);
  await promise;
  return new Uint8Array(Bun.concatArrayBuffers(chunks));
}

/**
 * The font is DejaVu Sans, of which only the used letters are stored. It has Latin, Greek and Cyrillic
 * letters, but no Chinese or Japanese ones. pdfkit gives all letters that a font lacks one sign, and a
 * reader copies them as one letter: they are replaced before.
 */
function lettering(document: Document): { put: Put; lacksLetters: () => boolean } {
  let isLacking = false;
  const file = (name: string) =>
    fileURLToPath(import.meta.resolve(`dejavu-fonts-ttf/ttf/${name}.ttf`));
  document.registerFont('regular', file('DejaVuSans'));
  document.registerFont('bold', file('DejaVuSans-Bold'));
  const put: Put = (
    text,
    { x, y, size, isBold = false, color = colors.ink, isNumber = false, ...box },
  ) => {
    document
      .font(isBold ? 'bold' : 'regular')
      .fontSize(size)
      .fillColor(color);
    const known = [...text.normalize('NFC')].map((letter) => {
      if (hasLetter(document, letter)) return letter;
      isLacking = true;
      return missing;
    });
    const line = known.join('');
    // Half a point less, because a line that is exactly as wide as its box would be cut.
    const share = (box.width - 0.5) / document.widthOfString(line);
    if (isNumber && share < 1) document.fontSize(size * share);
    const height = document.currentLineHeight(true) + 1;
    document.text(line, x, y, { height, ellipsis: true, ...box });
  };
  return { put, lacksLetters: () => isLacking };
}

/** pdfkit's types do not name the embedded font that is used now. */
function hasLetter(document: Document, letter: string): boolean {
  const embedded: unknown = Reflect.get(document, '_font');
  if (!isEmbedded(embedded)) throw new Error('pdfkit does not say which letters its font has');
  return embedded.font.hasGlyphForCodePoint(letter.codePointAt(0) ?? 0);
}

type Embedded = { readonly font: { hasGlyphForCodePoint(codePoint: number): boolean } };

function isEmbedded(font: unknown): font is Embedded {
  return typeof font === 'object' && font !== null && 'font' in font;
}

function writeHead(document: Document, put: Put, { title, period }: ReportPage): void {
  document.save().translate(margin, 42).path(mark).fill(colors.accent).restore();
  put('Waypost', { x: margin + 32, y: 46, width: 200, size: 13, isBold: true });
  put(title, { x: margin, y: 88, width, size: 21, isBold: true });
  put(period, { x: margin, y: 117, width, size: 9, color: colors.quiet });
}

/** Returns where they end. */
function writeFigures(put: Put, figures: ReportPage['figures']): number {
  const cell = width / 4;
  const top = (line: number) => 148 + line * figureHeight;
  figures.forEach((line, index) =>
    line.forEach(([name = '', number = '', change = ''], column) => {
      const box = { x: margin + column * cell, width: cell - 10 };
      const y = top(index);
      put(name, { ...box, y, size: 8.5, color: colors.quiet });
      put(number, { ...box, y: y + 12, size: 16, isBold: true, isNumber: true });
      put(change, { ...box, y: y + 32, size: 8.5, color: colors.quiet });
    }),
  );
  return top(figures.length);
}

function writeTable(
  document: Document,
  put: Put,
  { title, rows, x, y }: ReportPage['tables'][number] & { readonly x: number; readonly y: number },
): void {
  put(title, { x, y, width: half, size: 9.5, isBold: true });
  rows.forEach(([name = '', number = '', last = ''], index) => {
    const top = y + (index + 1) * rowHeight;
    document
      .moveTo(x, top)
      .lineTo(x + half, top)
      .lineWidth(0.5)
      .stroke(colors.line);
    const text = { y: top + 3.5, size: 8.5 };
    put(name, { ...text, x, width: half - 106 });
    put(number, { ...text, x: x + half - 102, width: 52, align: 'right', isNumber: true });
    const quiet = { color: colors.quiet, isNumber: true };
    put(last, { ...text, ...quiet, x: x + half - 46, width: 46, align: 'right' });
  });
}

function writeFooter(
  document: Document,
  put: Put,
  { url, lacksLetters }: { readonly url: string; readonly lacksLetters: () => boolean },
): void {
  document
    .moveTo(margin, footerY)
    .lineTo(margin + width, footerY)
    .lineWidth(0.5)
    .stroke(colors.line);
  const small = { x: margin, width, size: 8, color: colors.quiet };
  put(`View the report: ${new URL(url).origin}/analytics`, {
    ...small,
    y: footerY + 10,
    link: url,
  });
  if (!lacksLetters()) return;
  const note = `${missing} stands for a letter that the font of this file does not have.`;
  put(note, { ...small, y: footerY + 24 });
}
