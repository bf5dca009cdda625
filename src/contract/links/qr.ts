import * as z from 'zod/mini';
import { route } from '#contract/route';

/** How much of a code may be missing: about 7, 15, 25 or 30 percent. */
export const qrLevels = ['L', 'M', 'Q', 'H'] as const;
export type QrLevel = (typeof qrLevels)[number];

/** The picture in the middle: none, the owner's profile picture, or the account's own logo. */
export const qrLogos = ['none', 'picture', 'own'] as const;
export type QrLogo = (typeof qrLogos)[number];

/** The width of the picture, in pixels. */
export const qrSizes = { smallest: 64, usual: 512, largest: 4000 } as const;
/** Scanners need the space of `inFrame` between a code and a dark frame (ISO/IEC 18004: 4 modules). */
export const qrMargins = { usual: 4, inFrame: 4, widest: 20 } as const;
export const longestQrText = 30;

function digits(message: string, usual: number) {
  return z._default(z.string().check(z.regex(/^\d{1,5}$/, message)), String(usual));
}

function color(usual: string) {
  return z._default(z.string().check(z.maxLength(7, 'Send a colour such as #1a2b3c')), usual);
}

/** The QR code of a link, for people and for programs. The core has the rules for the values. */
export const drawQr = route('GET /api/v1/links/:id/qr', {
  scope: 'links:read',
  summary: 'Draw the QR code of a link',
  file: ['image/svg+xml', 'image/png'],
  query: z.object({
    format: z._default(z.enum(['svg', 'png'], 'Choose svg or png'), 'svg'),
    size: digits('Send a whole number of pixels', qrSizes.usual),
    color: color('#000000'),
    background: color('#ffffff'),
    margin: digits('Send a whole number of modules', qrMargins.usual),
    level: z._default(z.enum(qrLevels, `Choose ${qrLevels.join(', ')}`), 'M'),
    text: z._default(
      z.string().check(z.maxLength(200, `Use at most ${longestQrText} characters`)),
      '',
    ),
    logo: z._default(z.enum(qrLogos, `Choose ${qrLogos.join(', ')}`), 'none'),
  }),
});
