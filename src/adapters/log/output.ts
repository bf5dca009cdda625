import { SonicBoom } from 'sonic-boom';

/** The destination of log lines: standard output. Writing never throws and never blocks. */
export type Output = {
  /** One or several lines, each with its line end. */
  write(lines: string): void;
  /**
   * The number of dropped lines since the start. Lines are dropped when nobody reads them and the
   * memory for them is full.
   */
  lostLines(): number;
  /** Resolves when all lines were written, or when that fails or takes more than half a second. */
  flush(): Promise<void>;
};

/** Limit of lines in memory that could not be written yet. */
const heldBytes = 256 * 1024;
const flushWithinMs = 500;
const standardOutput = 1;

/**
 * Writes to a file descriptor, outside this thread. When the reader of a pipe is gone or stuck, or
 * a disk is full, lines wait in memory. Above a limit they are dropped and counted. Each new line
 * retries the write. `onRecovered` is called with the number of dropped lines when writing works
 * again.
 */
export function openOutput(onRecovered: (lines: number) => void, fd = standardOutput): Output {
  // With a `minLength` of 0, `flush` does nothing.
  const file = new SonicBoom({ fd, sync: false, minLength: 1, maxLength: heldBytes });
  let [lost, told] = [0, 0];
  let settled = Promise.withResolvers<void>();
  settled.resolve();

  file.on('drop', (lines: string) => {
    lost += lines.split('\n').length - 1;
    // A dropped line does not retry the write of the waiting lines, so `flush` does.
    file.flush();
  });
  // Lines that could not be written are kept, and are written before the next one.
  file.on('error', () => settled.resolve());
  file.on('drain', () => {
    settled.resolve();
    const unsaid = lost - told;
    told = lost;
    if (unsaid > 0) onRecovered(unsaid);
  });

  return {
    write(lines) {
      settled.resolve();
      settled = Promise.withResolvers();
      file.write(lines);
    },
    lostLines: () => lost,
    flush: () => Promise.race([settled.promise, Bun.sleep(flushWithinMs)]),
  };
}
