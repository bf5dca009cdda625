import { Refusal } from '#core/shared/refusal';
import { minuteMs } from '#core/shared/time';
import type { ExportSettings, FromExport, ToExport, ToPort } from './export-messages.ts';

/** The file of an account's links, piece by piece. */
export type ExportLinks = (userId: string) => AsyncGenerator<string, void, void>;

type Options = {
  /** The thread's root: `src/export.ts`. */
  readonly entry: URL;
  readonly settings: ExportSettings;
  /** Whether this many file descriptors could be opened now. */
  readonly areThereDescriptors: (count: number) => boolean;
  /** How long the thread waits for another export before it ends. */
  readonly idleMs?: number;
};

type Thread = {
  readonly worker: Worker;
  /** Rejects the running exports when the thread fails. */
  readonly exports: Set<(error: Error) => void>;
  idle: ReturnType<typeof setTimeout> | null;
};

/** File descriptors that starting a thread needs: without them Bun ends the process. */
const threadDescriptors = 64;

/**
 * Writes exports on a thread of their own, which starts with the first one: a long export needs
 * seconds of processor time and makes much garbage, and this thread redirects. The thread writes only
 * as fast as its pieces are consumed. When it fails, so do the exports that it was writing, and the
 * next one gets a new thread. It ends a minute after the last export.
 */
export function exportThread(options: Options): ExportLinks {
  const { entry, settings, areThereDescriptors, idleMs = minuteMs } = options;
  let running: Thread | null = null;

  const launch = (): Thread => {
    if (!areThereDescriptors(threadDescriptors)) throw busy();
    const worker = new Worker(entry.href, { ref: false });
    const thread: Thread = { worker, exports: new Set(), idle: null };
    const end = (reason: string): void => {
      if (running === thread) running = null;
      worker.terminate();
      for (const fail of thread.exports) fail(new Error(`The export failed: ${reason}`));
    };
    worker.addEventListener('error', ({ message }) => end(message));
    worker.addEventListener('close', () => end('its thread ended'));
    worker.postMessage({ kind: 'start', settings } satisfies ToExport);
    return thread;
  };

  const endWhenIdle = (thread: Thread): void => {
    if (thread.exports.size > 0) return;
    thread.idle = setTimeout(() => {
      if (running === thread) running = null;
      thread.worker.postMessage({ kind: 'end' } satisfies ToExport);
    }, idleMs);
    thread.idle.unref();
  };

  return async function* (userId) {
    const thread = (running ??= launch());
    const { worker, exports } = thread;
    if (thread.idle !== null) clearTimeout(thread.idle);
    const { port1: port, port2 } = new MessageChannel();
    const order: ToExport = { kind: 'export', userId, port: port2 };
    worker.postMessage(order, [port2]);
    const failed = Promise.withResolvers<never>();
    // An export that waits for its reader gets the error with its next piece.
    failed.promise.catch(() => {});
    exports.add(failed.reject);
    try {
      let said = await Promise.race([next(port), failed.promise]);
      for (; said.kind === 'piece'; said = await Promise.race([next(port), failed.promise])) {
        yield said.text;
      }
      if (said.kind === 'failed') throw errorOf(said);
    } finally {
      exports.delete(failed.reject);
      port.postMessage('stop' satisfies ToPort);
      port.close();
      endWhenIdle(thread);
    }
  };
}

function next(port: MessagePort): Promise<FromExport> {
  const { promise, resolve } = Promise.withResolvers<FromExport>();
  port.addEventListener('message', ({ data }: MessageEvent<FromExport>) => resolve(data), {
    once: true,
  });
  port.start();
  port.postMessage('next' satisfies ToPort);
  return promise;
}

/** With its code, by which an outage of a database is recognised. */
function errorOf({ message, code }: FromExport & { readonly kind: 'failed' }): Error {
  return code === null ? new Error(message) : Object.assign(new Error(message), { code });
}

function busy(): Refusal {
  const message = 'Too much is going on right now. Please try again in a moment.';
  return new Refusal('unavailable', message, { retryAfterSeconds: 2 });
}
