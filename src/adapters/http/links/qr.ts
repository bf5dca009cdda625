import * as contract from '#contract/links/qr';
import { drawQr, type DrawQrPorts } from '#core/links/qr/draw-qr';
import { type Mountable, on } from '#adapters/http/frame/on';
import type { HeavyAnswers } from '#adapters/http/heavy/heavy-answers';

/** `heavy` limits how many pictures of an account are painted at the same time. */
export function qrRoutes(ports: DrawQrPorts, heavy: HeavyAnswers): Mountable[] {
  return [
    on(contract.drawQr, async ({ caller, params, query, request }) => {
      const input = { ...query, size: Number(query.size), margin: Number(query.margin) };
      const draw = () => drawQr(ports, { userId: caller.id, linkId: params.id }, input);
      const { link, picture } = await (query.format === 'svg'
        ? draw()
        : heavy.run({ userId: caller.id, request }, draw));
      const name = `qr-${link.customAlias ?? link.shortCode}.${picture.format}`;
      const disposition = { 'content-disposition': `inline; filename="${name}"` };
      return picture.format === 'svg'
        ? new Response(picture.svg, {
            headers: { ...disposition, 'content-type': 'image/svg+xml; charset=utf-8' },
          })
        : new Response(picture.png, {
            headers: { ...disposition, 'content-type': 'image/png' },
          });
    }),
  ];
}
