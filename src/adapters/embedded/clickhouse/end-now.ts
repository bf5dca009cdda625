import { writeSync } from 'node:fs';

/**
 * Ends this process after a sentence on stderr. The engine does not shut down, because its shutdown
 * would still write and remove files.
 */
export function endNow(sentence: string): void {
  writeSync(process.stderr.fd, `${sentence}\n`);
  process.kill(process.pid, 'SIGKILL');
}
