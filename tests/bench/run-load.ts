import { join } from 'node:path';
import type { LoadResult } from './load.ts';
import { onCore } from './run-server.ts';

export type { LoadResult };

/** Visits the links of a server from a process of its own, on the second core. */
export async function load(
  port: number,
  { seconds, perSecond }: { seconds: number; perSecond: number },
): Promise<LoadResult> {
  const script = join(import.meta.dir, 'load.ts');
  const args = [port, seconds, perSecond].map(String);
  const child = Bun.spawn([...onCore(1), process.execPath, script, ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  return parse(await new Response(child.stdout).text());
}

const parse: (json: string) => LoadResult = JSON.parse;
