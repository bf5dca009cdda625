import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Change } from './changed-copy.ts';
import { offsetFile } from './stepped-date.ts';

/** Sets the wall clock of a Waypost with `steppedClock` this far from the machine's. */
export function setClock(dataDir: string, offsetMs: number): void {
  writeFileSync(join(dataDir, offsetFile), String(offsetMs));
}

/**
 * The double of the clock's port, in a copy of the product: the wall clock of both of its threads
 * is stepped. Timers, which are monotonic, and the engines' clocks are not.
 */
export function steppedClock(): readonly Change[] {
  const module = JSON.stringify(join(import.meta.dir, 'stepped-date.ts'));
  const start = `import { stepDate } from ${module};\nstepDate(process.env['DATA_DIR'] ?? '');\n`;
  return ['src/compose/system.ts', 'src/drain.ts'].map((file) => {
    const was = "import { createHash } from 'node:crypto';";
    const first = "import { mkdirSync } from 'node:fs';";
    const there = file === 'src/drain.ts' ? first : was;
    return { file, was: there, is: `${start}${there}` };
  });
}
