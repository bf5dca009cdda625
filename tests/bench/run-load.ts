import { join } from 'node:path';
import type { LoadResult } from './load.ts';
import { onCore } from './run-server.ts';

export type { LoadResult };

/**
 * Visits the links of a server from another process, on `core`.
 * @throws when a visit was not redirected: the cost of failures is not measured
 */
export async function load(
  port: number,
  { seconds, perSecond, core }: { seconds: number; perSecond: number; core: number },
): Promise<LoadResult> {
  const script = join(import.meta.dir, 'load.ts');
  const args = [port, seconds, perSecond].map(String);
  const child = Bun.spawn([...onCore(core), process.execPath, script, ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const result = parse(await new Response(child.stdout).text());
  const { answers, failures } = result;
  if (answers === 0 || failures > 0) {
    throw new Error(`${failures} failures beside ${answers} answers`);
  }
  return result;
}

const parse: (json: string) => LoadResult = JSON.parse;
