import { writeSync } from 'node:fs';

/**
 * Ends this process after a sentence on stderr, without the engine's own end, which would still
 * write and remove files.
 */
export function endNow(sentence: string): void {
  writeSync(process.stderr.fd, `${sentence}\n`);
  process.kill(process.pid, 'SIGKILL');
}
