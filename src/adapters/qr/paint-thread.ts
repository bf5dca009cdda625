import { Resvg } from '@resvg/resvg-js';
import type { Painted, ToPaint } from './paint-messages.ts';

declare const self: Worker;

/** Paints one document after the other: the root of a Worker. */
self.addEventListener('message', ({ data }: MessageEvent<ToPaint>) => {
  const { id, svg, widthPx, font } = data;
  const answer = (painted: Painted) => self.postMessage(painted);
  try {
    const resvg = new Resvg(svg, {
      fitTo: { mode: 'width', value: widthPx },
      font: { loadSystemFonts: false, fontFiles: [font], defaultFontFamily: 'DejaVu Sans' },
    });
    answer({ id, png: new Uint8Array(resvg.render().asPng()) });
  } catch (error) {
    answer({ id, error: error instanceof Error ? error.message : String(error) });
  }
});
