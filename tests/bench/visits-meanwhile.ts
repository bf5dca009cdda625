import { join } from 'node:path';
import type { VisitTimes } from './steady-visits.ts';

const visitsPerSecond = 100;

/** Measures visits during the work. */
export async function during(
  visited: string,
  work: () => Promise<void>,
): Promise<{ readonly visits: VisitTimes }> {
  const script = join(import.meta.dir, 'steady-visits.ts');
  const visitor = Bun.spawn([process.execPath, script, visited, String(visitsPerSecond)], {
    stdin: 'pipe',
    stdout: 'pipe',
    stderr: 'inherit',
  });
  await work();
  await visitor.stdin.end();
  return { visits: await new Response(visitor.stdout).json() };
}
