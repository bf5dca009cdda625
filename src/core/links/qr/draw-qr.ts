import type { QrLevel } from '#contract/links/qr';
import type { Link } from '#core/links/link';
import { ownLink, type OwnLinks } from '#core/links/own-link';
import { scanUrl } from '#core/links/qr/scan-url';
import { invalid } from '#core/shared/refusal';
import { checkQrDesign, type QrDesign } from './qr-design.ts';
import { qrSvg, type QrMatrix } from './qr-svg.ts';

export type DrawQrPorts = {
  readonly links: OwnLinks;
  /** The address of a link that people see. */
  readonly urlOf: (link: Link) => string;
  /** The smallest code that contains the text at this level. */
  readonly encode: (text: string, level: QrLevel) => QrMatrix;
  /** Draws an SVG document as a PNG. Refuses `unavailable` when too many wait. */
  readonly paint: (svg: string, widthPx: number) => Promise<Uint8Array<ArrayBuffer>>;
  /** The account's profile picture or logo as a small square JPEG; null when it has none. */
  readonly logoOf: (userId: string, logo: 'picture' | 'own') => Promise<Uint8Array | null>;
};

export type QrPicture =
  | { readonly format: 'svg'; readonly svg: string }
  | { readonly format: 'png'; readonly png: Uint8Array<ArrayBuffer> };

export type QrInput = QrDesign & { readonly format: QrPicture['format'] };

const missing = {
  picture: 'Add a profile picture first: it is the logo',
  own: 'Upload a logo first',
} as const;

/** A module of fewer pixels is lost when the picture is shown or printed. */
const fewestPixels = 2;

/**
 * Draws the QR code of a link: its short address with the mark of a scan.
 * Refuses `not_found`, also for another account's link, and `invalid` for a design that scanners
 * could not read.
 */
export async function drawQr(
  ports: DrawQrPorts,
  { userId, linkId }: { readonly userId: string; readonly linkId: string },
  { format, ...input }: QrInput,
): Promise<{ readonly link: Link; readonly picture: QrPicture }> {
  const design = checkQrDesign(input);
  const link = await ownLink(ports.links, userId, linkId);
  const logo = design.logo === 'none' ? null : await logoUrl(ports, userId, design.logo);
  const matrix = ports.encode(scanUrl(ports.urlOf(link)), design.level);
  refuseTiny(matrix, design);
  const svg = qrSvg(matrix, design, logo);
  if (format === 'svg') return { link, picture: { format, svg } };
  return { link, picture: { format, png: await ports.paint(svg, design.size) } };
}

async function logoUrl(
  { logoOf }: DrawQrPorts,
  userId: string,
  logo: 'picture' | 'own',
): Promise<string> {
  const jpeg = await logoOf(userId, logo);
  if (jpeg === null) throw invalid({ path: 'logo', message: missing[logo] });
  return `data:image/jpeg;base64,${Buffer.from(jpeg).toString('base64')}`;
}

function refuseTiny(matrix: QrMatrix, { size, margin }: QrDesign): void {
  const least = fewestPixels * (matrix.length + 2 * margin + 2);
  if (size >= least) return;
  throw invalid({ path: 'size', message: `This code needs at least ${least} pixels` });
}
