import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** In DATA_DIR: milliseconds between the machine's clock and the one that the product sees. */
export const offsetFile = 'clock-offset';

const everyMs = 20;

/** From now on `Date` of this thread follows the offset in the file. */
export function stepDate(dataDir: string): void {
  const RealDate = Date;
  let offsetMs = 0;
  setInterval(() => {
    try {
      offsetMs = Number(readFileSync(join(dataDir, offsetFile), 'utf8'));
    } catch {
      offsetMs = 0;
    }
  }, everyMs).unref();
  const now = (): number => RealDate.now() + offsetMs;
  globalThis.Date = new Proxy(RealDate, {
    construct: (target, given: unknown[], asked) =>
      Reflect.construct(target, given.length === 0 ? [now()] : given, asked),
    get: (target, name) => (name === 'now' ? now : Reflect.get(target, name)),
  });
}
