import { SonicBoom } from 'sonic-boom';

/** Where lines go that an operator reads: standard output. Writing never throws and never waits. */
export type Output = {
  /** One line or several, each with its line end. */
  write(lines: string): void;
  /** Lines that were given up since the start: nobody took them and memory for them is bounded. */
  lostLines(): number;
  /** Resolves when what was written is out, or when that fails or takes more than half a second. */
  flush(): Promise<void>;
};

/** What waits while it cannot be written, at most. */
const heldBytes = 256 * 1024;
const flushWithinMs = 500;
const standardOutput = 1;

/**
 * Writes to a file descriptor, away from this thread. When the reader of a pipe is gone or stands
 * still, or a disk is full, lines wait in memory, and beyond a bound they are lost and counted; with
 * each new line the write is tried again. `onRecovered` is called when lines were lost and writing
 * works again, with their number.
 */
export function openOutput(onRecovered: (lines: number) => void, fd = standardOutput): Output {
  // `flush` does nothing where `minLength` is 0.
  const file = new SonicBoom({ fd, sync: false, minLength: 1, maxLength: heldBytes });
  let [lost, told] = [0, 0];
  let settled = Promise.withResolvers<void>();
  settled.resolve();

  file.on('drop', (lines: string) => {
    lost += lines.split('\n').length - 1;
    // A line that finds no room would not try to write those that are held.
    file.flush();
  });
  // Lines that could not be written are still held, and go out before the next one.
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
