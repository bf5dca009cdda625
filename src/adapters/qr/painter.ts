import { fileURLToPath } from 'node:url';
import type { DrawQrPorts } from '#core/links/qr/draw-qr';
import { Refusal } from '#core/shared/refusal';
import { secondMs } from '#core/shared/time';
import type { Painted, ToPaint } from './paint-messages.ts';

/** The largest picture takes about a second. With this many waiting, the next one is refused. */
const mostWaiting = 16;
const limitMs = 10 * secondMs;

type Waiting = {
  readonly resolve: (png: Uint8Array<ArrayBuffer>) => void;
  readonly reject: (error: Error) => void;
};

/**
 * Paints SVG documents as PNG on a thread of its own, which starts with the first one: painting must
 * not delay redirects. A picture that takes longer than ten seconds is refused, and so are those that
 * wait with it; the next one gets a new thread.
 */
export function qrPainter(): DrawQrPorts['paint'] {
  const waiting = new Map<number, Waiting>();
  const font = fileURLToPath(import.meta.resolve('dejavu-fonts-ttf/ttf/DejaVuSans-Bold.ttf'));
  let thread: Worker | null = null;
  let last = 0;

  const fail = (error: Error): void => {
    thread?.terminate();
    thread = null;
    for (const { reject } of waiting.values()) reject(error);
    waiting.clear();
  };
  const receive = (painted: Painted): void => {
    const one = waiting.get(painted.id);
    waiting.delete(painted.id);
    if ('png' in painted) one?.resolve(painted.png);
    else one?.reject(new Error(painted.error));
  };
  const launch = (): Worker => {
    const started = new Worker(new URL('./paint-thread.ts', import.meta.url).href, {
      ref: false,
    });
    started.addEventListener('message', ({ data }: MessageEvent<Painted>) => receive(data));
    started.addEventListener('error', ({ message }) => fail(new Error(message)));
    return started;
  };

  return async (svg, widthPx) => {
    if (waiting.size >= mostWaiting) throw busy();
    thread ??= launch();
    last += 1;
    const order: ToPaint = { id: last, svg, widthPx, font };
    const { promise, resolve, reject } = Promise.withResolvers<Uint8Array<ArrayBuffer>>();
    waiting.set(order.id, { resolve, reject });
    const timer = setTimeout(() => fail(busy()), limitMs);
    thread.postMessage(order);
    try {
      return await promise;
    } finally {
      clearTimeout(timer);
    }
  };
}

function busy(): Refusal {
  const message = 'Too many QR codes are being drawn right now. Please try again in a moment.';
  return new Refusal('unavailable', message, { retryAfterSeconds: 2 });
}
