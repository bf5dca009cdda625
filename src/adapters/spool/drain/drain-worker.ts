import type { DrainSettings, DrainStatus, FromDrainThread, ToDrain } from './drain-messages.ts';
import type { BooksMessage } from '#adapters/spool/books';
import type { FromWriter } from '#adapters/spool/messages';

/** The drain, as the main thread uses it. */
export type Drain = {
  post(message: FromWriter): void;
  status(): DrainStatus;
  /**
   * Waits at most `withinMs` until the drain has stored the sealed segments, and ends its thread.
   * The rest stays on disk for the next start.
   */
  stop(withinMs: number): Promise<void>;
};

type Options = {
  /** The thread's root: `src/drain.ts`. */
  readonly entry: URL;
  readonly settings: DrainSettings;
  /**
   * Names the `.open` files in the spool that no writer uses; called at each start of the thread.
   */
  readonly abandoned: () => readonly string[];
  /** The drain asks the writer to close its open segment. */
  readonly onHandOver: () => void;
  /** The conversions of a batch are in the event store. */
  readonly onStored?: (batch: string) => void;
  /** Receives the messages for the spool's accounts. */
  readonly onBooks?: (message: BooksMessage) => void;
  /** New clicks or conversions are in the event store. */
  readonly onProgress?: () => void;
  readonly log: (level: 'info' | 'warn', text: string) => void;
  /** Whether this many file descriptors could be opened now. */
  readonly areThereDescriptors?: (count: number) => boolean;
};

/**
 * File descriptors that starting a thread needs, including its modules: without them Bun ends the
 * process.
 */
const threadDescriptors = 64;
const restartPauseMs = { first: 100, longest: 10_000 };
const starting: DrainStatus = {
  state: 'starting',
  waitingSegments: 0,
  oldestUnsentMs: null,
  storedClicks: 0,
  storedConversions: 0,
  lastStoredMs: null,
  corruptRecords: 0,
  refusedRecords: 0,
  lastError: null,
};

/** Starts the drain in its own thread, and restarts it when the thread dies. */
export function startDrain(options: Options): Drain {
  const { onProgress, log, areThereDescriptors = () => true } = options;
  const stopped = Promise.withResolvers<void>();
  let status = starting;
  let pauseMs = restartPauseMs.first;
  let isStopping = false;
  const post = (message: ToDrain): void => worker?.postMessage(message);
  let worker = launch();

  return {
    post: (message) => post(message),
    status: () => status,
    stop: async (withinMs) => {
      isStopping = true;
      post({ kind: 'stop' });
      await Promise.race([stopped.promise, Bun.sleep(withinMs)]);
      worker?.terminate();
    },
  };

  /** Null while there are too few file descriptors; the start is retried. */
  function launch(): Worker | null {
    if (areThereDescriptors(threadDescriptors)) return launchThread(options, { hear, relaunch });
    log('warn', 'The drain waits for file descriptors');
    relaunch();
    return null;
  }

  function relaunch(): void {
    status = { ...status, state: 'starting' };
    if (isStopping) return stopped.resolve();
    setTimeout(() => {
      if (!isStopping) worker = launch();
    }, pauseMs);
    pauseMs = Math.min(pauseMs * 2, restartPauseMs.longest);
  }

  function hear(message: FromDrainThread): void {
    switch (message.kind) {
      case 'handOver':
        return options.onHandOver();
      case 'stored':
        return options.onStored?.(message.batch);
      case 'found':
      case 'left':
        return options.onBooks?.(message);
      case 'status':
        if (message.status.lastStoredMs !== null) pauseMs = restartPauseMs.first;
        if (hasStored(status, message.status)) onProgress?.();
        status = message.status;
        return;
      case 'log':
        return log(message.level, message.text);
      case 'stopped':
        return stopped.resolve();
    }
  }
}

/** Counts start at 0 with each thread. */
function hasStored(before: DrainStatus, now: DrainStatus): boolean {
  return (
    before.storedClicks !== now.storedClicks || before.storedConversions !== now.storedConversions
  );
}

function launchThread(
  { entry, settings, abandoned, log }: Options,
  to: { hear: (message: FromDrainThread) => void; relaunch: () => void },
): Worker {
  const start: ToDrain = { kind: 'start', settings, abandoned: abandoned() };
  const thread = new Worker(entry.href);
  thread.addEventListener('message', (event: MessageEvent<FromDrainThread>) => to.hear(event.data));
  thread.addEventListener('error', (event) => log('warn', `The drain failed: ${event.message}`));
  thread.addEventListener('close', to.relaunch);
  thread.postMessage(start);
  return thread;
}
