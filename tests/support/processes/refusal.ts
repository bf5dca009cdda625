import { join } from 'node:path';
import { buildWeb } from '#web-build';

const root = join(import.meta.dir, '../../..');
/** A Waypost that starts anyway is ended after this time. */
const mostMs = 60_000;

/**
 * Starts a Waypost that is expected to refuse, with a prefix command, and returns its exit code and
 * its output. `bun`: the program that runs it.
 */
export async function refusal(
  env: Record<string, string>,
  inFront: readonly string[] = [],
  bun = process.execPath,
) {
  await buildWeb();
  const child = Bun.spawn([...inFront, bun, 'src/main.ts'], {
    cwd: root,
    env: { PATH: process.env['PATH'] ?? '', PORT: '0', SPOOL_RESERVE_MB: '0', ...env },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const late = setTimeout(() => child.kill('SIGTERM'), mostMs);
  const said = await new Response(child.stderr).text();
  const exitCode = await child.exited;
  clearTimeout(late);
  return { exitCode, said: said.trim() };
}
