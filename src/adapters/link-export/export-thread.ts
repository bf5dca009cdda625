import type { FilterAt } from '#core/links/link-filter';
import { Refusal } from '#core/shared/refusal';
import { minuteMs } from '#core/shared/time';
import type { ExportSettings, FromExport, ToExport, ToPort } from './export-messages.ts';

/** The file of an account's links, or of those that pass the filter, piece by piece. */
export type ExportLinks = (userId: string, filter?: FilterAt) => AsyncGenerator<string, void, void>;

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
  /** The running exports, which fail with the thread. */
  readonly exports: Set<Pieces>;
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
      for (const pieces of thread.exports) pieces.fail(new Error(`The export failed: ${reason}`));
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

  return async function* (userId, filter) {
    const thread = (running ??= launch());
    const { worker, exports } = thread;
    if (thread.idle !== null) clearTimeout(thread.idle);
    const { port1: port, port2 } = new MessageChannel();
    const order: ToExport = { kind: 'export', userId, filter, port: port2 };
    worker.postMessage(order, [port2]);
    const pieces = piecesOf(port);
    exports.add(pieces);
    try {
      let said = await pieces.next();
      for (; said.kind === 'piece'; said = await pieces.next()) yield said.text;
      if (said.kind === 'failed') throw errorOf(said);
    } finally {
      exports.delete(pieces);
      port.postMessage('stop' satisfies ToPort);
      port.close();
      endWhenIdle(thread);
    }
  };
}

type Pieces = {
  /** Requests the next piece. One request at a time. */
  next(): Promise<FromExport>;
  /** Rejects the request that waits, and all later ones. */
  fail(error: Error): void;
};

/**
 * There is one listener for all pieces, and no promise that lives as long as the export: such a
 * promise would keep in memory each piece that was raced against it.
 */
function piecesOf(port: MessagePort): Pieces {
  let waiting: PromiseWithResolvers<FromExport> | null = null;
  let failure: Error | null = null;
  port.addEventListener('message', ({ data }: MessageEvent<FromExport>) => waiting?.resolve(data));
  port.start();
  return {
    next() {
      if (failure !== null) return Promise.reject(failure);
      waiting = Promise.withResolvers<FromExport>();
      port.postMessage('next' satisfies ToPort);
      return waiting.promise;
    },
    fail(error) {
      failure = error;
      waiting?.reject(error);
    },
  };
}

/** An error with its code, from which an outage of a database is recognised. */
function errorOf({ message, code }: FromExport & { readonly kind: 'failed' }): Error {
  return code === null ? new Error(message) : Object.assign(new Error(message), { code });
}

function busy(): Refusal {
  const message = 'The server is busy. Please try again in a moment.';
  return new Refusal('unavailable', message, { retryAfterSeconds: 2 });
}
