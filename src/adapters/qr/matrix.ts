import { encode } from 'uqr';
import type { DrawQrPorts } from '#core/links/qr/draw-qr';

/** The modules of a code, without a margin. The level is exactly the requested one. */
export const qrMatrix: DrawQrPorts['encode'] = (text, level) =>
  encode(text, { ecc: level, border: 0, boostEcc: false }).data;
