import { Elysia } from 'elysia';
import { z } from 'zod';
import type { FindApiKey } from '#core/accounts/api-keys';
import type { drawQr, QrInput } from '#core/links/qr/draw-qr';
import { qrLevels, qrLogos, qrMargins, qrSizes } from '#core/links/qr/qr-design';
import type { HeavyAnswers } from '#adapters/http/heavy/heavy-answers';
import { signedInOrKeyed } from '#adapters/http/sign-in/keyed';
import type { SignedInPorts } from '#adapters/http/sign-in/signed-in';

export type QrRoutesPorts = {
  readonly session: SignedInPorts;
  readonly findKey: FindApiKey;
  readonly drawQr: ReturnType<typeof drawQr>;
  /** Limits how many pictures of an account are painted at the same time. */
  readonly heavy: HeavyAnswers;
};

const digits = (message: string) =>
  z
    .string()
    .regex(/^\d{1,5}$/, message)
    .optional();

/** The parameters of a QR code, as text. `checkQrDesign` has the rules for their values. */
const qrQuery = z.object({
  format: z.enum(['svg', 'png'], 'Choose svg or png').default('svg'),
  size: digits('Send a whole number of pixels'),
  color: z.string().max(7, 'Send a colour such as #1a2b3c').default('#000000'),
  background: z.string().max(7, 'Send a colour such as #1a2b3c').default('#ffffff'),
  margin: digits('Send a whole number of modules'),
  level: z.enum(qrLevels, `Choose ${qrLevels.join(', ')}`).default('M'),
  text: z.string().max(200, 'Use at most 30 characters').default(''),
  logo: z.enum(qrLogos, `Choose ${qrLogos.join(', ')}`).default('none'),
});

/** QR codes of links, for people and for programs. */
export function qrRoutes({ session, findKey, heavy, drawQr }: QrRoutesPorts) {
  return new Elysia({ name: 'qr' }).use(signedInOrKeyed(session, findKey, 'links:read')).get(
    '/api/links/:id/qr',
    async ({ accountId, params, query, request }) => {
      const draw = () => drawQr(accountId, params.id, inputOf(query));
      const { link, picture } = await (query.format === 'svg'
        ? draw()
        : heavy.run({ userId: accountId, request }, draw));
      const name = `qr-${link.customAlias ?? link.shortCode}.${picture.format}`;
      const disposition = { 'content-disposition': `inline; filename="${name}"` };
      return picture.format === 'svg'
        ? new Response(picture.svg, {
            headers: { ...disposition, 'content-type': 'image/svg+xml; charset=utf-8' },
          })
        : new Response(picture.png, {
            headers: { ...disposition, 'content-type': 'image/png' },
          });
    },
    { query: qrQuery },
  );
}

function inputOf({ size, margin, ...input }: z.infer<typeof qrQuery>): QrInput {
  return {
    ...input,
    size: size === undefined ? qrSizes.usual : Number(size),
    margin: margin === undefined ? qrMargins.usual : Number(margin),
  };
}
